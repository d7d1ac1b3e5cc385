package dev.jubelet.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.IdRange;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.RecordingJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserFilesTest {
  @TempDir Path pods;

  private final IdRange range = new IdRange(131_072, 65_536);

  private final Map<PodUid, IdRange> live = new TreeMap<>();
  private final RecordingJournal journal = new RecordingJournal();

  private UserFiles files() {
    return files(pods);
  }

  private UserFiles files(Path directory) {
    return new UserFiles(
        directory, uid -> Optional.ofNullable(live.get(uid)), () -> ManualTime.DAWN, journal);
  }

  private List<Path> damaged(String uid) throws IOException {
    try (Stream<Path> all = Files.list(pods.resolve(uid))) {
      return all.filter(path -> path.toString().contains(".damaged-")).toList();
    }
  }

  private List<String> told() {
    return journal.lines().stream()
        .filter(line -> line.reason().equals("DamagedState"))
        .map(RecordingJournal.Line::message)
        .toList();
  }

  private Path pod(String uid) throws IOException {
    return Files.createDirectories(pods.resolve(uid));
  }

  /** The text is what the Go kubelet 1.36 writes for such a pod. */
  @Test
  void writesTheFileOfTheGoKubeletAndReadsItBack() throws IOException {
    pod("a");
    pod("b");

    files().write(new PodUid("a"), range);

    assertThat(pods.resolve("a/userns"))
        .hasContent(
            "{\"uidMappings\":[{\"hostId\":131072,\"containerId\":0,\"length\":65536}],"
                + "\"gidMappings\":[{\"hostId\":131072,\"containerId\":0,\"length\":65536}]}");
    assertThat(files().taken()).isEqualTo(Map.of(new PodUid("a"), range));
  }

  @Test
  void makesTheDirectoryOfAPodThatHasNoneYet() {
    files().write(new PodUid("new"), range);

    assertThat(files().taken()).isEqualTo(Map.of(new PodUid("new"), range));
  }

  @Test
  void aNodeWithoutPodsHasAllFree() {
    assertThat(files(pods.resolve("absent")).taken()).isEmpty();
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
  void aDamagedFileIsSetAsideAndWrittenAgainFromWhatRuns(String text) throws IOException {
    Files.writeString(pod("a").resolve("userns"), text);
    live.put(new PodUid("a"), range);

    assertThat(files().taken()).isEqualTo(Map.of(new PodUid("a"), range));
    assertThat(damaged("a")).hasSize(1).first().asString().contains("userns.damaged-2026");
    assertThat(damaged("a").getFirst()).hasContent(text);
    assertThat(told())
        .hasSize(1)
        .first()
        .asString()
        .contains("userns")
        .contains("and written again");

    assertThat(files().taken()).isEqualTo(Map.of(new PodUid("a"), range));
    assertThat(damaged("a")).as("it is whole now").hasSize(1);
  }

  @Test
  void aPodOfWhichNothingRunsHoldsNothing() throws IOException {
    Files.writeString(pod("a").resolve("userns"), "?");

    files().inspect();
    assertThat(told()).hasSize(1).first().asString().contains("not written again");
    assertThat(files().taken()).isEmpty();
    assertThat(pods.resolve("a/userns")).doesNotExist();
  }

  @Test
  void whateverElseIsInItsPlaceIsSetAside() throws IOException {
    Files.createDirectories(pod("a").resolve("userns/deep"));
    Files.createSymbolicLink(pod("b").resolve("userns"), Path.of("userns"));
    Files.write(pod("c").resolve("userns"), new byte[100_000]);
    for (String uid : List.of("a", "b", "c")) {
      live.put(new PodUid(uid), new IdRange(uid.charAt(0) * 65_536L, 65_536));
    }

    assertThat(files().taken()).isEqualTo(live);
    assertThat(told()).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"../x", "a/b", "/etc"})
  void writesNowhereElse(String uid) {
    assertThatThrownBy(() -> files().write(new PodUid(uid), range))
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
