package dev.jubelet.volumes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.objects.LocalVolumeSource;
import dev.jubelet.model.objects.PersistentVolume;
import dev.jubelet.model.objects.PersistentVolumeClaim;
import dev.jubelet.model.objects.PersistentVolumeSpec;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.PersistentVolumeAccessMode;
import dev.jubelet.model.volume.PersistentVolumeClaimSpec;
import dev.jubelet.model.volume.PersistentVolumeMode;
import dev.jubelet.model.volume.VolumeResourceRequirements;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.Needed;
import dev.jubelet.testkit.Pods;
import dev.jubelet.testkit.RecordingJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClaimVolumesTest {
  private static final List<PersistentVolumeAccessMode> ONCE =
      List.of(PersistentVolumeAccessMode.READ_WRITE_ONCE);

  @TempDir Path temp;
  private Node node;

  @BeforeEach
  void open() {
    node = Node.in(temp);
  }

  private static ObjectMeta meta(String namespace, String name) {
    return new ObjectMeta(
        name, "", namespace, "", "", 0, null, null, null, Map.of(), Map.of(), List.of(), List.of());
  }

  private void claim(String name, @Nullable String storageClass, PersistentVolumeMode mode) {
    claim(name, storageClass, mode, ONCE);
  }

  private void claim(String name, List<PersistentVolumeAccessMode> access) {
    claim(name, null, PersistentVolumeMode.FILESYSTEM, access);
  }

  private void claim(
      String name,
      @Nullable String storageClass,
      PersistentVolumeMode mode,
      List<PersistentVolumeAccessMode> access) {
    node.objects()
        .put(
            new PersistentVolumeClaim(
                meta("shop", name),
                new PersistentVolumeClaimSpec(
                    access,
                    null,
                    new VolumeResourceRequirements(
                        Map.of(), Map.of("storage", Quantity.parse("1Mi"))),
                    "",
                    storageClass,
                    mode,
                    null,
                    null,
                    null)));
  }

  private void local(String name, Path path, PersistentVolumeMode mode) {
    node.objects()
        .put(
            new PersistentVolume(
                meta("", name),
                new PersistentVolumeSpec(
                    Map.of("storage", Quantity.parse("1Gi")),
                    ONCE,
                    "Retain",
                    "",
                    mode,
                    List.of(),
                    null,
                    null,
                    new LocalVolumeSource(path.toString(), null),
                    null,
                    null)));
  }

  private static Pod pod(String claim, String... more) {
    return Node.pod("{name: v, persistentVolumeClaim: {claimName: " + claim + "}}", more);
  }

  private Path mount(Pod pod) {
    return Path.of(node.volumes().mount(pod, Node.volume(pod)));
  }

  @Test
  void aClaimWithoutAVolumeGetsADirectoryThatOutlivesThePod() throws IOException {
    claim("data", null, PersistentVolumeMode.FILESYSTEM);
    Path directory = mount(pod("data"));
    assertThat(directory).isEqualTo(node.directory().resolve("root/local-volumes/shop_data"));
    assertThat(Node.mode(directory)).isEqualTo("777");
    Files.writeString(directory.resolve("f"), "kept");
    node.volumes().unmountAll(pod("data").uid());
    assertThat(mount(pod("data")).resolve("f")).hasContent("kept");
  }

  @Test
  void aClaimOfAClusterIsBoundByTheClusterOnly() throws IOException {
    Path disk = Files.createDirectory(node.directory().resolve("disk"));
    local("disk", disk, PersistentVolumeMode.FILESYSTEM);
    node.objects().ofCluster();
    assertThatThrownBy(() -> mount(pod("data")))
        .hasMessage(
            "error processing PVC shop/data: failed to fetch PVC from API server:"
                + " persistentvolumeclaims \"data\" not found");
    claim("data", null, PersistentVolumeMode.FILESYSTEM);
    assertThatThrownBy(() -> mount(pod("data")))
        .hasMessage("error processing PVC shop/data: PVC is not bound");
    bound("data", "disk", disk);
    assertThat(mount(pod("data"))).isEqualTo(disk);
  }

  private void bound(String claim, String volume, Path path) {
    ObjectMeta meta = meta("shop", claim).withIdentity(claim, "shop", "claim-uid");
    node.objects()
        .put(
            new PersistentVolumeClaim(
                meta,
                new PersistentVolumeClaimSpec(
                    ONCE,
                    null,
                    new VolumeResourceRequirements(Map.of(), Map.of()),
                    volume,
                    null,
                    PersistentVolumeMode.FILESYSTEM,
                    null,
                    null,
                    null),
                new PersistentVolumeClaim.ClaimStatus("Bound")));
    node.objects()
        .put(
            new PersistentVolume(
                meta("", volume),
                new PersistentVolumeSpec(
                    Map.of(),
                    ONCE,
                    "Retain",
                    "",
                    PersistentVolumeMode.FILESYSTEM,
                    List.of(),
                    new PersistentVolumeSpec.ClaimReference("shop", claim, "claim-uid"),
                    null,
                    new LocalVolumeSource(path.toString(), null),
                    null,
                    null)));
  }

  @Test
  void twoClaimsNeverShareAVolumeAlsoAfterARestart() throws IOException {
    Path one = Files.createDirectory(node.directory().resolve("one"));
    Path two = Files.createDirectory(node.directory().resolve("two"));
    claim("first", null, PersistentVolumeMode.FILESYSTEM);
    claim("second", null, PersistentVolumeMode.FILESYSTEM);
    local("b", two, PersistentVolumeMode.FILESYSTEM);
    assertThat(mount(pod("second"))).isEqualTo(two);
    local("a", one, PersistentVolumeMode.FILESYSTEM);
    assertThat(mount(pod("first"))).isEqualTo(one);
    assertThat(mount(pod("second"))).isEqualTo(two);
  }

  @Test
  void aDamagedMemoryOfABindingIsSetAsideAndTold() throws IOException {
    Path one = Files.createDirectory(node.directory().resolve("one"));
    claim("first", null, PersistentVolumeMode.FILESYSTEM);
    local("a", one, PersistentVolumeMode.FILESYSTEM);
    Path book = node.directory().resolve("root/volume-claims");
    Files.createDirectories(book.resolve("a/deep"));
    assertThat(mount(pod("first"))).isEqualTo(one);
    assertThat(mount(pod("first"))).isEqualTo(one);
    assertThat(book.resolve("a")).isSymbolicLink();
    assertThat(book).isDirectoryContaining("glob:**/a.damaged-*");
    assertThat(node.journal().lines())
        .extracting(RecordingJournal.Line::reason)
        .containsExactly("DamagedState");
  }

  private static Pod named(String uid, String claim) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: web, namespace: shop, uid: %s}
        spec:
          containers: [{name: main, image: "localhost/busybox:1"}]
          volumes: [{name: v, persistentVolumeClaim: {claimName: %s}}]
        """
            .formatted(uid, claim));
  }

  private Pod withFiles(String uid, String claim) throws IOException {
    Files.createDirectories(node.paths().pods().resolve(uid));
    return named(uid, claim);
  }

  @Test
  void aClaimForOnePodIsRefusedToASecondUntilTheFirstHasGivenItBack() throws IOException {
    claim("alone", List.of(PersistentVolumeAccessMode.READ_WRITE_ONCE_POD));
    Pod first = withFiles("u1", "alone");
    Pod second = withFiles("u2", "alone");
    mount(first);
    mount(first);
    // Every call makes its own volumes anew, as a restart of ours does.
    assertThatThrownBy(() -> mount(second))
        .isInstanceOf(OutsideFailure.class)
        .hasMessageContaining("claim shop/alone is for one pod at a time")
        .hasMessageContaining("pod u1 has it");
    node.volumes().unmountAll(first.uid());
    mount(second);
    assertThatThrownBy(() -> mount(first)).hasMessageContaining("pod u2 has it");
  }

  @Test
  void aHolderWhoseFilesAreGoneHoldsNothing() throws IOException {
    claim("alone", List.of(PersistentVolumeAccessMode.READ_WRITE_ONCE_POD));
    mount(withFiles("u1", "alone"));
    Files.delete(node.paths().pods().resolve("u1"));
    mount(withFiles("u2", "alone"));
  }

  @Test
  void otherClaimsMayBeShared() throws IOException {
    claim("shared", null, PersistentVolumeMode.FILESYSTEM);
    mount(withFiles("u1", "shared"));
    mount(withFiles("u2", "shared"));
  }

  @Test
  void aLocalVolumeBelongsToTheFsGroup() throws IOException {
    Needed.root();
    Path one = Files.createDirectory(node.directory().resolve("one"));
    Files.writeString(one.resolve("f"), "x");
    claim("data", null, PersistentVolumeMode.FILESYSTEM);
    local("a", one, PersistentVolumeMode.FILESYSTEM);
    mount(pod("data", "securityContext: {fsGroup: 4242}"));
    assertThat(Files.getAttribute(one.resolve("f"), "unix:gid")).isEqualTo(4242);
    Files.writeString(one.resolve("g"), "x");
    Files.setAttribute(one.resolve("g"), "unix:gid", 0);
    mount(pod("data", "securityContext: {fsGroup: 4242, fsGroupChangePolicy: OnRootMismatch}"));
    assertThat(Files.getAttribute(one.resolve("g"), "unix:gid")).isEqualTo(0);
    mount(pod("data", "securityContext: {fsGroup: 4242, fsGroupChangePolicy: Always}"));
    assertThat(Files.getAttribute(one.resolve("g"), "unix:gid")).isEqualTo(4242);
  }

  @Test
  void ephemeralVolumesGoWithTheirPod() {
    Pod pod =
        Node.pod(
            "{name: v, ephemeral: {volumeClaimTemplate: {spec: {accessModes: [ReadWriteOnce],"
                + " resources: {requests: {storage: 1Mi}}}}}}");
    Path directory = mount(pod);
    assertThat(directory).isDirectory();
    assertThat(directory.toString()).contains("/11-22/volumes/kubernetes.io~local-volume/v");
    node.volumes().unmountAll(pod.uid());
    assertThat(directory).doesNotExist();
  }

  @Test
  void saysWhatIsMissing() {
    assertThatThrownBy(() -> mount(pod("data")))
        .isInstanceOf(OutsideFailure.class)
        .hasMessage("persistentvolumeclaim \"data\" not found");
    claim("data", null, PersistentVolumeMode.FILESYSTEM);
    local("a", node.directory().resolve("absent"), PersistentVolumeMode.FILESYSTEM);
    assertThatThrownBy(() -> mount(pod("data")))
        .isInstanceOf(OutsideFailure.class)
        .hasMessageContaining("absent\" of the local volume")
        .hasMessageContaining("no such file or directory");
  }

  @Test
  void aBlockVolumeMustBeABlockDevice() throws IOException {
    Path one = Files.createDirectory(node.directory().resolve("one"));
    claim("data", null, PersistentVolumeMode.BLOCK);
    local("a", one, PersistentVolumeMode.BLOCK);
    assertThatThrownBy(() -> mount(pod("data"))).hasMessageContaining("is not a block device");
  }

  @Test
  void anImageVolumeIsLeftToTheRuntime() {
    Pod pod = Node.pod("{name: v, image: {reference: \"localhost/data:1\"}}");
    assertThat(node.volumes().mount(pod, Node.volume(pod))).isEqualTo("localhost/data:1");
  }
}
