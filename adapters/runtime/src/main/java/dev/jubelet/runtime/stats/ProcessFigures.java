package dev.jubelet.runtime.stats;

import dev.jubelet.model.runtime.UsageFigure;
import dev.jubelet.model.runtime.UsageMetric;
import dev.jubelet.runtime.inventory.KernelFigures;
import dev.jubelet.runtime.oci.input.Rlimit;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What {@code /proc} tells about the processes of a container, and the network they are in. */
final class ProcessFigures {
  /** A container with more is not walked through for each scrape. */
  private static final int PROCESSES_MAX = 500;

  // proc(5): of each interface eight numbers received, then eight sent.
  private static final int FIELDS = 16;
  private static final List<UsageMetric> RECEIVED =
      List.of(
          UsageMetric.NET_RX_BYTES,
          UsageMetric.NET_RX_PACKETS,
          UsageMetric.NET_RX_ERRORS,
          UsageMetric.NET_RX_DROPPED);
  private static final List<UsageMetric> SENT =
      List.of(
          UsageMetric.NET_TX_BYTES,
          UsageMetric.NET_TX_PACKETS,
          UsageMetric.NET_TX_ERRORS,
          UsageMetric.NET_TX_DROPPED);

  private final Path proc;

  ProcessFigures(Path proc) {
    this.proc = proc;
  }

  /**
   * @param members the text of {@code cgroup.procs}
   * @param first the container's first process; 0 when it is not known
   */
  List<UsageFigure> of(String members, long first) {
    List<String> pids = members.lines().map(String::strip).filter(pid -> !pid.isEmpty()).toList();
    List<UsageFigure> figures = new ArrayList<>();
    figures.add(UsageFigure.of(UsageMetric.PROCESSES, pids.size()));
    if (pids.size() <= PROCESSES_MAX) {
      long open = 0;
      long sockets = 0;
      for (String pid : pids) {
        try (DirectoryStream<Path> all =
            Files.newDirectoryStream(proc.resolve(pid).resolve("fd"))) {
          for (Path descriptor : all) {
            open++;
            sockets += isSocket(descriptor) ? 1 : 0;
          }
        } catch (IOException ended) {
          // It counts no more.
        }
      }
      figures.add(UsageFigure.of(UsageMetric.FILE_DESCRIPTORS, open));
      figures.add(UsageFigure.of(UsageMetric.SOCKETS, sockets));
    }
    Rlimit.ofKernel(KernelFigures.text(proc.resolve(Long.toString(first)).resolve("limits")))
        .stream()
        .filter(limit -> limit.type().equals("RLIMIT_NOFILE"))
        .forEach(limit ->
            figures.add(UsageFigure.of(UsageMetric.ULIMITS, limit.soft(), "max_open_files")));
    return figures;
  }

  private static boolean isSocket(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
    } catch (IOException closed) {
      return false;
    }
  }

  /** Of the network that a process is in, without loopback. */
  List<UsageFigure> network(long pid) {
    List<UsageFigure> figures = new ArrayList<>();
    for (String line :
        KernelFigures.text(proc.resolve(Long.toString(pid)).resolve("net/dev")).lines().toList()) {
      int colon = line.indexOf(':');
      String[] counts = line.substring(colon + 1).strip().split(" +", -1);
      String name = colon < 0 ? "" : line.substring(0, colon).strip();
      if (!name.isEmpty() && !name.equals("lo") && counts.length == FIELDS) {
        for (int i = 0; i < RECEIVED.size(); i++) {
          figures.add(UsageFigure.of(RECEIVED.get(i), KernelFigures.number(counts[i]), name));
          figures.add(
              UsageFigure.of(SENT.get(i), KernelFigures.number(counts[FIELDS / 2 + i]), name));
        }
      }
    }
    return figures;
  }
}
