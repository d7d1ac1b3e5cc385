package dev.jubelet.network.plugin;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The processes of plugins, known by a mark in their environment. Children inherit it, so that the
 * whole tree of a call is found even when its middle has ended, and the next life of ours finds
 * what the last one left running.
 */
public final class PluginProcesses {
  /** The variable with the mark. */
  public static final String VARIABLE = "JUBELET_CNI_CALL";

  private static final Path PROC = Path.of("/proc");
  private static final int ENVIRONMENT_MAX = 256 * 1024;
  private static final int ROUNDS = 100;
  private static final long ROUND_MILLIS = 20;

  private final String node;
  private final String life = UUID.randomUUID().toString();
  private final AtomicLong calls = new AtomicLong();

  /**
   * @param state the directory that tells this node's plugins from those of another on the machine
   */
  public PluginProcesses(Path state) {
    this.node = state.toAbsolutePath().normalize() + "#";
  }

  /** A mark that no other call has. */
  public String mark() {
    return node + life + "#" + calls.incrementAndGet() + "#";
  }

  /** Ends every process of a call. */
  public static void kill(String mark) {
    killAll(VARIABLE + "=" + mark, "");
  }

  /** Ends what plugins of a former life still do: it would undo or overtake what we do now. */
  public void killFormer() {
    killAll(VARIABLE + "=" + node, VARIABLE + "=" + node + life);
  }

  /** Again and again, since one that is about to die may have a new child. */
  private static void killAll(String prefix, String unless) {
    for (int round = 0; round < ROUNDS; round++) {
      List<ProcessHandle> found = marked(prefix, unless);
      if (found.isEmpty()) {
        return;
      }
      found.forEach(ProcessHandle::destroyForcibly);
      pause();
    }
  }

  /** One that was killed has no environment any more, though somebody may still have to reap it. */
  private static void pause() {
    try {
      Thread.sleep(ROUND_MILLIS);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<ProcessHandle> marked(String prefix, String unless) {
    List<ProcessHandle> found = new ArrayList<>();
    long self = ProcessHandle.current().pid();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : processes) {
        long pid = Long.parseLong(process.getFileName().toString());
        if (pid != self && hasMark(process.resolve("environ"), prefix, unless)) {
          ProcessHandle.of(pid).ifPresent(found::add);
        }
      }
    } catch (IOException unreadable) {
      throw new CniFailure(CniFailure.IO_FAILURE, "cannot read the list of processes", unreadable);
    }
    return found;
  }

  private static boolean hasMark(Path environ, String prefix, String unless) {
    try (InputStream in = Files.newInputStream(environ)) {
      String text = new String(in.readNBytes(ENVIRONMENT_MAX), StandardCharsets.ISO_8859_1);
      for (String variable : text.split("\0", -1)) {
        if (variable.startsWith(prefix)) {
          return unless.isEmpty() || !variable.startsWith(unless);
        }
      }
      return false;
    } catch (IOException gone) {
      // It ended, or it is a thread of the kernel or a zombie, which have no environment.
      return false;
    }
  }
}
