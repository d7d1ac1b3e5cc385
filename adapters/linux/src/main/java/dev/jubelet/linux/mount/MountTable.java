package dev.jubelet.linux.mount;

import dev.jubelet.linux.kernel.KernelText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The mounts that this process sees, in the order of {@code /proc/self/mountinfo}, which is the
 * order in which they were made. Format: proc(5).
 */
public record MountTable(List<Mount> mounts) {
  private static final Path MOUNTINFO = Path.of("/proc/self/mountinfo");
  private static final Pattern OCTAL = Pattern.compile("\\\\([0-7]{3})");

  public MountTable {
    mounts = List.copyOf(mounts);
  }

  /**
   * @param point a text, since what this machine has mounted somewhere may not be a path in the
   *     character set of this process
   * @param root which part of the file system is mounted: "/" but for binds and subvolumes
   * @param options of the mount point
   * @param superOptions of the file system
   */
  public record Mount(
      String point,
      String root,
      String type,
      String source,
      List<String> options,
      List<String> superOptions) {
    public Mount {
      options = List.copyOf(options);
      superOptions = List.copyOf(superOptions);
    }
  }

  public static MountTable read() {
    try {
      // Paths may hold any byte; ISO-8859-1 keeps lines whole and is turned to UTF-8 per field.
      return parse(KernelText.read(MOUNTINFO, StandardCharsets.ISO_8859_1));
    } catch (IOException unreadable) {
      throw new UncheckedIOException("cannot read " + MOUNTINFO, unreadable);
    }
  }

  public static MountTable parse(String mountinfo) {
    List<Mount> mounts = new ArrayList<>();
    for (String line : mountinfo.split("\n", -1)) {
      if (!line.isEmpty()) {
        mounts.add(mount(line));
      }
    }
    return new MountTable(mounts);
  }

  private static Mount mount(String line) {
    String[] fields = line.split(" ", -1);
    // Optional fields stand between the sixth and a lone hyphen.
    int hyphen = Arrays.asList(fields).indexOf("-");
    if (hyphen < 6 || fields.length < hyphen + 4) {
      throw new IllegalArgumentException("not a line of mountinfo: " + line);
    }
    return new Mount(
        unescaped(fields[4]),
        unescaped(fields[3]),
        unescaped(fields[hyphen + 1]),
        unescaped(fields[hyphen + 2]),
        List.of(fields[5].split(",", -1)),
        List.of(fields[hyphen + 3].split(",", -1)));
  }

  /** The topmost mount at exactly this path. */
  public Optional<Mount> at(Path path) {
    String point = path.toString();
    return mounts.reversed().stream().filter(mount -> mount.point().equals(point)).findFirst();
  }

  public boolean isMountPoint(Path path) {
    return at(path).isPresent();
  }

  /**
   * Mounts at the directory or below it, in the order in which they can be unmounted: deepest
   * first, and of two at the same place the later one first.
   */
  public List<Mount> beneath(Path directory) {
    String top = directory.toString();
    String prefix = top.endsWith("/") ? top : top + "/";
    List<Mount> found = new ArrayList<>();
    for (Mount mount : mounts.reversed()) {
      if (mount.point().equals(top) || mount.point().startsWith(prefix)) {
        found.add(mount);
      }
    }
    found.sort(Comparator.comparingLong(MountTable::depth).reversed());
    return List.copyOf(found);
  }

  private static long depth(Mount mount) {
    return mount.point().chars().filter(character -> character == '/').count();
  }

  private static String unescaped(String field) {
    if (field.chars().allMatch(each -> each < 128 && each != '\\')) {
      return field;
    }
    Matcher octal = OCTAL.matcher(field);
    String latin =
        octal.replaceAll(found ->
            Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(found.group(1), 8))));
    return new String(latin.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }
}
