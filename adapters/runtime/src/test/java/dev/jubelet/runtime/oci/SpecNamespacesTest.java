package dev.jubelet.runtime.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.NamespaceOptions.IdMapping;
import dev.jubelet.model.runtime.config.NamespaceOptions.Mode;
import dev.jubelet.model.runtime.config.NamespaceOptions.UserNamespace;
import dev.jubelet.runtime.oci.input.SandboxPaths;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecNamespacesTest {
  private static final UserNamespace USERS =
      new UserNamespace(
          Mode.POD,
          List.of(new IdMapping(100000, 0, 65536)),
          List.of(new IdMapping(200000, 0, 65536)));
  private final Requests request = new Requests();

  @ParameterizedTest
  @CsvSource({
    "POD,/run/pod/net,/run/pod/ipc,/run/pod/pid,/run/pod/uts",
    "CONTAINER,new,new,new,/run/pod/uts",
    "NODE,node,node,node,node",
    "TARGET,/run/pod/net,/run/pod/ipc,/run/pod/pid,/run/pod/uts",
  })
  void isWhereItsModeSays(Mode mode, String network, String ipc, String pid, String uts) {
    request.network = mode;
    request.ipc = mode;
    request.pid = mode;
    SpecText text = text();
    assertThat(text.namespace("mount")).isEqualTo("new");
    assertThat(text.namespace("network")).isEqualTo(network);
    assertThat(text.namespace("ipc")).isEqualTo(ipc);
    assertThat(text.namespace("pid")).isEqualTo(pid);
    assertThat(text.namespace("uts")).isEqualTo(uts);
    assertThat(text.namespace("user")).isEqualTo("node");
  }

  @Test
  void isInThePodsNetworkWhateverItsContainerSays() {
    request.network = Mode.NODE;
    request.ipc = Mode.NODE;
    request.places = SandboxPaths.NONE;
    request.ofContainer = new NamespaceOptions(Mode.POD, Mode.CONTAINER, Mode.POD, "", null);
    SpecText text = text();
    assertThat(text.namespace("network")).isEqualTo("node");
    assertThat(text.namespace("ipc")).isEqualTo("node");
    assertThat(text.namespace("pid")).isEqualTo("new");
  }

  @Test
  void neverMakesANetworkOfItsOwnForWantOfThePods() {
    request.places = SandboxPaths.NONE;
    assertThatThrownBy(request::spec).hasMessageContaining("network namespace of the pod");
  }

  @ParameterizedTest
  @CsvSource({"true,false,new", "true,true,node", "false,false,node"})
  void hidesCgroupsWhereThereIsOneTree(boolean unified, boolean privileged, String namespace) {
    request.unified = unified;
    request.privileged = privileged;
    assertThat(text().namespace("cgroup")).isEqualTo(namespace);
  }

  @Test
  void joinsThePodsUsersAndSaysHowTheyAreMapped() {
    request.users = USERS;
    assertThat(text().namespace("user")).isEqualTo("/run/pod/user");
    assertThat(text().at("linux.uidMappings"))
        .isEqualTo("[{\"containerID\":0,\"hostID\":100000,\"size\":65536}]");
    assertThat(text().at("linux.gidMappings")).contains("200000");
    request.users = new UserNamespace(Mode.NODE, List.of(), List.of());
    assertThat(text().namespace("user")).isEqualTo("node");
    assertThat(text().at("linux.uidMappings")).isEmpty();
  }

  @Test
  void setsKernelParametersOnlyInNamespacesOfItsOwn() {
    request.sysctls = Map.of("net/core/somaxconn", "1", "kernel.shm_rmid_forced", "1");
    assertThat(text().at("linux.sysctl")).isEmpty();
    request.network = Mode.CONTAINER;
    assertThat(text().at("linux.sysctl")).isEqualTo("{\"net.core.somaxconn\":\"1\"}");
    request.network = Mode.NODE;
    request.ipc = Mode.CONTAINER;
    assertThat(text().at("linux.sysctl")).isEqualTo("{\"kernel.shm_rmid_forced\":\"1\"}");
  }

  @Test
  void pauseMakesWhatIsMissingAndJoinsWhatIsThere() {
    request.pid = Mode.POD;
    SpecText joined = pause(Requests.places());
    assertThat(joined.namespace("network")).isEqualTo("/run/pod/net");
    assertThat(joined.namespace("pid")).isEqualTo("new");
    assertThat(joined.namespace("user")).isEqualTo("node");
    assertThat(joined.at("hostname")).isEmpty();

    request.users = USERS;
    SpecText made = pause(SandboxPaths.NONE);
    for (String type : List.of("network", "ipc", "uts", "pid", "user")) {
      assertThat(made.namespace(type)).isEqualTo("new");
    }
    assertThat(made.at("linux.uidMappings")).contains("100000");
  }

  @Test
  void pauseMayDoNothingButWait() {
    SpecText pause = pause(Requests.places());
    assertThat(pause.texts("process.args")).containsExactly("/pause", "-P");
    assertThat(pause.texts("process.capabilities.bounding")).isEmpty();
    assertThat(pause.at("process.noNewPrivileges")).isEqualTo("true");
    assertThat(pause.at("root.readonly")).isEqualTo("true");
    assertThat(pause.mount("/pause")).isEqualTo("bind /usr/bin/catatonit bind,rprivate,ro");
    assertThat(pause.at("linux.seccomp.defaultAction")).isEqualTo("\"SCMP_ACT_ERRNO\"");
  }

  private SpecText pause(SandboxPaths places) {
    return new SpecText(
        PauseSpec.of(request.place(places), "/root-of-pause", "/usr/bin/catatonit"));
  }

  private SpecText text() {
    return new SpecText(request.spec());
  }
}
