package dev.jubelet.runtime.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.model.runtime.config.SecurityProfile;
import dev.jubelet.model.security.SelinuxOptions;
import java.util.List;
import org.junit.jupiter.api.Test;

class SecurityTest {
  private static final SecurityProfile LOCAL =
      new SecurityProfile(SecurityProfile.Kind.LOCALHOST, "localhost/mine");
  private final Requests request = new Requests();

  @Test
  void hidesPathsFromAllButPrivilegedOnes() {
    request.masked = List.of("/proc/kcore");
    request.readOnly = List.of("/proc/sys");
    assertThat(text().texts("linux.maskedPaths")).containsExactly("/proc/kcore");
    assertThat(text().texts("linux.readonlyPaths")).containsExactly("/proc/sys");
    request.privileged = true;
    assertThat(text().at("linux.maskedPaths")).isEmpty();
    assertThat(text().at("linux.readonlyPaths")).isEmpty();
  }

  @Test
  void confinesByAppArmorWhereItIs() {
    assertThat(appArmor()).isEmpty();
    request.appArmorThere = true;
    assertThat(appArmor()).isEmpty();
    request.appArmor = SecurityProfile.UNCONFINED;
    assertThat(appArmor()).isEmpty();
    request.appArmor = LOCAL;
    assertThat(appArmor()).isEqualTo("\"mine\"");
    request.privileged = true;
    assertThat(appArmor()).isEqualTo("\"mine\"");
    request.appArmor = SecurityProfile.RUNTIME_DEFAULT;
    assertThat(appArmor()).isEmpty();
  }

  @Test
  void confinesByTheDefaultProfileUnlessPrivileged() {
    request.appArmorThere = true;
    request.appArmorDefault = "jubelet-default";
    assertThat(appArmor()).isEqualTo("\"jubelet-default\"");
    request.appArmor = SecurityProfile.RUNTIME_DEFAULT;
    assertThat(appArmor()).isEqualTo("\"jubelet-default\"");
    assertThat(request.spec().notes()).isEmpty();
    request.appArmor = SecurityProfile.UNCONFINED;
    assertThat(appArmor()).isEmpty();
    request.appArmor = SecurityProfile.RUNTIME_DEFAULT;
    request.privileged = true;
    assertThat(appArmor()).isEmpty();
  }

  @Test
  void tellsThatAppArmorIsMissing() {
    request.appArmor = LOCAL;
    assertThatThrownBy(request::spec).hasMessageContaining("the node has no AppArmor");
    request.appArmorThere = true;
    request.appArmor = SecurityProfile.RUNTIME_DEFAULT;
    assertThat(request.spec().notes()).singleElement().asString().contains("no default profile");
  }

  @Test
  void labelsForSelinuxAlikeInAllContainersOfAPod() {
    assertThat(text().at("process.selinuxLabel")).isEmpty();
    request.selinuxThere = true;
    String label = text().at("process.selinuxLabel");
    assertThat(label).isEqualTo("\"system_u:system_r:container_t:s0:c5,c9\"");
    assertThat(text().at("process.selinuxLabel")).isEqualTo(label);
    request.selinux = new SelinuxOptions("", "", "spc_t", "s0:c1,c2");
    assertThat(text().at("process.selinuxLabel")).isEqualTo("\"system_u:system_r:spc_t:s0:c1,c2\"");
    assertThat(text().at("linux.mountLabel"))
        .isEqualTo("\"system_u:object_r:container_file_t:s0:c1,c2\"");
    request.privileged = true;
    assertThat(text().at("process.selinuxLabel")).isEmpty();
  }

  private String appArmor() {
    return text().at("process.apparmorProfile");
  }

  private SpecText text() {
    return new SpecText(request.spec());
  }
}
