package dev.jubelet.state;

import dev.jubelet.linux.file.AtomicFile;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.IdRange;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.PodUsers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The users of pods in {@code pods/UID/userns}, as the Go kubelet writes them, so that a node can
 * change over and back.
 */
public final class UserFiles implements PodUsers {
  private static final String NAME = "userns";
  private static final int LENGTH_MAX = 4096;
  private static final String PART =
      "\\[\\{\"hostId\":(\\d{1,10}),\"containerId\":0,\"length\":(\\d{1,10})\\}\\]";
  private static final Pattern FORM =
      Pattern.compile("\\{\"uidMappings\":" + PART + ",\"gidMappings\":" + PART + "\\}");

  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rwxr-x---");

  private final Path pods;
  private final Running running;
  private final Supplier<Instant> wall;
  private final Journal journal;

  /** What runs here, for when a file does not tell. */
  @FunctionalInterface
  public interface Running {
    /** The users that processes of a pod have now. */
    Optional<IdRange> users(PodUid uid);
  }

  /**
   * @param pods the directory that has a directory for every pod
   * @param wall the machine's clock, for the names of damaged files
   */
  public UserFiles(Path pods, Running running, Supplier<Instant> wall, Journal journal) {
    this.pods = pods;
    this.running = running;
    this.wall = wall;
    this.journal = journal;
  }

  /** Looks at all files, so that a damaged one is known before somebody needs it. */
  public void inspect() {
    try {
      taken();
    } catch (OutsideFailure unreadable) {
      journal.write(Journal.Level.WARNING, "DamagedState", unreadable.text());
    }
  }

  @Override
  public Map<PodUid, IdRange> taken() {
    Map<PodUid, IdRange> taken = new TreeMap<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(pods)) {
      for (Path pod : all) {
        if (Files.isDirectory(pod, LinkOption.NOFOLLOW_LINKS)) {
          read(pod, taken);
        }
      }
      return taken;
    } catch (NoSuchFileException none) {
      return taken;
    } catch (IOException | RuntimeException unreadable) {
      if (unreadable instanceof OutsideFailure told) {
        throw told;
      }
      throw new OutsideFailure(
          FailureKind.INTERNAL, "cannot read the users of pods: " + unreadable, unreadable);
    }
  }

  private void read(Path pod, Map<PodUid, IdRange> taken) throws IOException {
    Path file = pod.resolve(NAME);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    PodUid uid = new PodUid(pod.getFileName().toString());
    try {
      taken.put(uid, parsed(file));
    } catch (NoSuchFileException gone) {
      // The pod ended while we looked.
    } catch (IOException | DamagedFileException damage) {
      mended(uid, file, String.valueOf(damage.getMessage())).ifPresent(r -> taken.put(uid, r));
    }
  }

  /**
   * What a pod still uses must go to nobody else, so the kernel is asked for it. A pod of which
   * nothing runs uses none, and gets others with its next sandbox.
   */
  private Optional<IdRange> mended(PodUid uid, Path file, String why) throws IOException {
    Optional<IdRange> users = running.users(uid);
    Path aside = StateFile.setAside(file, wall.get());
    users.ifPresent(range -> write(uid, range));
    journal.write(
        Journal.Level.WARNING,
        null,
        uid,
        "DamagedState",
        "%s: %s; it is kept as %s, and %s"
            .formatted(
                file,
                why,
                aside,
                users.isPresent()
                    ? "written again from what the pod's processes have"
                    : "not written again, since no process of the pod has users of its own"));
    return users;
  }

  private static IdRange parsed(Path file) throws IOException, DamagedFileException {
    String text = new String(StateFile.bytes(file, LENGTH_MAX), StandardCharsets.UTF_8);
    Matcher form = FORM.matcher(text.replaceAll("\\s", ""));
    if (!form.matches()
        || !form.group(1).equals(form.group(3))
        || !form.group(2).equals(form.group(4))) {
      throw new DamagedFileException("it does not name one range for users and groups alike");
    }
    try {
      return new IdRange(Long.parseLong(form.group(1)), Long.parseLong(form.group(2)));
    } catch (IllegalArgumentException noRange) {
      throw new DamagedFileException("it names user ids outside the allowed range", noRange);
    }
  }

  @Override
  public void write(PodUid uid, IdRange range) {
    Path pod = pods.resolve(uid.value());
    if (!pods.equals(pod.getParent())) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC, "not usable as the name of a file: \"" + uid + "\"");
    }
    String part =
        "[{\"hostId\":%d,\"containerId\":0,\"length\":%d}]"
            .formatted(range.first(), range.length());
    try {
      // An image may be asked for, in the pod's name, before its directories are made.
      if (!Files.isDirectory(pod, LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectory(pod, PosixFilePermissions.asFileAttribute(PRIVATE));
      }
      AtomicFile.write(
          pod.resolve(NAME),
          "{\"uidMappings\":" + part + ",\"gidMappings\":" + part + "}",
          "rw-r--r--");
    } catch (IOException refused) {
      throw new OutsideFailure(
          FailureKind.EXHAUSTED, "cannot write the users of pod " + uid + ": " + refused, refused);
    }
  }
}
