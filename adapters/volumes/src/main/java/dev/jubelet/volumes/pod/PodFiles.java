package dev.jubelet.volumes.pod;

import dev.jubelet.linux.file.OpenDirectory;
import dev.jubelet.linux.file.PinnedFile;
import dev.jubelet.linux.file.SafeTree;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.PodDirectories;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Directories and logs of pods on the disk. */
public final class PodFiles implements PodDirectories {
  private static final int PUBLIC = 0755;
  private static final String CONTAINERS = "containers";
  private static final Pattern LOG = Pattern.compile("(\\d{1,9})\\.log(\\..+)?");
  private static final Pattern UID = Pattern.compile("[A-Za-z0-9:-]+");

  private final PodPaths paths;
  private final LogLinks links;

  public PodFiles(PodPaths paths) {
    this.paths = paths;
    this.links = new LogLinks(paths.containerLogs());
  }

  /** A directory of logs and the pod that its name tells. */
  public record PodLogs(PodName name, PodUid uid) {}

  @Override
  public Map<String, Integer> prepare(Pod pod) {
    String uid = pod.uid().value();
    String what = "cannot make the directories of pod " + pod.fullName();
    for (String inner : List.of(PodPaths.VOLUMES, "plugins", CONTAINERS)) {
      PodPaths.makeOrFail(what, paths.pods(), List.of(uid, inner), PodPaths.PRIVATE);
    }
    try (OpenDirectory logs = PodPaths.make(paths.podLogs(), List.of(logDirectory(pod)), PUBLIC)) {
      return attempts(logs);
    } catch (LinuxException refused) {
      throw refused.asFailure(what);
    }
  }

  /**
   * How often containers have run, from the names of their logs: {@code CONTAINER/ATTEMPT.log}. The
   * Go kubelet reads it there too when the runtime has forgotten a container.
   */
  private static Map<String, Integer> attempts(OpenDirectory logs) {
    Map<String, Integer> attempts = new LinkedHashMap<>();
    logs.forEachName(container -> {
      try (OpenDirectory directory = logs.child(container)) {
        highestAttempt(directory).ifPresent(attempt -> attempts.put(container, attempt));
      } catch (LinuxException refused) {
        // Whatever is not a directory, or is gone by now, is not the log of a container.
        refused.throwUnless(Errno.ENOENT, Errno.ENOTDIR, Errno.ELOOP);
      }
    });
    return attempts;
  }

  private static OptionalInt highestAttempt(OpenDirectory directory) {
    AtomicInteger highest = new AtomicInteger(-1);
    directory.forEachName(name -> {
      Matcher log = LOG.matcher(name);
      if (log.matches()) {
        highest.accumulateAndGet(Integer.parseInt(log.group(1)), Math::max);
      }
    });
    return highest.get() < 0 ? OptionalInt.empty() : OptionalInt.of(highest.get());
  }

