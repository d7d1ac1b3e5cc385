package dev.jubelet.codec;

import dev.jubelet.model.container.ContainerPort;
import dev.jubelet.model.container.env.EnvVar;
import dev.jubelet.model.container.handler.GrpcAction;
import dev.jubelet.model.container.handler.HttpHeader;
import dev.jubelet.model.container.handler.SleepAction;
import dev.jubelet.model.scheduling.PreferredSchedulingTerm;
import dev.jubelet.model.scheduling.TopologySpreadConstraint;
import dev.jubelet.model.scheduling.WeightedPodAffinityTerm;
import dev.jubelet.model.security.Sysctl;
import dev.jubelet.model.status.ContainerStateTerminated;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.LinuxContainerUser;
import dev.jubelet.model.volume.intree.IscsiVolumeSource;
import java.util.Map;
import java.util.Set;

/** The fields that the Kubernetes API writes even when they are zero: clients rely on them. */
final class AlwaysWritten {
  private static final Map<Class<? extends Record>, Set<String>> FIELDS =
      Map.ofEntries(
          Map.entry(
              ContainerStatus.class, Set.of("name", "ready", "restartCount", "image", "imageID")),
          Map.entry(ContainerStateTerminated.class, Set.of("exitCode")),
          Map.entry(LinuxContainerUser.class, Set.of("uid", "gid")),
          Map.entry(ContainerPort.class, Set.of("containerPort")),
          Map.entry(EnvVar.class, Set.of("name")),
          Map.entry(GrpcAction.class, Set.of("port")),
          Map.entry(HttpHeader.class, Set.of("name", "value")),
          Map.entry(SleepAction.class, Set.of("seconds")),
          Map.entry(Sysctl.class, Set.of("name", "value")),
          Map.entry(IscsiVolumeSource.class, Set.of("lun")),
          Map.entry(PreferredSchedulingTerm.class, Set.of("weight")),
          Map.entry(WeightedPodAffinityTerm.class, Set.of("weight")),
          Map.entry(TopologySpreadConstraint.class, Set.of("maxSkew")));

  private AlwaysWritten() {}

  static boolean has(Record owner, String name) {
    return FIELDS.getOrDefault(owner.getClass(), Set.of()).contains(name);
  }
}
