package dev.jubelet.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.IdRange;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserFilesTest {
  @TempDir Path pods;

  private final IdRange range = new IdRange(131_072, 65_536);

  private Path pod(String uid) throws IOException {
    return Files.createDirectories(pods.resolve(uid));
  }

  /** The text is what the Go kubelet 1.36 writes for such a pod. */
  @Test
  void writesTheFileOfTheGoKubeletAndReadsItBack() throws IOException {
    pod("a");
    pod("b");

    new UserFiles(pods).write(new PodUid("a"), range);

    assertThat(pods.resolve("a/userns"))
        .hasContent(
            "{\"uidMappings\":[{\"hostId\":131072,\"containerId\":0,\"length\":65536}],"
                + "\"gidMappings\":[{\"hostId\":131072,\"containerId\":0,\"length\":65536}]}");
    assertThat(new UserFiles(pods).taken()).isEqualTo(Map.of(new PodUid("a"), range));
  }

  @Test
  void makesTheDirectoryOfAPodThatHasNoneYet() {
    new UserFiles(pods).write(new PodUid("new"), range);

    assertThat(new UserFiles(pods).taken()).isEqualTo(Map.of(new PodUid("new"), range));
  }

  @Test
  void aNodeWithoutPodsHasAllFree() {
    assertThat(new UserFiles(pods.resolve("absent")).taken()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "{\"uidMappings\":[",
        "{\"uidMappings\":[{\"hostId\":131072,\"containerId\":1,\"length\":65536}],"
            + "\"gidMappings\":[{\"hostId\":131072,\"containerId\":1,\"length\":65536}]}",
        "{\"uidMappings\":[{\"hostId\":131072,\"containerId\":0,\"length\":65536}],"
            + "\"gidMappings\":[{\"hostId\":65536,\"containerId\":0,\"length\":65536}]}",
        "{\"uidMappings\":[{\"hostId\":4294967295,\"containerId\":0,\"length\":65536}],"
            + "\"gidMappings\":[{\"hostId\":4294967295,\"containerId\":0,\"length\":65536}]}",
      })
  void nobodyGetsUsersWhileOnePodsAreNotKnown(String text) throws IOException {
    Files.writeString(pod("a").resolve("userns"), text);

    assertThatThrownBy(() -> new UserFiles(pods).taken())
        .isInstanceOf(OutsideFailure.class)
        .hasMessageContaining("pod a")
        .hasMessageContaining("userns");
  }

  @Test
  void neitherWhenSomethingElseIsInItsPlace() throws IOException {
    Files.createDirectories(pod("a").resolve("userns"));

    assertThatThrownBy(() -> new UserFiles(pods).taken()).isInstanceOf(OutsideFailure.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"../x", "a/b", "/etc"})
  void writesNowhereElse(String uid) {
    assertThatThrownBy(() -> new UserFiles(pods).write(new PodUid(uid), range))
        .isInstanceOf(OutsideFailure.class);
  }

  @Test
  void readsWhatWasSetAsideForPods() throws IOException {
    assertThat(SubordinateIds.read(pods)).isEmpty();

    Files.writeString(pods.resolve("subuid"), "root:1:1\nkubelet:131072:6553600\n");
    Files.writeString(pods.resolve("subgid"), "kubelet:131072:6553600\n");

    assertThat(SubordinateIds.read(pods)).contains(new IdRange(131_072, 6_553_600));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kubelet:131072:6553600\nkubelet:1:2\n",
        "kubelet:x:y\n",
        "kubelet:1\n",
        "kubelet:1:-1\n"
      })
  void saysWhatIsWrongWithThem(String lines) throws IOException {
    Files.writeString(pods.resolve("subuid"), lines);
    Files.writeString(pods.resolve("subgid"), lines);

    assertThatThrownBy(() -> SubordinateIds.read(pods))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void usersAndGroupsHaveToBeTheSame() throws IOException {
    Files.writeString(pods.resolve("subuid"), "kubelet:131072:6553600\n");

    assertThatThrownBy(() -> SubordinateIds.read(pods)).hasMessageContaining("mismatched");
  }
}
