package dev.jubelet.runtime.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.model.container.MountPropagationMode;
import dev.jubelet.model.runtime.config.DeviceSpec;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.runtime.oci.input.HostDevice;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DevicesTest {
  private static final String CDI =
      """
      {"cdiVersion":"0.6.0","kind":"vendor.test/gpu",
       "containerEdits":{"env":["DRIVER=1"],"additionalGids":[44]},
       "devices":[
        {"name":"0","containerEdits":{
          "env":["GPU=0"],
          "deviceNodes":[{"path":"/dev/gpu0","hostPath":"/dev/dri/card0","permissions":"rw"}],
          "mounts":[{"hostPath":"/opt/lib","containerPath":"/lib/gpu","options":["ro","bind"]}],
          "hooks":[{"hookName":"createContainer","path":"/opt/hook","args":["hook","a"],"timeout":5}]}},
        {"name":"1","containerEdits":{"env":["GPU=1"]}}]}
      """;
  private final Requests request = new Requests();

  @BeforeEach
  void nodeHasDevices() {
    request.hostDevices =
        List.of(
            device("/dev/fuse", 229),
            device("/dev/dri/card0", 1),
            device("/dev/dri/card1", 2),
            device("/dev/pts/0", 3),
            device("/dev/ptmx", 4),
            device("/dev/driver", 5));
  }

  @Test
  void givesWhatIsAskedForWithItsRights() {
    request.devices = List.of(new DeviceSpec("/dev/my", "/dev/fuse", "rw"));
    assertThat(text().objects("linux.devices"))
        .containsExactly(
            "{\"path\":\"/dev/my\",\"type\":\"c\",\"major\":10,\"minor\":229,\"fileMode\":438,\"uid\":0,\"gid\":6}");
    assertThat(text().objects("linux.resources.devices"))
        .containsExactly(
            "{\"allow\":false,\"access\":\"rwm\"}",
            "{\"allow\":true,\"type\":\"c\",\"major\":10,\"minor\":229,\"access\":\"rw\"}");
  }

  @Test
  void givesAllDevicesOfADirectory() {
    request.devices = List.of(new DeviceSpec("/dev/gpus", "/dev/dri", ""));
    assertThat(paths()).containsExactly("/dev/gpus/card0", "/dev/gpus/card1");
  }

  @Test
  void refusesWhatIsNotThereOrNoRight() {
    request.devices = List.of(new DeviceSpec("/dev/x", "/dev/x", "rw"));
    assertThatThrownBy(request::spec).hasMessageContaining("no device /dev/x");
    request.devices = List.of(new DeviceSpec("/dev/fuse", "/dev/fuse", "rx"));
    assertThatThrownBy(request::spec).hasMessageContaining("\"rx\"");
  }

  @Test
  void givesPrivilegedOnesAllThatIsNotMadeAnew() {
    request.privileged = true;
    assertThat(paths())
        .containsExactly("/dev/fuse", "/dev/dri/card0", "/dev/dri/card1", "/dev/driver");
    assertThat(text().objects("linux.resources.devices"))
        .containsExactly("{\"allow\":true,\"access\":\"rwm\"}");
  }

  @Test
  void makesNothingInTheNodesOwnDirectory() {
    request.privileged = true;
    request.mounts =
        List.of(new MountSpec("/dev", "/dev", false, false, false, MountPropagationMode.NONE));
    assertThat(text().at("linux.devices")).isEmpty();
  }

  @Test
  void editsForNamedDevices() {
    request.cdi = CdiEdits.of(List.of(CDI), List.of("vendor.test/gpu=0"));
    assertThat(text().texts("process.env")).contains("DRIVER=1", "GPU=0");
    assertThat(text().at("process.user.additionalGids")).isEqualTo("[44]");
    assertThat(paths()).containsExactly("/dev/gpu0");
    assertThat(text().mount("/lib/gpu")).isEqualTo("bind /opt/lib ro,bind");
    assertThat(text().at("hooks"))
        .isEqualTo(
            "{\"createContainer\":[{\"path\":\"/opt/hook\",\"args\":[\"hook\",\"a\"],\"timeout\":5}]}");
  }

  @Test
  void editsOnceForAllDevicesOfASpecification() {
    List<CdiEdits> edits =
        CdiEdits.of(List.of(CDI), List.of("vendor.test/gpu=0", "vendor.test/gpu=1"));
    assertThat(edits).hasSize(3);
    assertThat(edits.getFirst().env()).containsExactly("DRIVER=1");
    assertThat(edits.getLast().env()).containsExactly("GPU=1");
  }

  @Test
  void namesDevicesThatNobodyKnows() {
    assertThatThrownBy(() -> CdiEdits.of(List.of(CDI), List.of("vendor.test/gpu=9")))
        .hasMessageContaining("unresolvable CDI device vendor.test/gpu=9");
    assertThatThrownBy(() -> CdiEdits.of(List.of(CDI), List.of("gpu")))
        .hasMessageContaining("gpu is not the full name");
    assertThatThrownBy(() -> CdiEdits.of(List.of("{"), List.of("a/b=c")))
        .hasMessageContaining("CDI specification: ");
  }

  private List<String> paths() {
    return text().nodes("linux.devices").stream().map(node -> node.text("path")).toList();
  }

  private SpecText text() {
    return new SpecText(request.spec());
  }

  private static HostDevice device(String path, long minor) {
    return new HostDevice(path, "c", 10, minor, 438, 0, 6);
  }
}
