package dev.jubelet.network.plugin;

import java.util.regex.Pattern;

/** What CNI allows as names; they become parts of file names and arguments of programs. */
public final class CniNames {
  private static final Pattern WORD = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9_.\\-]*");

  // Linux: IFNAMSIZ is 16 with the final NUL.
  private static final int INTERFACE_MAX = 15;

  // The cache's file name has both of them and an interface, and a name has 255 bytes at most.
  private static final int WORD_MAX = 110;

  private CniNames() {}

  public static void requireContainer(String id) {
    if (id.isEmpty()) {
      throw new CniFailure(CniFailure.UNKNOWN_CONTAINER, "missing containerID", "");
    }
    requireWord(id, CniFailure.INVALID_ENVIRONMENT, "containerID");
  }

  public static void requireNetwork(String name) {
    if (name.isEmpty()) {
      throw new CniFailure(CniFailure.INVALID_CONFIG, "missing network name", "");
    }
    requireWord(name, CniFailure.INVALID_CONFIG, "network name");
  }

  private static void requireWord(String word, int code, String what) {
    if (!WORD.matcher(word).matches()) {
      throw new CniFailure(code, "invalid characters in " + what, word);
    }
    if (word.length() > WORD_MAX) {
      throw new CniFailure(code, what + " has more than " + WORD_MAX + " characters", word);
    }
  }

  public static void requireInterface(String name) {
    String wrong =
        name.isEmpty()
            ? "interface name is empty"
            : name.length() > INTERFACE_MAX
                ? "interface name has more than " + INTERFACE_MAX + " characters"
                : name.equals(".") || name.equals("..")
                    ? "interface name is . or .."
                    : name.codePoints().anyMatch(CniNames::forbidden)
                        ? "interface name contains / or : or white space"
                        : "";
    if (!wrong.isEmpty()) {
      throw new CniFailure(CniFailure.INVALID_ENVIRONMENT, wrong, name);
    }
  }

  private static boolean forbidden(int c) {
    return c == '/' || c == ':' || c == 0 || Character.isWhitespace(c) || Character.isSpaceChar(c);
  }

  /** A plugin's type is the name of a file in one of the directories, never a path. */
  public static void requireType(String type) {
    if (type.isEmpty()
        || type.equals(".")
        || type.equals("..")
        || type.indexOf('/') >= 0
        || type.indexOf('\0') >= 0) {
      throw new CniFailure(CniFailure.INVALID_CONFIG, "invalid plugin type", type);
    }
  }
}
