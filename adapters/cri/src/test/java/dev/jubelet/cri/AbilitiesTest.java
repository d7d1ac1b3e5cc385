package dev.jubelet.cri;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.cri.messages.ContainerMessages;
import dev.jubelet.cri.messages.MountMessages;
import dev.jubelet.cri.messages.Samples;
import dev.jubelet.cri.wire.ContainerResources;
import dev.jubelet.cri.wire.ContainerStatus;
import dev.jubelet.cri.wire.HugepageLimit;
import dev.jubelet.cri.wire.IDMapping;
import dev.jubelet.cri.wire.LinuxContainerResources;
import dev.jubelet.cri.wire.Mount;
import dev.jubelet.cri.wire.RuntimeFeatures;
import dev.jubelet.cri.wire.RuntimeHandler;
import dev.jubelet.cri.wire.RuntimeHandlerFeatures;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.cri.wire.StatusResponse;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.IdRange;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.ports.MemoryBudget;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a runtime can do and what it tells of its containers. */
@Timeout(60)
class AbilitiesTest {
  @TempDir Path directory = Path.of("/");

  private dev.jubelet.model.runtime.RuntimeFeatures features(StatusResponse answer)
      throws IOException {
    try (ScriptedServer server = new ScriptedServer(directory);
        CriRuntime cri =
            CriRuntime.connect(
                server.endpoint(),
                CriSettings.DEFAULT,
                new MemoryBudget("answers of the runtime", 32 << 20))) {
      server.answer(RuntimeServiceGrpc.getStatusMethod(), request -> answer).start();
      return cri.runtime().facts().features();
    }
  }

  private static RuntimeHandler handler(String name, boolean readOnly, boolean users) {
    return RuntimeHandler.newBuilder()
        .setName(name)
        .setFeatures(
            RuntimeHandlerFeatures.newBuilder()
                .setRecursiveReadOnlyMounts(readOnly)
                .setUserNamespaces(users))
        .build();
  }

  @Test
  void asksWhatEachHandlerCanDo() throws IOException {
    var features =
        features(
            StatusResponse.newBuilder()
                .addRuntimeHandlers(handler("", true, false))
                .addRuntimeHandlers(handler("kata", false, true))
                .setFeatures(RuntimeFeatures.newBuilder().setSupplementalGroupsPolicy(true))
                .build());

    assertThat(features.supplementalGroupsPolicy()).isTrue();
    assertThat(features.handler("").recursiveReadOnlyMounts()).isTrue();
    assertThat(features.handler("").userNamespaces()).isFalse();
    assertThat(features.handler("kata").userNamespaces()).isTrue();
    assertThat(features.handler("absent").recursiveReadOnlyMounts()).isFalse();
  }

  @Test
  void aRuntimeThatSaysNothingCanDoNothing() throws IOException {
    assertThat(features(StatusResponse.getDefaultInstance()))
        .isEqualTo(dev.jubelet.model.runtime.RuntimeFeatures.NONE);
  }

  @Test
  void readsWhatAContainerMayUse() {
    ContainerStatus wire =
        ContainerStatus.newBuilder()
            .setResources(
                ContainerResources.newBuilder()
                    .setLinux(
                        LinuxContainerResources.newBuilder()
                            .setCpuPeriod(100_000)
                            .setCpuQuota(20_000)
                            .setCpuShares(102)
                            .setMemoryLimitInBytes(1L << 30)
                            .setOomScoreAdj(-997)
                            .addHugepageLimits(
                                HugepageLimit.newBuilder().setPageSize("2MB").setLimit(7))
                            .putUnified("memory.oom.group", "1")))
            .build();

    assertThat(ContainerMessages.observed(wire, new SandboxId("s")).resources())
        .isEqualTo(
            new LinuxResources(
                100_000,
                20_000,
                102,
                1L << 30,
                0,
                -997,
                "",
                "",
                Map.of("2MB", 7L),
                Map.of("memory.oom.group", "1")));
  }

  @Test
  void anOlderRuntimeTellsNothing() {
    ContainerStatus wire = ContainerStatus.getDefaultInstance();

    assertThat(ContainerMessages.observed(wire, new SandboxId("s")).resources()).isNull();
  }

  @Test
  void mapsTheOwnersOfMountsBeyondTheSignedNumbers() {
    var config = Samples.container();
    var mapping = new IdRange(3_000_000_512L - 3_000_000_512L % 65_536, 65_536).mapping();
    Mount mount = MountMessages.mount(config.mounts().getFirst().mapped(List.of(mapping)));

    assertThat(mount.getUidMappingsList()).isEqualTo(mount.getGidMappingsList());
    IDMapping wire = mount.getUidMappings(0);
    assertThat(Integer.toUnsignedLong(wire.getHostId())).isEqualTo(2_999_975_936L);
    assertThat(wire.getLength()).isEqualTo(65_536);
  }
}
