package dev.jubelet.runtime.oci;

import dev.jubelet.model.runtime.config.EnvEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A process's environment; what is named later counts. */
final class Environment {
  private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  private Environment() {}

  static List<String> of(SpecInput input) {
    Map<String, String> env = new LinkedHashMap<>();
    env.put("PATH", PATH);
    if (!input.place().paths().hostname().isEmpty()) {
      env.put("HOSTNAME", input.place().paths().hostname());
    }
    if (input.config().tty()) {
      env.put("TERM", "xterm");
    }
    putAll(env, input.image().env());
    for (EnvEntry entry : input.config().env()) {
      env.put(entry.key(), entry.value());
    }
    input.cdi().forEach(edits -> putAll(env, edits.env()));
    if (!env.containsKey("HOME") && !input.identity().home().isEmpty()) {
      env.put("HOME", input.identity().home());
    }
    return env.entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue()).toList();
  }

  /** An image may name a variable without a value, which then is empty. */
  private static void putAll(Map<String, String> env, List<String> entries) {
    for (String entry : entries) {
      int equals = entry.indexOf('=');
      env.put(
          equals < 0 ? entry : entry.substring(0, equals),
          equals < 0 ? "" : entry.substring(equals + 1));
    }
  }
}
