package dev.jubelet.testkit;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.PodDirectories;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.fault.OutsideCall;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Directories of pods as names, and files in {@link Outside#files}. */
public final class FakeDirectories implements PodDirectories {
  private static final String LOGS = "/var/log/pods";
  private static final Pattern LOG = Pattern.compile("/([^/]+)/(\\d{1,9})\\.log(\\..+)?");

  private final Outside outside;
  private final Predicate<PodUid> hasMounts;
  private final Set<PodUid> prepared = new LinkedHashSet<>();
  private final Map<String, String> links = new LinkedHashMap<>();

  /**
   * @param hasMounts whether something is still mounted below the pod's directory
   */
  public FakeDirectories(Outside outside, Predicate<PodUid> hasMounts) {
    this.outside = outside;
    this.hasMounts = hasMounts;
  }

  public static FakeDirectories beside(FakeVolumes volumes, Outside outside) {
    return new FakeDirectories(outside, uid -> !volumes.mounted(uid).isEmpty());
  }

  static String podDirectory(PodUid uid) {
    return "/var/lib/kubelet/pods/" + uid;
  }

  private static String logDirectory(PodUid uid, PodName name) {
    return LOGS + "/" + name.namespace() + "_" + name.name() + "_" + uid;
  }

  private static String messagePath(PodUid uid, String container, int attempt) {
    return podDirectory(uid) + "/containers/" + container + "/" + attempt + ".message";
  }

  @Override
  public Map<String, Integer> prepare(Pod pod) {
    return outside.call(
        new OutsideCall(Operation.DIRECTORY_PREPARE, pod.uid(), ""),
        () -> {
          synchronized (this) {
            prepared.add(pod.uid());
          }
          return attempts(logDirectory(pod.uid(), pod.fullName()));
        });
  }

  private Map<String, Integer> attempts(String logs) {
    Map<String, Integer> attempts = new LinkedHashMap<>();
    for (String path : outside.files().below(logs)) {
      Matcher log = LOG.matcher(path.substring(logs.length()));
      if (log.matches()) {
        attempts.merge(log.group(1), Integer.parseInt(log.group(2)), Math::max);
      }
    }
    return attempts;
  }

  @Override
  public String prepareContainer(Pod pod, String container, int attempt) {
    return outside.call(
        new OutsideCall(Operation.DIRECTORY_PREPARE_CONTAINER, pod.uid(), container),
        () -> {
          synchronized (this) {
            prepared.add(pod.uid());
          }
          String path = messagePath(pod.uid(), container, attempt);
          outside.files().write(path, "");
          return path;
        });
  }

  @Override
  public String nodeHosts() {
    return outside.call(
        OutsideCall.of(Operation.DIRECTORY_READ),
        () -> outside.files().read("/etc/hosts").orElse(""));
  }

  @Override
  public String writeHosts(Pod pod, String text) {
    return outside.call(
        new OutsideCall(Operation.DIRECTORY_WRITE_HOSTS, pod.uid(), ""),
        () -> {
          String path = podDirectory(pod.uid()) + "/etc-hosts";
          outside.files().write(path, text);
          return path;
        });
  }

  @Override
  public void linkLog(Pod pod, String container, ContainerId id, String logPath) {
    outside.run(
        new OutsideCall(Operation.DIRECTORY_LINK_LOG, pod.uid(), container),
        () -> {
          PodName name = pod.fullName();
          String link =
              "/var/log/containers/%s_%s_%s-%s.log"
                  .formatted(name.name(), name.namespace(), container, id);
          synchronized (this) {
            links.put(link, logPath);
          }
        });
  }

  @Override
  public Optional<String> terminationMessage(
      PodUid uid, String container, int attempt, int bytesMax) {
    return outside.call(
        new OutsideCall(Operation.DIRECTORY_READ, uid, container),
        () ->
            outside
                .files()
                .read(messagePath(uid, container, attempt))
                .map(text -> FakeLogs.end(text, bytesMax)));
  }

  @Override
  public Optional<String> logTail(String logPath, int linesMax, int bytesMax) {
    return outside.call(
        new OutsideCall(Operation.DIRECTORY_READ, null, logPath),
        () -> outside.files().read(logPath).map(log -> FakeLogs.tail(log, linesMax, bytesMax)));
  }

  @Override
  public void remove(PodUid uid, PodName name) {
    outside.run(
        new OutsideCall(Operation.DIRECTORY_REMOVE, uid, ""),
        () -> {
          if (hasMounts.test(uid)) {
            throw new OutsideFailure(
                FailureKind.INTERNAL, "a volume is still mounted in " + podDirectory(uid));
          }
          // Also of a pod whose name is forgotten: its log directory still tells it.
          Set<String> logs = new LinkedHashSet<>(outside.files().directories(LOGS, "_" + uid));
          logs.add(logDirectory(uid, name));
          synchronized (this) {
            prepared.remove(uid);
            links
                .values()
                .removeIf(target -> logs.stream().anyMatch(d -> target.startsWith(d + "/")));
          }
          outside.files().removeTree(podDirectory(uid));
          logs.forEach(outside.files()::removeTree);
        });
  }

  @Override
  public List<PodUid> list() {
    return outside.call(
        OutsideCall.of(Operation.DIRECTORY_LIST),
        () -> {
          synchronized (this) {
            return List.copyOf(prepared);
          }
        });
  }

  /** Pods that have directories; for tests, which no fault can hinder. */
  public synchronized List<PodUid> present() {
    return List.copyOf(prepared);
  }

  /** Link → log file. */
  public synchronized Map<String, String> logLinks() {
    return Ordered.copyOf(links);
  }
}
