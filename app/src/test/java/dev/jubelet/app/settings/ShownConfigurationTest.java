package dev.jubelet.app.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ShownConfigurationTest {
  @Test
  void isWhatClientsOfTheKubeletExpectWithoutPasswords() throws IOException {
    NodeConfig config =
        ConfigurationLoader.load(
                KubeletFlags.of(
                    "--manifest-url=https://example.com/pods",
                    "--manifest-url-header=Authorization:Basic c2VjcmV0"),
                "worker")
            .config();

    assertThat(ShownConfiguration.json(Objects.requireNonNull(config).kubelet()))
        .startsWith(
            "{\"kubeletconfig\":{\"apiVersion\":\"kubelet.config.k8s.io/v1beta1\","
                + "\"kind\":\"KubeletConfiguration\",")
        .contains("\"staticPodURLHeader\":{\"Authorization\":\"<masked>\"}")
        .doesNotContain("c2VjcmV0");
  }
}
