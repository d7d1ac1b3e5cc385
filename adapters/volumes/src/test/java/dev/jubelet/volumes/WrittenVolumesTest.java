package dev.jubelet.volumes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.objects.Blob;
import dev.jubelet.model.objects.ConfigMap;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.objects.Secret;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.Needed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WrittenVolumesTest {
  private static final Pod CONFIG = Node.pod("{name: v, configMap: {name: app}}");
  private static final Pod HIDDEN = Node.pod("{name: v, secret: {secretName: key}}");

  @TempDir Path temp;
  private Node node;
  private NodeVolumes volumes;

  @BeforeEach
  void open() {
    node = Node.in(temp);
    volumes = node.volumes();
    node.objects().put(config("1"));
    node.objects().put(new Secret(meta("key"), "Opaque", Map.of(), Map.of("p", "hush"), null));
  }

  @AfterEach
  void nothingIsLeftMounted() {
    for (MountTable.Mount mount : MountTable.read().beneath(node.directory())) {
      Mounts.unmountLazily(Path.of(mount.point()));
    }
  }

  private static ConfigMap config(String value) {
    return new ConfigMap(
        meta("app"), Map.of("a", value), Map.of("bin", Blob.of(new byte[] {0, -1})), null);
  }

  private static ObjectMeta meta(String name) {
    return new ObjectMeta(
        name, "", "shop", "", "", 0, null, null, null, Map.of(), Map.of(), List.of(), List.of());
  }

  private Path mount(Pod pod) {
    return Path.of(volumes.mount(pod, Node.volume(pod)));
  }

  @Test
  void configMapIsFilesOnTheDisk() throws IOException {
    Path volume = mount(CONFIG);
    assertThat(volume.resolve("a")).hasContent("1");
    assertThat(Files.readAllBytes(volume.resolve("bin"))).containsExactly(0, -1);
    assertThat(Node.mode(volume)).isEqualTo("777");
    assertThat(volume.toString()).endsWith("/11-22/volumes/kubernetes.io~configmap/v");
    assertThat(MountTable.read().isMountPoint(volume)).isFalse();
  }

  @Test
  void tokenIsInMemoryForTheUserOfThePodAndIsReplacedWhole() throws IOException {
    Needed.root();
    node.objects().token("first");
    Pod pod =
        Node.pod(
            "{name: v, projected: {sources: [{serviceAccountToken: {path: token}}]}}",
            "securityContext: {runAsUser: 1234, fsGroup: 77}");
    Path volume = mount(pod);
    Path file = volume.resolve("token");
    assertThat(file).hasContent("first");
    assertThat(Node.mode(file)).isEqualTo("640");
    assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(1234);
    assertThat(Files.getAttribute(file, "unix:gid")).isEqualTo(77);
    assertThat(Files.getFileStore(volume).type()).isEqualTo("tmpfs");
    Path before = volume.resolve("..data").toRealPath();
    mount(pod);
    assertThat(volume.resolve("..data").toRealPath()).isEqualTo(before);
    node.objects().token("second");
    mount(pod);
    assertThat(file).hasContent("second");
  }

  @Test
  void largeFilesAreWrittenWhenItIsTheirTurn() throws Exception {
    String large = "x".repeat(1 << 20);
    node.objects().put(config(large));
    List<Thread> writers =
        IntStream.range(0, 20)
            .mapToObj(_ -> Thread.ofVirtual().start(() -> mount(CONFIG)))
            .toList();
    for (Thread writer : writers) {
      assertThat(writer.join(Duration.ofSeconds(60))).isTrue();
    }
    assertThat(mount(CONFIG).resolve("a")).hasContent(large);
  }

  @Test
  void askedAgainItBringsFilesUpToDate() {
    Path volume = mount(CONFIG);
    node.objects().put(config("2"));
    assertThat(mount(CONFIG)).isEqualTo(volume);
    assertThat(volume.resolve("a")).hasContent("2");
  }

  @Test
  void objectThatWentLeavesTheVolumeAsItIs() {
    Path volume = mount(CONFIG);
    NodeVolumes later = Node.in(temp).volumes();
    assertThatThrownBy(() -> later.mount(CONFIG, Node.volume(CONFIG)))
        .isInstanceOfSatisfying(
            OutsideFailure.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.NOT_FOUND))
        .hasMessage("configmap \"app\" not found");
    assertThat(volume.resolve("a")).hasContent("1");
  }

  @Test
  void objectThatIsNotKnownYetLeavesTheVolumeInUse() {
    Path volume = mount(CONFIG);
    Node restarted = Node.in(temp);
    restarted.objects().unknown(new ObjectReference("ConfigMap", "shop", "app"));
    NodeVolumes later = restarted.volumes();
    assertThat(later.mount(CONFIG, Node.volume(CONFIG))).isEqualTo(volume.toString());
    assertThat(volume.resolve("a")).hasContent("1");
  }

  @Test
  void objectThatIsNotKnownYetMakesNoVolume() {
    node.objects().unknown(new ObjectReference("ConfigMap", "shop", "app"));
    assertThatThrownBy(() -> mount(CONFIG))
        .isInstanceOfSatisfying(
            OutsideFailure.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.UNAVAILABLE));
  }

  @Test
  void secretThatIsNotKnownYetAndWhoseMemoryIsGoneMakesNoVolume() {
    Needed.root();
    Path volume = mount(HIDDEN);
    node.objects().unknown(new ObjectReference("Secret", "shop", "key"));
    assertThat(mount(HIDDEN)).isEqualTo(volume);
    Mounts.unmountLazily(volume);
    assertThatThrownBy(() -> mount(HIDDEN)).isInstanceOf(OutsideFailure.class);
  }

  @Test
  void secretIsInMemoryOnlyAndMountedOnce() throws IOException {
    Needed.root();
    Path volume = mount(HIDDEN);
    mount(HIDDEN);
    assertThat(volume.resolve("p")).hasContent("hush");
    assertThat(Node.mode(volume)).isEqualTo("1777");
    assertThat(MountTable.read().beneath(volume)).hasSize(1);
    assertThat(MountTable.read().at(volume).orElseThrow().type()).isEqualTo("tmpfs");
    Mounts.unmountLazily(volume);
    assertThat(volume).isEmptyDirectory();
  }

  @Test
  void secretBelongsToTheFsGroup() throws IOException {
    Needed.root();
    Path volume =
        mount(
            Node.pod(
                "{name: v, secret: {secretName: key, defaultMode: 256}}",
                "securityContext: {fsGroup: 4242}"));
    assertThat(Node.mode(volume)).isEqualTo("3777");
    assertThat(Node.mode(volume.resolve("p"))).isEqualTo("440");
    assertThat(Files.getAttribute(volume.resolve("p"), "unix:gid")).isEqualTo(4242);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{name: v, downwardAPI: {items: [{path: f, fieldRef: {fieldPath: metadata.name}}]}}"
            + "|downward-api|web",
        "{name: v, projected: {sources: [{configMap: {name: app, items: [{key: a, path: f}]}}]}}"
            + "|projected|1",
      })
  void otherKindsAreInMemoryToo(String yaml, String plugin, String content) {
    Needed.root();
    Path volume = mount(Node.pod(yaml));
    assertThat(volume.toString()).endsWith("/kubernetes.io~" + plugin + "/v");
    assertThat(volume.resolve("f")).hasContent(content);
    assertThat(MountTable.read().at(volume).orElseThrow().type()).isEqualTo("tmpfs");
  }

  @Test
  void nothingIsLeftAfterwards() {
    Needed.root();
    mount(HIDDEN);
    mount(CONFIG);
    volumes.unmountAll(HIDDEN.uid());
    assertThat(node.directory().resolve("root/pods/11-22")).isEmptyDirectory();
  }
}
