package dev.jubelet.runtime.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SafeVersionsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "runc version 1.1.5+ds1\ncommit: 1.1.5+ds1-1+deb12u1",
        "runc version 1.2.8",
        "runc version 1.3.5",
        "runc version 1.4.0-rc.3",
        "runc version 1.4.2",
        "crun version 1.8.1",
        "crun version 1.26",
      })
  void tellsOfVersionsThatLetProgramsOut(String output) {
    assertThat(SafeVersions.complaint("/usr/sbin/x", output))
        .hasValueSatisfying(why -> assertThat(why).contains("/usr/sbin/x", "CVE-", "install"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "runc version 1.3.6",
        "runc version 1.4.3",
        "runc version 1.5.0-rc.1",
        "runc version 2.0.0",
        "crun version 1.27",
        "crun version 1.30.1",
        "youki 0.1",
        "",
      })
  void isSilentAboutOthers(String output) {
    assertThat(SafeVersions.complaint("/usr/sbin/x", output)).isEmpty();
  }
}
