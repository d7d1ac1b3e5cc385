package dev.jubelet.runtime.monitor;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** From which versions on OCI runtimes have no published way out of a container. */
final class SafeVersions {
  private static final Pattern SAID =
      Pattern.compile("^(runc|crun) version (\\d{1,6})\\.(\\d{1,6})(?:\\.(\\d{1,6}))?(-rc\\S*)?");

  private record Version(int major, int minor, int patch) {
    @Override
    public String toString() {
      return major + "." + minor + "." + patch;
    }
  }

  /**
   * @param fixed the first good version of each line that is kept up; later lines are good, too
   * @param why what may happen with earlier ones
   */
  private record Rule(List<Version> fixed, String why) {
    boolean good(Version version, boolean candidate) {
      for (Version each : fixed) {
        if (each.major() == version.major() && each.minor() == version.minor()) {
          return version.patch() >= each.patch() && !candidate;
        }
      }
      Version last = fixed.getLast();
      return version.major() > last.major()
          || (version.major() == last.major() && version.minor() > last.minor());
    }
  }

  private static final Map<String, Rule> RULES =
      Map.of(
          "runc",
          new Rule(
              List.of(new Version(1, 3, 6), new Version(1, 4, 3)),
              "CVE-2024-21626, CVE-2025-31133, CVE-2025-52565, CVE-2025-52881, CVE-2026-41579"),
          "crun",
          new Rule(List.of(new Version(1, 27, 0)), "CVE-2025-24965, CVE-2026-30892"));

  private SafeVersions() {}

  /**
   * Empty for what is good, and for programs that nobody knows.
   *
   * @param output of {@code --version}
   */
  static Optional<String> complaint(String program, String output) {
    Matcher said = SAID.matcher(output);
    if (!said.find()) {
      return Optional.empty();
    }
    Rule rule = RULES.get(said.group(1));
    Version version =
        new Version(
            Integer.parseInt(said.group(2)),
            Integer.parseInt(said.group(3)),
            said.group(4) == null ? 0 : Integer.parseInt(said.group(4)));
    if (rule == null || rule.good(version, said.group(5) != null)) {
      return Optional.empty();
    }
    return Optional.of(
        "%s is %s %s: programs may break out of their containers (%s) unless your distribution has fixed this version; install %s"
            .formatted(
                program,
                said.group(1),
                version,
                rule.why(),
                String.join(
                    " or ", rule.fixed().stream().map(each -> each + " (or later)").toList())));
  }
}
