package dev.jubelet.model.container;

import dev.jubelet.model.container.env.EnvFromSource;
import dev.jubelet.model.container.env.EnvVar;
import dev.jubelet.model.container.handler.Lifecycle;
import dev.jubelet.model.container.handler.Probe;
import dev.jubelet.model.security.SecurityContext;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

@RecordBuilder
public record Container(
    String name,
    String image,
    List<String> command,
    List<String> args,
    String workingDir,
    List<ContainerPort> ports,
    List<EnvFromSource> envFrom,
    List<EnvVar> env,
    ResourceRequirements resources,
    List<ContainerResizePolicy> resizePolicy,
    @Nullable ContainerRestartPolicy restartPolicy,
    List<ContainerRestartRule> restartPolicyRules,
    List<VolumeMount> volumeMounts,
    List<VolumeDevice> volumeDevices,
    @Nullable Probe livenessProbe,
    @Nullable Probe readinessProbe,
    @Nullable Probe startupProbe,
    @Nullable Lifecycle lifecycle,
    String terminationMessagePath,
    TerminationMessagePolicy terminationMessagePolicy,
    PullPolicy imagePullPolicy,
    @Nullable SecurityContext securityContext,
    boolean stdin,
    boolean stdinOnce,
    boolean tty) {

  public Container {
    command = List.copyOf(command);
    args = List.copyOf(args);
    ports = List.copyOf(ports);
    envFrom = List.copyOf(envFrom);
    env = List.copyOf(env);
    resizePolicy = List.copyOf(resizePolicy);
    restartPolicyRules = List.copyOf(restartPolicyRules);
    volumeMounts = List.copyOf(volumeMounts);
    volumeDevices = List.copyOf(volumeDevices);
  }

  /** One of which only this is known or matters. */
  public static Container partial(
      String name,
      String image,
      PullPolicy imagePullPolicy,
      List<ContainerPort> ports,
      @Nullable Lifecycle lifecycle) {
    return new Container(
        name,
        image,
        List.of(),
        List.of(),
        "",
        ports,
        List.of(),
        List.of(),
        new ResourceRequirements(Map.of(), Map.of(), List.of()),
        List.of(),
        null,
        List.of(),
        List.of(),
        List.of(),
        null,
        null,
        null,
        lifecycle,
        "",
        TerminationMessagePolicy.FILE,
        imagePullPolicy,
        null,
        false,
        false,
        false);
  }

  /** Of an init container: whether it is restarted for ever, beside the main containers. */
  public boolean isSidecar() {
    return restartPolicy == ContainerRestartPolicy.ALWAYS;
  }

  /** What it says of security, be it nothing. */
  public SecurityContext security() {
    return Objects.requireNonNullElse(securityContext, SecurityContext.NONE);
  }

  public Container withResources(ResourceRequirements newResources) {
    return ContainerBuilder.builder(this).resources(newResources).build();
  }
}
