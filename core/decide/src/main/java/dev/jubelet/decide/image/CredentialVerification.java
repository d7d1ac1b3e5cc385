package dev.jubelet.decide.image;

import dev.jubelet.model.meta.WireName;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether a pod that uses an image that is present has to have credentials for it.
 *
 * @param allowlist names of images without tag and digest, or beginnings of them that end in /*
 */
public record CredentialVerification(Policy policy, List<String> allowlist) {
  public static final CredentialVerification STANDARD =
      new CredentialVerification(Policy.NEVER_VERIFY_PRELOADED_IMAGES, List.of());

  /** The words of KubeletConfiguration. */
  public enum Policy implements WireName {
    NEVER_VERIFY,
    NEVER_VERIFY_PRELOADED_IMAGES,
    NEVER_VERIFY_ALLOWLISTED_IMAGES,
    ALWAYS_VERIFY
  }

  public CredentialVerification {
    allowlist = List.copyOf(allowlist);
  }

  /**
   * @param image as a container names it
   * @param pulledByUs whether this node pulled it, or began to
   */
  public boolean isRequired(String image, boolean pulledByUs) {
    return switch (policy) {
      case NEVER_VERIFY -> false;
      case NEVER_VERIFY_PRELOADED_IMAGES -> pulledByUs;
      case NEVER_VERIFY_ALLOWLISTED_IMAGES -> !isAllowlisted(ImageName.withoutTag(image));
      case ALWAYS_VERIFY -> true;
    };
  }

  private boolean isAllowlisted(String name) {
    return allowlist.stream()
        .anyMatch(pattern ->
            pattern.endsWith("/*")
                ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                : name.equals(pattern));
  }

  /** What is wrong with entries of an allowlist, each with its entry. */
  public static List<String> problems(List<String> allowlist) {
    List<String> problems = new ArrayList<>();
    for (String pattern : allowlist) {
      String problem = problem(pattern);
      if (!problem.isEmpty()) {
        problems.add("\"" + pattern + "\": " + problem);
      }
    }
    return problems;
  }

  private static String problem(String pattern) {
    if (!pattern.equals(pattern.strip())) {
      return "leading or trailing spaces are not allowed";
    }
    boolean wildcard = pattern.endsWith("/*");
    String name = wildcard ? pattern.substring(0, pattern.length() - 1) : pattern;
    if (name.indexOf('*') >= 0) {
      return "only patterns that end in /* are allowed";
    }
    if (wildcard) {
      return name.length() == 1 ? "at least the registry's host name is needed" : "";
    }
    try {
      ImageName.parse(name);
    } catch (IllegalArgumentException malformed) {
      return String.valueOf(malformed.getMessage());
    }
    return ImageName.withoutTag(name).equals(name) ? "" : "neither tag nor digest is allowed";
  }
}
