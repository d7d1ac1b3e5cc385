package dev.jubelet.model.runtime.config;

import dev.jubelet.model.meta.Ordered;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a runtime is told about a container (CRI ContainerConfig).
 *
 * @param cdiDevices full names of devices that files on the node describe (CDI)
 */
@RecordBuilder
public record ContainerConfig(
    String name,
    int attempt,
    ImageSpec image,
    List<String> command,
    List<String> args,
    String workingDir,
    List<EnvEntry> env,
    List<MountSpec> mounts,
    List<DeviceSpec> devices,
    Map<String, String> labels,
    Map<String, String> annotations,
    String logPath,
    boolean stdin,
    boolean stdinOnce,
    boolean tty,
    LinuxResources resources,
    ContainerSecurity security,
    @Nullable String stopSignal,
    List<String> cdiDevices) {
  public ContainerConfig {
    command = List.copyOf(command);
    args = List.copyOf(args);
    env = List.copyOf(env);
    mounts = List.copyOf(mounts);
    devices = List.copyOf(devices);
    labels = Ordered.copyOf(labels);
    annotations = Ordered.copyOf(annotations);
    cdiDevices = List.copyOf(cdiDevices);
  }
}
