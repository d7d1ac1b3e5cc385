package dev.jubelet.acceptance.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ContainerdConfigTest {
  private static final Path DIRECTORY = Path.of("/srv/private");
  private static final Path PLUGINS = Path.of("/usr/lib/cni");

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void everythingLiesBeneathTheDirectory(int major) {
    String text = new ContainerdConfig(DIRECTORY, PLUGINS, null, true).text(major);
    assertThat(text)
        .contains("root = \"/srv/private/root\"")
        .contains("state = \"/srv/private/state\"")
        .contains("address = \"/srv/private/containerd.sock\"")
        .contains("conf_dir = \"/srv/private/net.d\"")
        .contains("netns_mounts_under_state_dir = true")
        .contains(ContainerdImages.PAUSE)
        .contains("restrict_oom_score_adj = false");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void restrictsOomScoresWhereTheyMayNotBeLowered(int major) {
    assertThat(new ContainerdConfig(DIRECTORY, PLUGINS, null, false).text(major))
        .contains("restrict_oom_score_adj = true");
  }

  @Test
  void versionOfTheFileFollowsThatOfTheProgram() {
    ContainerdConfig config = new ContainerdConfig(DIRECTORY, PLUGINS, null, true);
    assertThat(config.text(1)).startsWith("version = 2\n");
    assertThat(config.text(2)).startsWith("version = 3\n");
  }

  @Test
  void capabilitiesAreReadFromTheEffectiveSet() {
    String inherited = "CapInh:\t000001ffffffffff\n";
    assertThat(ContainerdConfig.mayLowerOomScore(inherited + "CapEff:\t000001fffeffffff\n"))
        .isFalse();
    assertThat(ContainerdConfig.mayLowerOomScore(inherited + "CapEff:\t0000000001000000\n"))
        .isTrue();
  }
}
