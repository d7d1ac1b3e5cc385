package dev.jubelet.cluster.client;

/** Paths and what is asked of them. */
final class Queries {
  private Queries() {}

  /** The path with more parameters, which are encoded already. */
  static String with(String path, String parameters) {
    return path + (path.indexOf('?') < 0 ? '?' : '&') + parameters;
  }

  /** The value of a parameter as it is written in the path, or "". */
  static String value(String path, String name) {
    int question = path.indexOf('?');
    if (question >= 0) {
      for (String each : path.substring(question + 1).split("&")) {
        if (each.startsWith(name + "=")) {
          return each.substring(name.length() + 1);
        }
      }
    }
    return "";
  }

  /** For people: what is asked for, without the parameters. */
  static String bare(String path) {
    int question = path.indexOf('?');
    return question < 0 ? path : path.substring(0, question);
  }
}
