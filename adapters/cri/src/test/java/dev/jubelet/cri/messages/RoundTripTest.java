package dev.jubelet.cri.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.jubelet.cri.wire.ContainerConfig;
import dev.jubelet.cri.wire.IDMapping;
import dev.jubelet.cri.wire.KeyValue;
import dev.jubelet.cri.wire.LinuxContainerConfig;
import dev.jubelet.cri.wire.LinuxContainerSecurityContext;
import dev.jubelet.cri.wire.Mount;
import dev.jubelet.cri.wire.PodSandboxConfig;
import dev.jubelet.model.runtime.config.ContainerSecurity;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.model.runtime.config.SecurityProfile;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What is said in CRI and read again is what was said. */
class RoundTripTest {
  private static final int TIMES = 500;

  @Test
  void nothingOfASandboxIsLostOnTheWay() throws InvalidProtocolBufferException {
    for (int seed = 0; seed < TIMES; seed++) {
      SandboxConfig told = new RandomConfigs(seed).sandbox();
      byte[] wire = SandboxConfigMessages.config(told).toByteArray();
      assertThat(SandboxConfigMessages.config(PodSandboxConfig.parseFrom(wire)))
          .as("seed " + seed)
          .isEqualTo(told);
    }
  }

  @Test
  void nothingOfAContainerIsLostOnTheWay() throws InvalidProtocolBufferException {
    for (int seed = 0; seed < TIMES; seed++) {
      var told = new RandomConfigs(seed).container();
      byte[] wire = ContainerConfigMessages.config(told).toByteArray();
      assertThat(ContainerConfigMessages.config(ContainerConfig.parseFrom(wire)))
          .as("seed " + seed)
          .isEqualTo(told);
    }
  }

  @Test
  void everyFieldOfTheSamplesComesBack() {
    assertThat(SandboxConfigMessages.config(SandboxConfigMessages.config(Samples.sandbox())))
        .isEqualTo(Samples.sandbox());
    assertThat(ContainerConfigMessages.config(ContainerConfigMessages.config(Samples.container())))
        .isEqualTo(Samples.container());
  }

  @Test
  void configurationWithoutAnythingIsUnderstood() {
    assertThat(SandboxConfigMessages.config(PodSandboxConfig.getDefaultInstance()).overhead())
        .isNull();
    assertThat(
            ContainerConfigMessages.config(ContainerConfig.getDefaultInstance())
                .security()
                .seccomp())
        .isNull();
  }

  @ParameterizedTest
  @EnumSource(FailureKind.class)
  void everyKindOfFailureIsHeardAsItWasTold(FailureKind kind) {
    assertThat(FailureCodes.kind(FailureCodes.code(kind))).isEqualTo(kind);
  }

  @ParameterizedTest
  @EnumSource(Status.Code.class)
  void everyCodeHasAKind(Status.Code code) {
    assertThat(FailureCodes.kind(code)).isNotNull();
  }

  private static ContainerSecurity security(LinuxContainerSecurityContext.Builder security) {
    return ContainerConfigMessages.config(
            ContainerConfig.newBuilder()
                .setLinux(LinuxContainerConfig.newBuilder().setSecurityContext(security))
                .build())
        .security();
  }

  @ParameterizedTest
  @CsvSource({
    "runtime/default, RUNTIME_DEFAULT, ''",
    "docker/default, RUNTIME_DEFAULT, ''",
    "unconfined, UNCONFINED, ''",
    "localhost//profiles/x.json, LOCALHOST, /profiles/x.json"
  })
  @SuppressWarnings("deprecation")
  void oldWordsForProfilesStillCount(String word, SecurityProfile.Kind kind, String reference) {
    SecurityProfile meant = new SecurityProfile(kind, reference);
    ContainerSecurity security =
        security(
            LinuxContainerSecurityContext.newBuilder()
                .setSeccompProfilePath(word)
                .setApparmorProfile(word));
    assertThat(security.seccomp()).isEqualTo(meant);
    assertThat(security.apparmor()).isEqualTo(meant);
  }

  @Test
  @SuppressWarnings("deprecation")
  void unknownWordForAProfileIsRefused() {
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() ->
            security(LinuxContainerSecurityContext.newBuilder().setSeccompProfilePath("mine")))
        .withMessageContaining("seccomp")
        .returns(FailureKind.BAD_SPEC, OutsideFailure::kind);
  }

  @Test
  void environmentThatIsNoTextIsRefused() {
    ContainerConfig config =
        ContainerConfig.newBuilder()
            .addEnvs(
                KeyValue.newBuilder()
                    .setKey("A")
                    .setValue(ByteString.copyFrom(new byte[] {(byte) 0xff})))
            .build();
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> ContainerConfigMessages.config(config))
        .withMessageContaining("A is not UTF-8");
  }

  @Test
  void ownersOfUsersAndGroupsOfAMountMustBeMappedAlike() {
    ContainerConfig config =
        ContainerConfig.newBuilder()
            .addMounts(Mount.newBuilder().addUidMappings(IDMapping.newBuilder().setLength(1)))
            .build();
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> ContainerConfigMessages.config(config))
        .returns(FailureKind.BAD_SPEC, OutsideFailure::kind);
  }
}
