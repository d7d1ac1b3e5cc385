package dev.jubelet.runtime.oci;

import dev.jubelet.model.runtime.config.DeviceSpec;
import java.util.List;

/**
 * What the Container Device Interface says must change in a container that gets a device; {@link
 * CdiSpecs} reads it.
 *
 * @param env entries of the form {@code NAME=value}
 */
public record CdiEdits(
    List<String> env,
    List<DeviceSpec> devices,
    List<SpecMount> mounts,
    List<Hook> hooks,
    List<Long> additionalGroups) {
  public CdiEdits {
    env = List.copyOf(env);
    devices = List.copyOf(devices);
    mounts = List.copyOf(mounts);
    hooks = List.copyOf(hooks);
    additionalGroups = List.copyOf(additionalGroups);
  }

  /**
   * @param moment such as {@code createContainer}, as OCI and CDI both call it
   * @param args the first one is the program's name
   * @param timeoutSeconds 0 for none
   */
  public record Hook(
      String moment, String path, List<String> args, List<String> env, long timeoutSeconds) {
    public Hook {
      args = List.copyOf(args);
      env = List.copyOf(env);
    }
  }
}
