package dev.jubelet.acceptance;

import dev.jubelet.linux.process.ProcessTable;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Looks over and over at the machine's processes for two containers of one {@link MarkedPods marked
 * pod} that run at the same time. Containers are told apart by their process namespaces.
 */
public final class DoubleWatch implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofMillis(100);
  private static final Pattern MARK = Pattern.compile("/marks/([a-z0-9-]+)");

  private final String cgroupRoot;
  private final Set<String> doubles = new ConcurrentSkipListSet<>();
  private final Thread thread;
  private volatile boolean closed;
  private final AtomicInteger looks = new AtomicInteger();

  public DoubleWatch(String cgroupRoot) {
    this.cgroupRoot = cgroupRoot;
    this.thread = Thread.ofPlatform().name("double-watch").daemon().start(this::watch);
  }

  /** The pods that were seen twice. */
  public List<String> doubles() {
    return List.copyOf(doubles);
  }

  /** How often it looked: a watch that saw nothing because it never looked is worth nothing. */
  public int looks() {
    return looks.get();
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join(Duration.ofSeconds(10));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @SuppressWarnings("NonAtomicOperationOnVolatileField") // only this thread writes it
  private void watch() {
    while (!closed) {
      Map<String, Set<String>> containers = new TreeMap<>();
      for (ProcessTable.Entry process : ProcessTable.now()) {
        Matcher mark = MARK.matcher(process.commandLine());
        if (mark.find() && isOurs(process.pid())) {
          containers
              .computeIfAbsent(mark.group(1), pod -> new TreeSet<>())
              .add(processNamespace(process.pid()));
        }
      }
      containers.forEach((pod, namespaces) -> {
        namespaces.remove("");
        if (namespaces.size() > 1) {
          doubles.add(pod + " " + namespaces);
        }
      });
      looks.incrementAndGet();
      Await.pause(PERIOD);
    }
  }

  private boolean isOurs(long pid) {
    try {
      return Files.readString(Path.of("/proc/" + pid + "/cgroup")).contains(cgroupRoot);
    } catch (IOException gone) {
      return false;
    }
  }

  private static String processNamespace(long pid) {
    try {
      return Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns/pid")).toString();
    } catch (IOException gone) {
      return "";
    }
  }
}
