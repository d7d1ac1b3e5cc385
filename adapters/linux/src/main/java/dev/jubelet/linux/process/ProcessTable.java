package dev.jubelet.linux.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The processes of the machine, as /proc shows them. */
public final class ProcessTable {
  private static final Path PROC = Path.of("/proc");

  private ProcessTable() {}

  /** A process with its command line, its words separated by blanks. */
  public record Entry(long pid, String commandLine) {}

  /** All but kernel threads, which have no command line. */
  public static List<Entry> now() {
    List<Entry> found = new ArrayList<>();
    ProcessHandle.allProcesses()
        .mapToLong(ProcessHandle::pid)
        .sorted()
        .forEach(pid ->
            read(pid, "cmdline")
                .filter(line -> !line.isEmpty())
                .ifPresent(line -> found.add(new Entry(pid, line.replace('\0', ' ').strip()))));
    return List.copyOf(found);
  }

  /** Those whose command line has the text. */
  public static List<Entry> mentioning(String text) {
    return now().stream().filter(entry -> entry.commandLine().contains(text)).toList();
  }

  /** The processes that it started and they in turn. */
  public static List<Entry> descendants(long pid) {
    List<Long> ids =
        ProcessHandle.of(pid).stream()
            .flatMap(ProcessHandle::descendants)
            .map(ProcessHandle::pid)
            .toList();
    return now().stream().filter(entry -> ids.contains(entry.pid())).toList();
  }

  /** SIGKILL, and waits until it is gone. True when it is. */
  public static boolean kill(long pid) {
    return ProcessHandle.of(pid)
        .map(process -> !process.destroyForcibly() || ends(process, 10))
        .orElse(true);
  }

  /** SIGTERM, and waits so long. True when it is gone. */
  public static boolean terminate(long pid, long seconds) {
    return ProcessHandle.of(pid)
        .map(process -> !process.destroy() || ends(process, seconds))
        .orElse(true);
  }

  /**
   * Looks often: the JDK's own way of waiting for a process that is no child takes half a second.
   */
  private static boolean ends(ProcessHandle process, long seconds) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (process.isAlive() && !ended(process.pid())) {
      if (System.nanoTime() > end) {
        return false;
      }
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }

  /**
   * Whether it has ended and only waits to be asked for its exit code; some first processes of a
   * machine take seconds for that. proc(5): the state follows the name, which is in parentheses.
   */
  private static boolean ended(long pid) {
    return read(pid, "stat")
        .map(stat -> stat.startsWith(") Z", stat.lastIndexOf(')')))
        .orElse(true);
  }

  private static Optional<String> read(long pid, String file) {
    try {
      return Optional.of(new String(Files.readAllBytes(PROC.resolve(pid + "/" + file)), UTF_8));
    } catch (IOException gone) {
      // It ended since it was listed.
      return Optional.empty();
    }
  }
}
