package dev.jubelet.app.sandboxed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this process may do. */
public final class Privileges {
  /** capabilities(7): CAP_SYS_RESOURCE. */
  private static final int SYS_RESOURCE = 24;

  private Privileges() {}

  /** proc(5): without CAP_SYS_RESOURCE, {@code oom_score_adj} may only rise. */
  public static boolean mayLowerOomScore() {
    return capabilities(status()).testBit(SYS_RESOURCE);
  }

  public static boolean root() {
    return status()
        .lines()
        .filter(line -> line.startsWith("Uid:"))
        .anyMatch(line -> line.split("\\s+")[2].equals("0"));
  }

  static BigInteger capabilities(String status) {
    return status
        .lines()
        .filter(line -> line.startsWith("CapEff:"))
        .map(line -> new BigInteger(line.substring("CapEff:".length()).strip(), 16))
        .findFirst()
        .orElse(BigInteger.ZERO);
  }

  private static String status() {
    try {
      return Files.readString(Path.of("/proc/self/status"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