  @Override
  public String prepareContainer(Pod pod, String container, int attempt) {
    String what = "cannot make the directories of container " + container;
    PodPaths.makeOrFail(
        what, paths.pods(), List.of(pod.uid().value(), CONTAINERS, container), PodPaths.PRIVATE);
    PodPaths.makeOrFail(what, paths.podLogs(), List.of(logDirectory(pod), container), PUBLIC);
    Path file = messageFile(pod.uid(), container, attempt);
    try {
      if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        Files.createFile(file);
      }
      // Kubernetes: whoever the container runs as may write its message.
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
    } catch (IOException refused) {
      throw failure("cannot make the termination message file " + file, refused);
    }
    return file.toString();
  }

  @Override
  public String nodeHosts() {
    return HostsFiles.ofNode();
  }

  @Override
  public String writeHosts(Pod pod, String text) {
    return HostsFiles.write(paths.pod(pod.uid()), text).toString();
  }

  @Override
  public void linkLog(Pod pod, String container, ContainerId id, String logPath) {
    try {
      links.make(pod.fullName(), container, id, Path.of(logPath));
    } catch (IOException refused) {
      throw failure("cannot link the log " + logPath, refused);
    }
  }

  @Override
  public Optional<String> terminationMessage(
      PodUid uid, String container, int attempt, int bytesMax) {
    Path file = messageFile(uid, container, attempt);
    try {
      return tail(file, bytesMax).map(text -> CriLog.string(CriLog.end(text, bytesMax)));
    } catch (IOException | LinuxException unreadable) {
      // It stands where people look for the message, as in Kubernetes.
      return Optional.of("cannot read the termination message: " + unreadable.getMessage());
    }
  }

  @Override
  public Optional<String> logTail(String logPath, int linesMax, int bytesMax) {
    int wanted = CriLog.bytesToRead(linesMax, bytesMax);
    try {
      return tail(Path.of(logPath), wanted)
          .map(end -> CriLog.text(end, end.length < wanted, linesMax, bytesMax))
          .map(CriLog::string);
    } catch (IOException refused) {
      throw failure("cannot read the log " + logPath, refused);
    } catch (LinuxException refused) {
      throw refused.asFailure("cannot read the log " + logPath);
    }
  }

  /** An empty name means that nobody knows it any more. */
  @Override
  public void remove(PodUid uid, PodName name) {
    Path directory = paths.pod(uid);
    List<MountTable.Mount> mounts = MountTable.read().beneath(directory);
    if (!mounts.isEmpty()) {
      throw new OutsideFailure(
          FailureKind.UNAVAILABLE,
          "cannot remove " + directory + ": still mounted: " + mounts.getFirst().point());
    }
    try {
      // The pod's directory goes last: as long as it is there, the pod is listed and tried again.
      for (PodName known : namesOf(uid, name)) {
        Path logs = paths.podLogs(known, uid);
        links.removeInto(logs);
        SafeTree.remove(paths.podLogs(), paths.podLogs().relativize(logs));
      }
      SafeTree.remove(paths.pods(), Path.of(uid.value()));
    } catch (IOException refused) {
      throw failure("cannot remove the log links of pod " + name, refused);
    } catch (LinuxException refused) {
      throw refused.asFailure("cannot remove the files of pod " + name);
    }
  }

  @Override
  public List<PodUid> list() {
    return names(paths.pods()).stream()
        .filter(name -> UID.matcher(name).matches())
        .map(PodUid::new)
        .toList();
  }

  /** Log directories, also of pods that have no directory any more. */
  public List<PodLogs> listLogs() {
    List<PodLogs> logs = new ArrayList<>();
    for (String name : names(paths.podLogs())) {
      // Neither a namespace nor a name nor a UID has an underscore.
      String[] parts = name.split("_", -1);
      if (parts.length == 3 && UID.matcher(parts[2]).matches()) {
        logs.add(new PodLogs(new PodName(parts[0], parts[1]), new PodUid(parts[2])));
      }
    }
    return List.copyOf(logs);
  }

  /** Of a pod that only its directory tells of, the log directories still know the name. */
  private List<PodName> namesOf(PodUid uid, PodName name) {
    if (!name.name().isEmpty()) {
      return List.of(name);
    }
    return listLogs().stream().filter(logs -> logs.uid().equals(uid)).map(PodLogs::name).toList();
  }

  private static List<String> names(Path directory) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(
            directory, entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))) {
      entries.forEach(entry -> names.add(String.valueOf(entry.getFileName())));
    } catch (IOException refused) {
      throw failure("cannot list " + directory, refused);
    }
    names.sort(null);
    return names;
  }

  private static Optional<byte[]> tail(Path file, int bytesMax) throws IOException {
    try {
      return Optional.of(PinnedFile.tail(file, bytesMax));
    } catch (LinuxException refused) {
      if (refused.errno() == Errno.ENOENT) {
        return Optional.empty();
      }
      throw refused;
    }
  }

  private Path messageFile(PodUid uid, String container, int attempt) {
    return paths
        .pod(uid)
        .resolve(CONTAINERS)
        .resolve(PodPaths.checked(container))
        .resolve(Integer.toString(attempt));
  }

  private String logDirectory(Pod pod) {
    return String.valueOf(paths.podLogs(pod.fullName(), pod.uid()).getFileName());
  }

  static OutsideFailure failure(String what, IOException refused) {
    return new OutsideFailure(FailureKind.INTERNAL, what + ": " + refused.getMessage(), refused);
  }
}
