package dev.jubelet.nodeserver.tls;

import java.util.ArrayList;
import java.util.List;

/**
 * The kubelet's {@code tlsMinVersion} and {@code tlsCipherSuites} in the words of the JDK.
 *
 * @param protocols never older than TLS 1.2, which the JDK does not speak any more
 * @param suites empty: what the JDK finds safe
 */
public record CipherChoice(List<String> protocols, List<String> suites) {
  private static final List<String> SINCE_12 = List.of("TLSv1.3", "TLSv1.2");

  public CipherChoice {
    protocols = List.copyOf(protocols);
    suites = List.copyOf(suites);
  }

  /**
   * @param supported the suites that this JDK has
   * @throws IllegalArgumentException for a name that nobody knows
   */
  public static CipherChoice of(String minVersion, List<String> names, List<String> supported) {
    List<String> protocols =
        switch (minVersion) {
          case "", "VersionTLS10", "VersionTLS11", "VersionTLS12" -> SINCE_12;
          case "VersionTLS13" -> List.of("TLSv1.3");
          default ->
              throw new IllegalArgumentException(
                  "tlsMinVersion: \"%s\" is none of VersionTLS10, VersionTLS11, VersionTLS12, VersionTLS13"
                      .formatted(minVersion));
        };
    if (names.isEmpty()) {
      return new CipherChoice(protocols, List.of());
    }
    List<String> suites = new ArrayList<>();
    // Go: those of TLS 1.3 cannot be chosen.
    supported.stream()
        .filter(suite -> suite.startsWith("TLS_AES_") || suite.startsWith("TLS_CHACHA20_"))
        .forEach(suites::add);
    for (String name : names) {
      // Go has an old name for two of them.
      String full = name.endsWith("_CHACHA20_POLY1305") ? name + "_SHA256" : name;
      if (!supported.contains(full)) {
        throw new IllegalArgumentException(
            "tlsCipherSuites: \"" + name + "\" is not a suite that this machine has");
      }
      if (!suites.contains(full)) {
        suites.add(full);
      }
    }
    return new CipherChoice(protocols, suites);
  }
}
