package dev.jubelet.linux.network;

import dev.jubelet.linux.network.Namespaces.Kind;
import dev.jubelet.model.runtime.config.NamespaceOptions.IdMapping;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Namespaces of users. The kernel gives them to no process that has threads, so that util-linux's
 * programs make and enter them for us.
 */
public final class UserNamespaces {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final String PATH = "/usr/sbin:/usr/bin:/sbin:/bin";
  // It says that it is there, and stays until its input ends: at the latest when we do.
  private static final String WAIT = "echo; exec cat";
  private static final String WRITE = "printf %s \"$2\" > \"/proc/sys/$1\"";

  private UserNamespaces() {}

  /**
   * Makes one, and with it all others that are asked for, so that they belong to its users. Each is
   * pinned to its file, which must not exist.
   *
   * @param users who they are on the node; likewise groups
   */
  public static void create(List<IdMapping> users, List<IdMapping> groups, Map<Kind, Path> pins)
      throws IOException {
    List<String> command = new ArrayList<>(List.of("unshare", "--user"));
    for (Kind kind : pins.keySet()) {
      if (kind != Kind.USER) {
        command.add("--" + kind.file());
      }
    }
    command.addAll(List.of("--", "sh", "-c", WAIT));
    Process helper = start(command);
    try {
      String said = awaited(helper, () -> firstLine(helper));
      if (!said.isEmpty()) {
        throw new IOException("cannot make a user namespace: " + said);
      }
      Path process = Path.of("/proc", Long.toString(helper.pid()));
      Files.writeString(process.resolve("uid_map"), table(users));
      Files.writeString(process.resolve("gid_map"), table(groups));
      for (Map.Entry<Kind, Path> pin : pins.entrySet()) {
        Namespaces.pin(helper.pid(), pin.getKey(), pin.getValue());
      }
    } finally {
      helper.destroyForcibly();
    }
  }

  private static String firstLine(Process helper) throws IOException {
    BufferedReader reader = helper.inputReader(StandardCharsets.UTF_8);
    String line = reader.readLine();
    return line == null ? "unshare said nothing" : line;
  }

  /** user_namespaces(7): all lines in one write. */
  static String table(List<IdMapping> mappings) {
    StringBuilder text = new StringBuilder();
    for (IdMapping mapping : mappings) {
      text.append(Integer.toUnsignedString(mapping.containerId()))
          .append(' ')
          .append(Integer.toUnsignedString(mapping.hostId()))
          .append(' ')
          .append(Integer.toUnsignedString(mapping.length()))
          .append('\n');
    }
    return text.toString();
  }

  /**
   * Sets a kernel parameter that only root of its namespace may set, also where we are the node's.
   *
   * @param pins where to go, with the users
   * @param file beneath {@code /proc/sys}
   */
  public static void write(Map<Kind, Path> pins, String file, String value) throws IOException {
    List<String> command = new ArrayList<>(List.of("nsenter"));
    pins.forEach((kind, pin) -> command.add("--" + kind.file() + "=" + pin));
    command.addAll(List.of("--setuid", "0", "--setgid", "0"));
    command.addAll(List.of("--", "sh", "-c", WRITE, "sh", file, value));
    Process helper = start(command);
    try {
      helper.getOutputStream().close();
      String said =
          awaited(
              helper,
              () -> {
                byte[] all = helper.getInputStream().readAllBytes();
                return new String(all, StandardCharsets.UTF_8).strip();
              });
      if (helper.waitFor() != 0) {
        throw new IOException(said);
      }
    } catch (InterruptedException stopped) {
      throw interrupted();
    } finally {
      helper.destroyForcibly();
    }
  }

  private static Process start(List<String> command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(new java.io.File("/")).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().put("PATH", PATH);
    return builder.start();
  }

  private static String awaited(Process helper, java.util.concurrent.Callable<String> words)
      throws IOException {
    FutureTask<String> reading = new FutureTask<>(words);
    Thread _ = Thread.ofVirtual().name("namespaces of users").start(reading);
    try {
      return reading.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      throw new IOException("cannot read from a helper process", failed.getCause());
    } catch (TimeoutException silent) {
      throw new IOException("helper " + helper.pid() + " did not finish in time", silent);
    } catch (InterruptedException stopped) {
      throw interrupted();
    }
  }

  private static IOException interrupted() {
    Thread.currentThread().interrupt();
    return new InterruptedIOException("interrupted while making a user namespace");
  }
}
