package dev.jubelet.decide.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.image.RegistryLogin;
import dev.jubelet.model.runtime.config.RegistryCredential;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyringTest {
  private static final String NOBODY = "";

  /** Each place has a user of the same name. */
  private static String found(String repository, String... places) {
    List<RegistryLogin> logins = new ArrayList<>();
    for (String place : places) {
      logins.add(RegistryLogin.of(place, place, "secret"));
    }
    return String.join(
        " ", Keyring.find(logins, repository).stream().map(RegistryCredential::username).toList());
  }

  @Test
  void moreSpecificPathsComeFirst() {
    assertThat(
            found(
                "r.example/team/app/web",
                "r.example",
                "r.example/team",
                "r.example/team/app",
                "r.example/other",
                "*.example"))
        .isEqualTo("r.example/team/app r.example/team r.example *.example");
  }

  @Test
  void severalForOnePlaceKeepTheirOrder() {
    List<RegistryLogin> logins =
        List.of(
            RegistryLogin.of("https://r.example", "first", "1"),
            RegistryLogin.of("r.example", "second", "2"));
    assertThat(Keyring.find(logins, "r.example/app"))
        .extracting(RegistryCredential::username)
        .containsExactly("first", "second");
  }

  @ParameterizedTest
  @CsvSource({
    "docker.io/library/busybox, https://index.docker.io/v1/, https://index.docker.io/v1/",
    "docker.io/team/app,        index.docker.io,             index.docker.io",
    "docker.io/team/app,        docker.io,                   docker.io",
    "docker.io/team/app,        docker.io/team,              docker.io/team",
    "r.example/app,             https://index.docker.io/v1/, ''",
    "r.example:5000/app,        r.example,                   ''",
  })
  void whatDockerWroteForItsOwnRegistryCountsForItsImages(
      String repository, String place, String expected) {
    assertThat(found(repository, place)).isEqualTo(expected);
  }

  @Test
  void matchOfTheNameGoesBeforeTheOldWord() {
    assertThat(found("docker.io/team/app", "https://index.docker.io/v1/", "docker.io"))
        .isEqualTo("docker.io");
  }

  @Test
  void noLoginIsNoCredential() {
    assertThat(found("r.example/app")).isEqualTo(NOBODY);
    assertThat(found("r.example/app", "other.example")).isEqualTo(NOBODY);
  }
}
