package dev.jubelet.runtime.oci;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpecCapabilitiesTest {
  private static final List<String> ALL = SpecCapabilities.named(-1);
  private final Requests request = new Requests();

  @Test
  void givesTheUsualFourteen() {
    assertThat(bounding())
        .hasSize(14)
        .contains("CAP_CHOWN", "CAP_NET_RAW", "CAP_AUDIT_WRITE")
        .doesNotContain("CAP_SYS_ADMIN", "CAP_NET_ADMIN");
  }

  @Test
  void addsAndDropsByEitherSpelling() {
    request.added = List.of("NET_ADMIN", "cap_sys_time");
    request.dropped = List.of("CAP_CHOWN", "net_raw");
    assertThat(bounding())
        .contains("CAP_NET_ADMIN", "CAP_SYS_TIME")
        .doesNotContain("CAP_CHOWN", "CAP_NET_RAW");
  }

  @Test
  void dropsAllButWhatIsAdded() {
    request.added = List.of("NET_BIND_SERVICE");
    request.dropped = List.of("ALL");
    assertThat(bounding()).containsExactly("CAP_NET_BIND_SERVICE");
  }

  @Test
  void addsAllButWhatIsDropped() {
    request.added = List.of("ALL");
    request.dropped = List.of("SYS_ADMIN");
    assertThat(bounding()).hasSize(ALL.size() - 1).doesNotContain("CAP_SYS_ADMIN");
  }

  @Test
  void dropsWhatIsNamedInBothLists() {
    request.added = List.of("SYS_TIME");
    request.dropped = List.of("SYS_TIME");
    assertThat(bounding()).doesNotContain("CAP_SYS_TIME");
  }

  @Test
  void givesEverythingToPrivilegedOnes() {
    request.privileged = true;
    request.dropped = List.of("ALL");
    assertThat(bounding()).isEqualTo(ALL);
  }

  @Test
  void givesNothingThatTheNodeLacksAndSaysSo() {
    request.capabilities = ALL.stream().filter(name -> !name.equals("CAP_SYS_RESOURCE")).toList();
    request.added = List.of("SYS_RESOURCE", "SYS_TIME", "NONSENSE");
    assertThat(bounding()).contains("CAP_SYS_TIME").doesNotContain("CAP_SYS_RESOURCE");
    assertThat(request.spec().notes())
        .containsExactly(
            "CAP_SYS_RESOURCE is not given: the node does not have it",
            "CAP_NONSENSE is not given: the node does not have it");
  }

  @Test
  void makesNothingInheritableOrAmbient() {
    SpecText text = new SpecText(request.spec());
    assertThat(text.texts("process.capabilities.effective")).isEqualTo(bounding());
    assertThat(text.texts("process.capabilities.permitted")).isEqualTo(bounding());
    assertThat(text.at("process.capabilities.inheritable")).isEmpty();
    assertThat(text.at("process.capabilities.ambient")).isEmpty();
  }

  @Test
  void readsTheKernelsMask() {
    assertThat(SpecCapabilities.named(0b1001L)).containsExactly("CAP_CHOWN", "CAP_FOWNER");
    assertThat(SpecCapabilities.named(1L << 40)).containsExactly("CAP_CHECKPOINT_RESTORE");
  }

  private List<String> bounding() {
    return new SpecText(request.spec()).texts("process.capabilities.bounding");
  }
}
