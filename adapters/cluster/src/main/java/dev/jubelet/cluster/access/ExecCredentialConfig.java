package dev.jubelet.cluster.access;

import java.util.List;
import java.util.Map;

/**
 * A program that says who we are (KEP-541).
 *
 * @param program a path, or a name that is looked for in {@code PATH}
 * @param installHint what to tell a person when the program is not there
 */
public record ExecCredentialConfig(
    String apiVersion,
    String program,
    List<String> args,
    Map<String, String> env,
    boolean provideClusterInfo,
    String installHint) {
  static final List<String> VERSIONS =
      List.of("client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1");

  public ExecCredentialConfig {
    args = List.copyOf(args);
    env = Map.copyOf(env);
  }

  /** Arguments and environment may be secret. */
  @Override
  public String toString() {
    return program;
  }
}
