package dev.jubelet.decide.observe;

import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;

/** What happened to a pod in the runtime between two looks. */
public sealed interface PodChange {
  PodUid uid();

  record PodAppeared(PodUid uid, PodName name) implements PodChange {}

  /** It became ready or stopped being so, came or went. */
  record SandboxChanged(PodUid uid, SandboxId sandbox) implements PodChange {}

  record ContainerStarted(PodUid uid, String name, ContainerId container) implements PodChange {}

  record ContainerDied(PodUid uid, String name, ContainerId container) implements PodChange {}

  record ContainerRemoved(PodUid uid, String name, ContainerId container) implements PodChange {}

  /** It is neither running nor known to have ended: created only, or the runtime cannot tell. */
  record ContainerChanged(PodUid uid, String name, ContainerId container) implements PodChange {}

  record PodVanished(PodUid uid, PodName name) implements PodChange {}
}
