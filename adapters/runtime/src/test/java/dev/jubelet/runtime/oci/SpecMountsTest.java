package dev.jubelet.runtime.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.model.container.MountPropagationMode;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.model.runtime.config.NamespaceOptions.IdMapping;
import dev.jubelet.model.runtime.config.NamespaceOptions.Mode;
import dev.jubelet.model.runtime.config.NamespaceOptions.UserNamespace;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecMountsTest {
  private final Requests request = new Requests();

  @Test
  void mountsTheUsualWithParentsFirst() {
    assertThat(text().mountPlaces())
        .containsExactly(
            "/proc",
            "/dev",
            "/sys",
            "/dev/pts",
            "/dev/mqueue",
            "/dev/shm",
            "/etc/resolv.conf",
            "/etc/hostname",
            "/etc/hosts",
            "/sys/fs/cgroup");
    assertThat(text().mount("/sys")).isEqualTo("sysfs sysfs nosuid,noexec,nodev,ro");
    assertThat(text().mount("/dev/shm"))
        .isEqualTo("bind /run/pod/shm rbind,nosuid,noexec,nodev,rw");
    assertThat(text().mount("/etc/hostname")).isEqualTo("bind /run/pod/hostname rbind,rprivate,rw");
  }

  @Test
  void letsPrivilegedOnesWriteToSys() {
    request.privileged = true;
    assertThat(text().mount("/sys")).endsWith(",rw");
    assertThat(text().mount("/sys/fs/cgroup")).endsWith(",rw");
  }

  @Test
  void protectsThePodsFilesTogetherWithTheRoot() {
    request.readOnlyRoot = true;
    assertThat(text().mount("/etc/resolv.conf")).endsWith(",ro");
  }

  @Test
  void putsMountsOfThePodInTheirOrderAndInPlaceOfTheUsual() {
    request.mounts =
        List.of(
            mount("/data/inner/deep", "/v1"),
            mount("/etc/hostname", "/v2"),
            mount("/data/", "/v3"),
            mount("/dev/shm", "/v4"),
            mount("/etc", "/v5"));
    List<String> places = text().mountPlaces();
    assertThat(places)
        .containsSubsequence("/data", "/data/inner/deep")
        .containsSubsequence("/etc", "/etc/resolv.conf")
        .doesNotHaveDuplicates();
    assertThat(text().mount("/etc/hostname")).startsWith("bind /v2 ");
    assertThat(text().mount("/dev/shm")).startsWith("bind /v4 ");
  }

  @Test
  void leavesOutWhatANodesDevOrSysBringsAlong() {
    request.mounts = List.of(mount("/dev", "/dev"), mount("/sys", "/sys"));
    assertThat(text().mountPlaces())
        .containsExactly(
            "/proc", "/dev", "/sys", "/etc/resolv.conf", "/etc/hostname", "/etc/hosts");
  }

  @Test
  void usesTheLaterOfTwoAtOnePlace() {
    request.mounts = List.of(mount("/data", "/v1"), mount("/data/", "/v2"));
    assertThat(text().mount("/data")).isEqualTo("bind /v2 rbind,rprivate,rw");
  }

  @ParameterizedTest
  @CsvSource({
    "NONE,false,false,'rbind,rprivate,rw',''",
    "NONE,true,false,'rbind,rprivate,ro',''",
    "NONE,true,true,'rbind,rprivate,rro',''",
    "HOST_TO_CONTAINER,false,false,'rbind,rslave,rw','\"rslave\"'",
    "BIDIRECTIONAL,true,false,'rbind,rshared,ro','\"rshared\"'",
  })
  void bindsAsAsked(
      MountPropagationMode mode, boolean ro, boolean recursive, String options, String root) {
    request.mounts = List.of(new MountSpec("/data", "/v", ro, recursive, false, mode));
    assertThat(text().mount("/data")).isEqualTo("bind /v " + options);
    assertThat(text().at("linux.rootfsPropagation")).isEqualTo(root);
  }

  @Test
  void letsTheRootPropagateAsFarAsAnyMount() {
    request.mounts =
        List.of(
            new MountSpec("/a", "/v", false, false, false, MountPropagationMode.BIDIRECTIONAL),
            new MountSpec("/b", "/v", false, false, false, MountPropagationMode.HOST_TO_CONTAINER));
    assertThat(text().at("linux.rootfsPropagation")).isEqualTo("\"rshared\"");
  }

  @Test
  void refusesWhatCannotBe() {
    refuses(mount("/", "/v"), "root cannot be mounted over");
    refuses(mount("/a/..", "/v"), "root cannot be mounted over");
    refuses(mount("/a", ""), "no host path is given");
    refuses(
        new MountSpec("/a", "/v", false, true, false, MountPropagationMode.NONE),
        "must be read-only");
    refuses(
        new MountSpec("/a", "/v", true, true, false, MountPropagationMode.BIDIRECTIONAL),
        "must not propagate");
  }

  @Test
  void mapsOwners() {
    request.mounts = List.of(mount("/data", "/v").mapped(List.of(new IdMapping(-65536, 0, 10))));
    assertThat(text().objects("mounts"))
        .anySatisfy(json ->
            assertThat(json)
                .contains("\"uidMappings\":[{\"containerID\":0,\"hostID\":4294901760,\"size\":10}]")
                .contains("\"gidMappings\":["));
  }

  @Test
  void sharesTheNodesMemoryWithTheNodesIpc() {
    request.ipc = Mode.NODE;
    assertThat(text().mount("/dev/shm")).startsWith("bind /dev/shm ");
    request.ipc = Mode.CONTAINER;
    assertThat(text().mount("/dev/shm")).startsWith("tmpfs shm ");
  }

  @Test
  void bindsWhatOtherUsersCannotMount() {
    request.users = users(65536);
    assertThat(text().mount("/sys")).startsWith("sysfs ");
    assertThat(text().mount("/dev/pts")).endsWith("gid=5");
    request.network = Mode.NODE;
    request.pid = Mode.NODE;
    request.ipc = Mode.NODE;
    assertThat(text().mount("/sys")).isEqualTo("bind /sys rbind,nosuid,noexec,nodev,ro");
    assertThat(text().mount("/proc")).startsWith("bind /proc ");
    assertThat(text().mountPlaces()).doesNotContain("/dev/mqueue");
    request.users = users(1);
    assertThat(text().mount("/dev/pts")).doesNotContain("gid=");
  }

  @Test
  void reportsWhatMustBeRelabelled() {
    request.mounts =
        List.of(
            mount("/a", "/v1"),
            new MountSpec("/b", "/v2", false, false, true, MountPropagationMode.NONE));
    assertThat(request.spec().relabel()).isEmpty();
    request.selinuxThere = true;
    assertThat(request.spec().relabel()).containsExactly("/v2");
    assertThat(request.spec().mountLabel()).startsWith("system_u:object_r:container_file_t:s0:c");
  }

  private void refuses(MountSpec mount, String why) {
    request.mounts = List.of(mount);
    assertThatThrownBy(request::spec).hasMessageContaining(why);
  }

  private static UserNamespace users(int length) {
    List<IdMapping> ids = List.of(new IdMapping(100000, 0, length));
    return new UserNamespace(Mode.POD, ids, ids);
  }

  private static MountSpec mount(String place, String source) {
    return new MountSpec(place, source, false, false, false, MountPropagationMode.NONE);
  }

  private SpecText text() {
    return new SpecText(request.spec());
  }
}
