package dev.jubelet.network.result;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A version of the CNI specification. */
public record SpecVersion(int major, int minor, int patch) implements Comparable<SpecVersion> {
  public static final SpecVersion V0_3_0 = new SpecVersion(0, 3, 0);
  public static final SpecVersion V0_4_0 = new SpecVersion(0, 4, 0);
  public static final SpecVersion V1_0_0 = new SpecVersion(1, 0, 0);
  public static final SpecVersion V1_1_0 = new SpecVersion(1, 1, 0);

  private static final Comparator<SpecVersion> ORDER =
      Comparator.comparingInt(SpecVersion::major)
          .thenComparingInt(SpecVersion::minor)
          .thenComparingInt(SpecVersion::patch);
  private static final Pattern FORM = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})(?:\\.(\\d{1,4}))?");

  public static SpecVersion parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException("cniVersion \"" + text + "\" is not of the form 1.0.0");
    }
    String patch = form.group(3);
    return new SpecVersion(
        Integer.parseInt(form.group(1)),
        Integer.parseInt(form.group(2)),
        patch == null ? 0 : Integer.parseInt(patch));
  }

  /** One that we speak. */
  public static SpecVersion supported(String text) {
    SpecVersion version = parse(text);
    if (!version.atLeast(V0_3_0) || !V1_1_0.atLeast(version)) {
      throw new IllegalArgumentException(
          "cniVersion \"" + text + "\" is not supported: 0.3.0 to 1.1.0 are");
    }
    return version;
  }

  public boolean atLeast(SpecVersion other) {
    return compareTo(other) >= 0;
  }

  public String text() {
    return major + "." + minor + "." + patch;
  }

  @Override
  public int compareTo(SpecVersion other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return text();
  }
}
