package dev.jubelet.cri.server;

import com.google.protobuf.Message;
import dev.jubelet.cri.messages.ContainerConfigMessages;
import dev.jubelet.cri.messages.ContainerMessages;
import dev.jubelet.cri.messages.SandboxConfigMessages;
import dev.jubelet.cri.messages.SandboxMessages;
import dev.jubelet.cri.wire.ContainerStatus;
import dev.jubelet.cri.wire.PodSandboxStatus;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.ports.runtime.RuntimeRecords;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All that is known of one thing: what is seen of it, and what it was asked to be. */
final class Statuses {
  /** The subject under which runtimes put one object with everything. */
  private static final String INFO = "info";

  private static final Comparator<ContainerStatus> NEWEST_FIRST =
      Comparator.comparingLong(ContainerStatus::getCreatedAt)
          .thenComparingInt(status -> status.getMetadata().getAttempt())
          .reversed();

  private final ContainerRuntime runtime;
  private final RuntimeRecords records;

  Statuses(ContainerRuntime runtime, RuntimeRecords records) {
    this.runtime = runtime;
    this.records = records;
  }

  Optional<PodSandboxStatus> sandbox(SandboxId id) {
    return runtime
        .sandboxes()
        .status(id)
        .map(seen -> SandboxMessages.status(seen, records.sandbox(seen.id())));
  }

  Optional<ContainerStatus> container(ContainerId id) {
    return runtime.containers().status(id).map(this::status);
  }

  /**
   * Of everything in the sandbox, the newest first: the Go kubelet takes the first of a name for
   * its present instance. What is removed meanwhile is not among them.
   */
  List<ContainerStatus> containersOf(SandboxId sandbox, PodUid uid) {
    List<ContainerStatus> found = new ArrayList<>();
    for (ObservedContainer listed : runtime.containers().list(uid)) {
      if (listed.sandbox().equals(sandbox)) {
        container(listed.id()).ifPresent(found::add);
      }
    }
    found.sort(NEWEST_FIRST);
    return found;
  }

  /** For {@code crictl inspectp}: what the runtime tells, with what it was asked for. */
  Map<String, String> details(SandboxId id) {
    return details(id.value(), records.sandbox(id).map(SandboxConfigMessages::config));
  }

  Map<String, String> details(ContainerId id) {
    return details(id.value(), records.container(id).map(ContainerConfigMessages::config));
  }

  private Map<String, String> details(String id, Optional<? extends Message> config) {
    Map<String, String> details = new LinkedHashMap<>(records.details(id));
    config
        .map(MessageJson::of)
        .ifPresent(json ->
            details.computeIfPresent(
                INFO,
                (_, told) ->
                    told.equals("{}")
                        ? "{\"config\":" + json + "}"
                        : "{\"config\":" + json + "," + told.substring(1)));
    return details;
  }

  private ContainerStatus status(ObservedContainer seen) {
    ContainerStatus status = ContainerMessages.status(seen, records.container(seen.id()));
    return seen.logPath().isEmpty() || seen.logPath().startsWith("/")
        ? status
        : status.toBuilder().setLogPath(absolute(seen)).build();
  }

  /** Whoever reads logs does not know the directory of the sandbox. */
  private String absolute(ObservedContainer seen) {
    return records
        .sandbox(seen.sandbox())
        .map(SandboxConfig::logDirectory)
        .map(directory -> Path.of(directory, seen.logPath()).toString())
        .orElse(seen.logPath());
  }
}
