package dev.jubelet.testkit.contract;

import java.util.List;

/** The shell scripts of the contract: the fake runtime reads them, a real shell runs them. */
public final class Scripts {
  public static final String SLEEP = "sleep 3600";
  public static final String EXIT_3 = "exit 3";
  public static final String EXIT_0 = "exit 0";
  public static final String HELLO = "echo hello; exit 0";
  public static final String READY = "/tmp/ready";

  /** The shell hears signals while it waits for a child in the background. */
  public static final String OBEYS_TERM =
      "trap 'exit 7' TERM; echo ready > " + READY + "; sleep 3600 & wait";

  public static final String IGNORES_TERM =
      "trap '' TERM; echo ready > " + READY + "; sleep 3600 & wait";

  private Scripts() {}

  public static List<String> shell(String script) {
    return List.of("/bin/sh", "-c", script);
  }
}
