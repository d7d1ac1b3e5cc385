package dev.jubelet.decide.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageNameTest {
  private static final String HASH = "0123456789abcdef".repeat(4);

  @ParameterizedTest
  @CsvSource({
    "busybox,                          docker.io/library/busybox,      latest",
    "busybox:1.36,                     docker.io/library/busybox,      1.36",
    "docker.io/busybox,                docker.io/library/busybox,      latest",
    "index.docker.io/busybox:1,        docker.io/library/busybox,      1",
    "docker.io/library/busybox,        docker.io/library/busybox,      latest",
    "team/app:v1,                      docker.io/team/app,             v1",
    "localhost/app,                    localhost/app,                  latest",
    "localhost:5000/app:x,             localhost:5000/app,             x",
    "registry.example/app,             registry.example/app,           latest",
    "registry.example:5000/a/b/c:2,    registry.example:5000/a/b/c,    2",
    "[::1]:5000/app,                   [::1]:5000/app,                 latest",
    "127.0.0.1:5000/app,               127.0.0.1:5000/app,             latest",
    "Registry/app,                     Registry/app,                   latest",
    "a--b__c/app,                      docker.io/a--b__c/app,          latest",
  })
  void missingPartsAreFilledIn(String text, String repository, String tag) {
    ImageName name = ImageName.parse(text);
    assertThat(name.repository()).isEqualTo(repository);
    assertThat(name.tag()).isEqualTo(tag);
    assertThat(name.digest()).isEmpty();
  }

  @Test
  void digestNeedsNoTag() {
    ImageName name = ImageName.parse("registry.example/app@sha256:" + HASH);
    assertThat(name.repository()).isEqualTo("registry.example/app");
    assertThat(name.tag()).isEmpty();
    assertThat(name.digest()).isEqualTo("sha256:" + HASH);
  }

  @Test
  void digestAndTagMayStandTogether() {
    ImageName name = ImageName.parse("app:1@sha256:" + HASH);
    assertThat(name.repository()).isEqualTo("docker.io/library/app");
    assertThat(name.tag()).isEqualTo("1");
    assertThat(name.digest()).isEqualTo("sha256:" + HASH);
  }

  @Test
  void onlyTheTagIsAddedToWhatTheRuntimeIsAskedFor() {
    assertThat(asAsked("busybox")).isEqualTo("busybox:latest");
    assertThat(asAsked("busybox:latest")).isEqualTo("busybox:latest");
    assertThat(asAsked("host:5000/busybox")).isEqualTo("host:5000/busybox:latest");
    assertThat(asAsked("busybox@sha256:" + HASH)).isEqualTo("busybox@sha256:" + HASH);
    assertThat(asAsked("busybox:1@sha256:" + HASH)).isEqualTo("busybox:1@sha256:" + HASH);
  }

  private static String asAsked(String text) {
    return ImageName.parse(text).asAsked(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ":tag",
        "/",
        "/app",
        "app/",
        "a//b",
        "app:",
        "app:bad tag",
        "app:-x",
        "app@",
        "app@sha256:12",
        "app@md5:0123456789abcdef0123456789abcdef",
        "UPPER",
        "team/App",
        "_app",
        "app_",
        "app..x",
        "https://registry.example/app",
        "registry.example:port/app",
        "app:1:2",
        "äpp",
        "app\n",
      })
  void malformedNamesAreRefusedWithTheName(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ImageName.parse(text))
        .withMessageStartingWith("couldn't parse image name \"" + text + "\": ");
  }

  @Test
  void bareIdIsNoName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ImageName.parse(HASH))
        .withMessageContaining("cannot specify 64-byte hexadecimal strings");
  }

  @Test
  void upperCaseIsTold() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ImageName.parse("team/App"))
        .withMessageEndingWith("repository name (team/App) must be lowercase");
  }

  @Test
  void nameHasABound() {
    assertThat(ImageName.parse("h.x/" + "a".repeat(251)).path()).hasSize(251);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ImageName.parse("h.x/" + "a".repeat(252)))
        .withMessageContaining("not be more than 255");
  }
}
