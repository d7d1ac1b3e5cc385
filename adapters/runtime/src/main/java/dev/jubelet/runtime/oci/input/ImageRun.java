package dev.jubelet.runtime.oci.input;

import java.util.List;

/**
 * What an image says about running it, each empty where it says nothing.
 *
 * @param env entries of the form {@code NAME=value}
 * @param user {@code user[:group]}, each a name or a number
 * @param volumes places in the container that are to outlive layers
 */
public record ImageRun(
    List<String> entrypoint,
    List<String> cmd,
    List<String> env,
    String user,
    String workingDir,
    List<String> volumes) {
  public static final ImageRun NOTHING =
      new ImageRun(List.of(), List.of(), List.of(), "", "", List.of());

  public ImageRun {
    entrypoint = List.copyOf(entrypoint);
    cmd = List.copyOf(cmd);
    env = List.copyOf(env);
    volumes = List.copyOf(volumes);
  }
}
