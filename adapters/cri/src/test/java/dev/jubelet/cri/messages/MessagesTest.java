package dev.jubelet.cri.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.jubelet.cri.wire.ContainerConfig;
import dev.jubelet.cri.wire.LinuxContainerSecurityContext;
import dev.jubelet.cri.wire.MountPropagation;
import dev.jubelet.cri.wire.NamespaceMode;
import dev.jubelet.cri.wire.PodSandboxConfig;
import dev.jubelet.cri.wire.Protocol;
import dev.jubelet.cri.wire.SecurityProfile.ProfileType;
import dev.jubelet.cri.wire.Signal;
import dev.jubelet.cri.wire.SupplementalGroupsPolicy;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.model.runtime.config.RegistryCredential;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What we send. */
class MessagesTest {
  /** Fields that stay empty although the sample has a value for everything that we know of. */
  private static List<String> unset(Message message, Set<String> expected) {
    List<String> names = new ArrayList<>();
    for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
      boolean set =
          field.isRepeated() ? message.getRepeatedFieldCount(field) > 0 : isSet(message, field);
      if (!set && !expected.contains(field.getName())) {
        names.add(field.getName());
      }
    }
    return names;
  }

  private static boolean isSet(Message message, FieldDescriptor field) {
    return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
        ? message.hasField(field)
        : !message.getField(field).equals(field.getDefaultValue());
  }

  @Test
  void sendsEveryFieldOfSandbox() {
    PodSandboxConfig wire = SandboxConfigMessages.config(Samples.sandbox());
    assertThat(unset(wire, Set.of("windows"))).isEmpty();
    assertThat(unset(wire.getMetadata(), Set.of())).isEmpty();
    assertThat(unset(wire.getDnsConfig(), Set.of())).isEmpty();
    assertThat(unset(wire.getLinux(), Set.of("resources"))).isEmpty();
    assertThat(unset(wire.getLinux().getOverhead(), Set.of())).isEmpty();
    assertThat(unset(wire.getPortMappings(0), Set.of())).isEmpty();
    assertThat(wire.getPortMappings(0).getProtocol()).isEqualTo(Protocol.SCTP);
    assertThat(wire.getLinux().getOverhead().getHugepageLimits(0).getPageSize()).isEqualTo("2MB");
    assertThat(wire.getLinux().getOverhead().getOomScoreAdj()).isEqualTo(-997);
    var security = wire.getLinux().getSecurityContext();
    assertThat(unset(security, Set.of("seccomp_profile_path"))).isEmpty();
    assertThat(security.getNamespaceOptions().getNetwork()).isEqualTo(NamespaceMode.NODE);
    assertThat(security.getRunAsUser().getValue()).isEqualTo(1000);
    assertThat(security.getRunAsGroup().getValue()).isEqualTo(1001);
    assertThat(security.getApparmor().getProfileType()).isEqualTo(ProfileType.Unconfined);
  }

  @Test
  void sendsEveryFieldOfContainer() {
    ContainerConfig wire = ContainerConfigMessages.config(Samples.container());
    assertThat(unset(wire, Set.of("windows", "CDI_devices"))).isEmpty();
    assertThat(unset(wire.getMetadata(), Set.of())).isEmpty();
    assertThat(unset(wire.getImage(), Set.of("image_ref"))).isEmpty();
    assertThat(unset(wire.getDevices(0), Set.of())).isEmpty();
    assertThat(unset(wire.getLinux().getResources(), Set.of())).isEmpty();
    assertThat(wire.getEnvs(0).getValue().toStringUtf8()).isEqualTo("ä");
    assertThat(wire.getStopSignal()).isEqualTo(Signal.SIGRTMINPLUS1);
    assertThat(wire.getMounts(0).getPropagation())
        .isEqualTo(MountPropagation.PROPAGATION_BIDIRECTIONAL);
    assertThat(
            unset(
                wire.getMounts(0), Set.of("uidMappings", "gidMappings", "image", "image_sub_path")))
        .isEmpty();
  }

  @Test
  void sendsEveryFieldOfContainerSecurity() {
    LinuxContainerSecurityContext wire = SecurityMessages.container(Samples.security());
    assertThat(unset(wire, Set.of("seccomp_profile_path"))).isEmpty();
    assertThat(unset(wire.getSelinuxOptions(), Set.of())).isEmpty();
    assertThat(wire.getSupplementalGroupsPolicy()).isEqualTo(SupplementalGroupsPolicy.Strict);
    assertThat(wire.getSeccomp().getLocalhostRef()).isEqualTo("/profiles/x.json");
    assertThat(wire.getApparmorProfile()).isEqualTo("localhost/mine");
    var namespaces = wire.getNamespaceOptions();
    assertThat(namespaces.getPid()).isEqualTo(NamespaceMode.TARGET);
    assertThat(namespaces.getTargetId()).isEqualTo("target");
    assertThat(namespaces.getUsernsOptions().getUids(0).getHostId()).isEqualTo(65536);
    assertThat(namespaces.getUsernsOptions().getGids(0).getLength()).isEqualTo(65534);
  }

  @ParameterizedTest
  @CsvSource({
    "SIGTERM, SIGTERM",
    "SIGRTMIN, SIGRTMIN",
    "SIGRTMIN+15, SIGRTMINPLUS15",
    "SIGRTMAX-14, SIGRTMAXMINUS14",
    "SIGUSR1, SIGUSR1",
    ", RUNTIME_DEFAULT"
  })
  void translatesStopSignals(@Nullable String name, Signal signal) {
    assertThat(StopSignalMessages.wire(name)).isEqualTo(signal);
  }

  @Test
  void refusesUnknownStopSignal() {
    assertThatThrownBy(() -> StopSignalMessages.wire("SIGNOPE"))
        .isInstanceOfSatisfying(
            OutsideFailure.class, f -> assertThat(f.kind()).isEqualTo(FailureKind.BAD_SPEC))
        .hasMessageContaining("SIGNOPE");
  }

  @Test
  void sendsEveryFieldOfCredentialAndTheImageAsWritten() {
    var wire = ImageMessages.auth(new RegistryCredential("me", "p", "a", "r", "t1", "t2"));
    assertThat(unset(wire, Set.of())).isEmpty();
    assertThat(ImageMessages.spec(ImageSpec.of("x")).getUserSpecifiedImage()).isEqualTo("x");
  }

  @Test
  void roundsPatienceUpAndNeverBelowNothing() {
    assertThat(WireTime.wholeSeconds(Duration.ofMillis(1))).isEqualTo(1);
    assertThat(WireTime.wholeSeconds(Duration.ofSeconds(30))).isEqualTo(30);
    assertThat(WireTime.wholeSeconds(Duration.ofSeconds(-1))).isEqualTo(0);
  }

  @Test
  void readsTheEmptyTimesOfGoAsNever() {
    assertThat(WireTime.instant(0)).isEqualTo(Instant.EPOCH);
    assertThat(WireTime.instant(-6_795_364_578_871_345_152L)).isEqualTo(Instant.EPOCH);
    assertThat(WireTime.instant(1_700_000_000_123_456_789L))
        .isEqualTo(Instant.ofEpochSecond(1_700_000_000, 123_456_789));
  }
}
