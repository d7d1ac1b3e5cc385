package dev.jubelet.decide.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegistryPatternTest {
  @ParameterizedTest
  @CsvSource({
    "registry.example,            registry.example/app,            true",
    "registry.example,            registry.example:5000/app,       false",
    "registry.example:5000,       registry.example:5000/app,       true",
    "registry.example:5000,       registry.example:5001/app,       false",
    "registry.example:5000,       registry.example/app,            false",
    "*.example,                   registry.example/app,            true",
    "*.example,                   a.registry.example/app,          false",
    "*.*.example,                 a.registry.example/app,          true",
    "*.registry.*,                a.registry.example/app,          true",
    "app.*.example,               app.k8s.example/app,             true",
    "reg?stry.example,            registry.example/app,            true",
    "reg?stry.example,            regstry.example/app,             false",
    "r[a-f]gistry.example,        registry.example/app,            true",
    "r[^a-f]gistry.example,       registry.example/app,            false",
    "r*y.example,                 registry.example/app,            true",
    "*,                           localhost/app,                   true",
    "*,                           registry.example/app,            false",
    "registry.example/team,       registry.example/team/app,       true",
    "registry.example/team,       registry.example/teamwork/app,   true",
    "registry.example/team/,      registry.example/teamwork/app,   false",
    "registry.example/team,       registry.example/other/app,      false",
    "registry.example/t*m,        registry.example/team/app,       false",
    "registry.example:*,          registry.example:5000/app,       false",
    "[::1]:5000,                  [::1]:5000/app,                  true",
    "127.0.0.1:5000,              127.0.0.1:5000/app,              true",
    "docker.io,                   docker.io/library/busybox,       true",
    "r[z-a]gistry.example,        registry.example/app,            false",
  })
  void hostsAreGlobsPortsAreEqualPathsAreBeginnings(
      String pattern, String repository, boolean matches) {
    assertThat(RegistryPattern.of(pattern).matches(RegistryPattern.of(repository)))
        .isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource({
    "https://registry.example,          registry.example",
    "http://registry.example:80/,       registry.example:80",
    "https://index.docker.io/v1/,       index.docker.io",
    "registry.example/v2/,              registry.example",
    "https://registry.example/v2/team,  registry.example/team",
    "registry.example/v1,               registry.example/v1",
    "registry.example/team,             registry.example/team",
  })
  void keysOfDockerConfigurationsLoseSchemeAndVersion(String place, String key) {
    assertThat(RegistryPattern.ofLogin(place).key()).isEqualTo(key);
  }

  @Test
  void oneOfSeveralPatternsIsEnough() {
    assertThat(RegistryPattern.anyMatches(List.of("a.example", "b.example"), "b.example/x"))
        .isTrue();
    assertThat(RegistryPattern.anyMatches(List.of("a.example"), "b.example/x")).isFalse();
    assertThat(RegistryPattern.anyMatches(List.of(), "b.example/x")).isFalse();
  }
}
