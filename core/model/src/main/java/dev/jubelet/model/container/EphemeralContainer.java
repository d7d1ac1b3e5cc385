package dev.jubelet.model.container;

import dev.jubelet.model.container.env.EnvFromSource;
import dev.jubelet.model.container.env.EnvVar;
import dev.jubelet.model.container.handler.Lifecycle;
import dev.jubelet.model.container.handler.Probe;
import dev.jubelet.model.security.SecurityContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record EphemeralContainer(
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
    boolean tty,
    String targetContainerName) {

  public EphemeralContainer {
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

  /** What it has in common with all containers, which is all that a runtime is told. */
  public Container asContainer() {
    return ContainerBuilder.builder()
        .name(name)
        .image(image)
        .command(command)
        .args(args)
        .workingDir(workingDir)
        .ports(ports)
        .envFrom(envFrom)
        .env(env)
        .resources(resources)
        .resizePolicy(resizePolicy)
        .restartPolicy(restartPolicy)
        .restartPolicyRules(restartPolicyRules)
        .volumeMounts(volumeMounts)
        .volumeDevices(volumeDevices)
        .livenessProbe(livenessProbe)
        .readinessProbe(readinessProbe)
        .startupProbe(startupProbe)
        .lifecycle(lifecycle)
        .terminationMessagePath(terminationMessagePath)
        .terminationMessagePolicy(terminationMessagePolicy)
        .imagePullPolicy(imagePullPolicy)
        .securityContext(securityContext)
        .stdin(stdin)
        .stdinOnce(stdinOnce)
        .tty(tty)
        .build();
  }
}
