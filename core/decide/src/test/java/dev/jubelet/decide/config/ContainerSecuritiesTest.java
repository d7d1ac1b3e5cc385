package dev.jubelet.decide.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.resources.MachineFacts;
import dev.jubelet.decide.resources.Nodes;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.config.ContainerSecurity;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.SecurityProfile;
import dev.jubelet.model.security.SelinuxOptions;
import dev.jubelet.model.security.SupplementalGroupsPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContainerSecuritiesTest {
  private static final List<String> MASKED =
      List.of(
          "/proc/asound",
          "/proc/acpi",
          "/proc/interrupts",
          "/proc/kcore",
          "/proc/keys",
          "/proc/latency_stats",
          "/proc/timer_list",
          "/proc/timer_stats",
          "/proc/sched_debug",
          "/proc/scsi",
          "/sys/firmware",
          "/sys/devices/virtual/powercap");

  @Test
  void runsAPlainContainerAsItsImageSays() {
    ContainerSecurity security = security("", "", Containers.image(1001L, ""));
    assertThat(security.runAsUser()).isEqualTo(1001);
    assertThat(security.runAsUsername()).isEmpty();
    assertThat(security.runAsGroup()).isNull();
    assertThat(security.privileged()).isFalse();
    assertThat(security.readOnlyRoot()).isFalse();
    assertThat(security.noNewPrivileges()).isFalse();
    assertThat(security.addedCapabilities()).isEmpty();
    assertThat(security.droppedCapabilities()).isEmpty();
    assertThat(security.seccomp()).isEqualTo(SecurityProfile.UNCONFINED);
    assertThat(security.apparmor()).isNull();
    assertThat(security.maskedPaths()).isEqualTo(MASKED);
    assertThat(security.readOnlyPaths())
        .containsExactly("/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger");
    assertThat(security.namespaces().pid()).isEqualTo(NamespaceOptions.Mode.CONTAINER);
  }

  @Test
  void runsAsANamedUserOrAsRootWhereTheImageSaysSo() {
    ContainerSecurity named = security("", "", Containers.image(null, "nginx"));
    assertThat(named.runAsUser()).isNull();
    assertThat(named.runAsUsername()).isEqualTo("nginx");
    assertThat(security("", "", Containers.image(null, "")).runAsUser()).isZero();
    assertThat(security("", "", null).runAsUser()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "'', '', 1001, ''",
    "'', 'runAsUser: 1, runAsGroup: 2', 1, 2",
    "'runAsUser: 5', 'runAsUser: 1, runAsGroup: 2', 5, 2",
    "'runAsUser: 5, runAsGroup: 6', '', 5, 6",
  })
  void letsTheContainerOverrideThePod(String own, String outer, long user, String group) {
    ContainerSecurity security = security(sc(own), sc(outer), Containers.image(1001L, ""));
    assertThat(security.runAsUser()).isEqualTo(user);
    assertThat(security.runAsGroup()).isEqualTo(group.isEmpty() ? null : Long.valueOf(group));
    assertThat(security.runAsUsername()).isEmpty();
  }

  @Test
  void passesPowersOn() {
    ContainerSecurity security =
        security(
            sc(
                "privileged: true, readOnlyRootFilesystem: true, seLinuxOptions: {type: t},"
                    + " capabilities: {add: [NET_ADMIN], drop: [ALL]}"),
            sc(
                "seLinuxOptions: {type: outer}, fsGroup: 3, supplementalGroups: [4],"
                    + " supplementalGroupsPolicy: Merge"),
            null);
    assertThat(security.privileged()).isTrue();
    assertThat(security.readOnlyRoot()).isTrue();
    assertThat(security.selinux()).isEqualTo(new SelinuxOptions("", "", "t", ""));
    assertThat(security.addedCapabilities()).containsExactly("NET_ADMIN");
    assertThat(security.droppedCapabilities()).containsExactly("ALL");
    assertThat(security.supplementalGroups()).containsExactly(3L, 4L);
    assertThat(security.supplementalGroupsPolicy()).isEqualTo(SupplementalGroupsPolicy.MERGE);
  }

  @ParameterizedTest
  @CsvSource({
    "'', false",
    "'allowPrivilegeEscalation: true', false",
    "'allowPrivilegeEscalation: false', true",
  })
  void forbidsNewPrivilegesOnlyWhenAsked(String own, boolean forbidden) {
    assertThat(security(sc(own), "", null).noNewPrivileges()).isEqualTo(forbidden);
  }

  @Test
  void unmasksProcOnlyWhenAsked() {
    Pod unmasked = Containers.pod("securityContext: {procMount: Unmasked}", "hostUsers: false");
    assertThat(EffectiveSecurity.of(unmasked, unmasked.spec().containers().getFirst()))
        .returns(true, EffectiveSecurity::unmaskedProc);
    assertThat(ProcPaths.masked(true, List.of("/more"))).isEmpty();
    assertThat(ProcPaths.readOnly(true)).isEmpty();
  }

  @Test
  void masksWhatTheMachineHasBeside() {
    String throttle = "/sys/devices/system/cpu/cpu0/thermal_throttle";
    MachineFacts machine = new MachineFacts(true, false, false, true, List.of(), List.of(throttle));
    assertThat(
            Containers.config(
                    Containers.pod("", ""), Containers.context(Nodes.plain(), machine, null))
                .security()
                .maskedPaths())
        .hasSize(MASKED.size() + 1)
        .endsWith(throttle);
  }

  private static ContainerSecurity security(
      String container, String spec, @Nullable ObservedImage image) {
    return Containers.config(
            Containers.pod(container, spec),
            Containers.context(Nodes.plain(), Nodes.UNIFIED, image))
        .security();
  }

  private static String sc(String fields) {
    return fields.isEmpty() ? "" : "securityContext: {" + fields + "}";
  }
}
