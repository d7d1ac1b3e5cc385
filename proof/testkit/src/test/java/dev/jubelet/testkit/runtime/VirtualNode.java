package dev.jubelet.testkit.runtime;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.contract.ContractConfigs;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A fake runtime on manual time with one pod to play with. */
final class VirtualNode {
  static final PodUid UID = new PodUid("u1");
  static final String IMAGE = "localhost/app:1";

  final ManualTime time = new ManualTime();
  final FakeRuntime fake = new FakeRuntime(time::now);
  final SandboxConfig pod =
      ContractConfigs.sandbox("web", UID, 0, false, "/var/log/pods/contract_web_u1", "");

  VirtualNode(ContainerScript script) {
    fake.image(IMAGE);
    fake.scripts(ContainerScripts.byImage(Map.of(IMAGE, script)));
  }

  ContainerConfig config(int attempt) {
    return ContractConfigs.container("app", attempt, IMAGE, List.of(), pod);
  }

  SandboxId sandbox() {
    return fake.runtime().sandboxes().run(pod, "");
  }

  ContainerId started() {
    ContainerId id = fake.runtime().containers().create(sandbox(), config(0), pod);
    fake.runtime().containers().start(id);
    return id;
  }

  ObservedContainer seen(ContainerId id) {
    return fake.runtime().containers().status(id).orElseThrow();
  }

  void pass(Duration duration) {
    time.advance(duration);
    fake.advance(time.now());
  }
}
