package dev.jubelet.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jubelet.model.image.RegistryLogin;
import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.objects.Blob;
import dev.jubelet.model.objects.Secret;
import dev.jubelet.model.runtime.config.RegistryCredential;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialSourcesTest {
  private static final String PASSWORD = "s3cr3t:with=colon";

  /** Of {@code me:s3cr3t:with=colon}. */
  private static final String AUTH = "bWU6czNjcjN0OndpdGg9Y29sb24=";

  @TempDir private Path top;
  private Path root;
  private Path home;

  @BeforeEach
  void directories() throws IOException {
    root = Files.createDirectories(top.resolve("var/lib/kubelet"));
    home = Files.createDirectories(top.resolve("home/me"));
    Files.createDirectories(home.resolve(".docker"));
    Files.createDirectories(top.resolve(".docker"));
  }

  private CredentialSources sources() {
    return new CredentialSources(NodeDockerConfig.of(root, home, top), List.of());
  }

  private static Secret secret(String type, String key, String text) {
    ObjectMeta meta =
        new ObjectMeta(
            "pull", "", "default", "u", "", 0, null, null, null, Map.of(), Map.of(), List.of(),
            List.of());
    return new Secret(meta, type, Map.of(key, Blob.of(text)), Map.of(), null);
  }

  private static Secret json(String text) {
    return secret("kubernetes.io/dockerconfigjson", ".dockerconfigjson", text);
  }

  @Test
  void bothFormsOfASecretAreRead() {
    List<RegistryLogin> expected = List.of(RegistryLogin.of("r.example", "me", PASSWORD));
    String entry = "{\"r.example\":{\"auth\":\"" + AUTH + "\",\"email\":\"x\"}}";
    assertThat(sources().ofSecret(json("{\"auths\":" + entry + ",\"credsStore\":\"x\"}")))
        .isEqualTo(expected);
    assertThat(sources().ofSecret(secret("kubernetes.io/dockercfg", ".dockercfg", entry)))
        .isEqualTo(expected);
  }

  @Test
  void nameAndPasswordMayStandAlone() {
    assertThat(
            sources()
                .ofSecret(
                    json(
                        "{\"auths\":{\"r.example\":{\"username\":\"me\",\"password\":\"pw\"},"
                            + "\"t.example\":{\"identitytoken\":\"tok\"}}}")))
        .containsExactly(
            RegistryLogin.of("r.example", "me", "pw"),
            new RegistryLogin("t.example", new RegistryCredential("", "", "", "", "tok", "")));
  }

  @Test
  void unpaddedBase64IsReadToo() {
    assertThat(
            sources()
                .ofSecret(
                    json(
                        "{\"auths\":{\"r.example\":{\"auth\":\""
                            + AUTH.replace("=", "")
                            + "\"}}}")))
        .containsExactly(RegistryLogin.of("r.example", "me", PASSWORD));
  }

  @Test
  void configurationWithoutLoginsIsNoMistake() {
    assertThat(sources().ofSecret(json("{}"))).isEmpty();
    assertThat(sources().ofSecret(json("{\"auths\":{}}"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "s3cr3t",
        "auths: {r.example: {password: s3cr3t}}",
        "{\"auths\":s3cr3t}",
        "{\"auths\":[\"s3cr3t\"]}",
        "{\"auths\":{\"r.example\":\"s3cr3t\"}}",
        "{\"auths\":{\"r.example\":{\"password\":[\"s3cr3t\"]}}}",
        "{\"auths\":{\"r.example\":{\"auth\":\"s3cr3t!\"}}}",
        "{\"auths\":{\"r.example\":{\"auth\":\"czNjcjN0\"}}}",
      })
  void malformedSecretIsToldWithoutItsText(String text) {
    OutsideFailure failure =
        catchThrowableOfType(OutsideFailure.class, () -> sources().ofSecret(json(text)));
    assertThat(failure).isNotNull();
    assertThat(failure.text()).doesNotContain("s3cr3t").doesNotContain("czNjcjN0").isNotEmpty();
    assertThat(failure.getCause()).isNull();
  }

  @Test
  void secretOfAnotherTypeOrWithoutItsKeyIsTold() {
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> sources().ofSecret(secret("Opaque", ".dockerconfigjson", "{}")))
        .withMessageStartingWith("its type is Opaque, not ");
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(
            () -> sources().ofSecret(secret("kubernetes.io/dockerconfigjson", "other", "{}")))
        .withMessage("it has no key .dockerconfigjson");
  }

  private static void config(Path file, String host) throws IOException {
    Files.writeString(
        file,
        (file.endsWith(".dockercfg") ? "%s" : "{\"auths\":%s}")
            .formatted("{\"" + host + "\":{\"auth\":\"" + AUTH + "\"}}"));
  }

  private String places() {
    return String.join(" ", sources().ofNode().stream().map(RegistryLogin::place).toList());
  }

  @Test
  void firstOfTheNodesFilesCounts() throws IOException {
    assertThat(places()).isEmpty();
    config(top.resolve(".dockercfg"), "f");
    assertThat(places()).isEqualTo("f");
    config(home.resolve(".dockercfg"), "e");
    assertThat(places()).isEqualTo("e");
    config(root.resolve(".dockercfg"), "d");
    assertThat(places()).isEqualTo("d");
    config(top.resolve(".docker/config.json"), "c");
    assertThat(places()).isEqualTo("c");
    config(home.resolve(".docker/config.json"), "b");
    assertThat(places()).isEqualTo("b");
    config(root.resolve("config.json"), "a");
    assertThat(places()).isEqualTo("a");
  }

  @Test
  void malformedFileIsPassedOverAndToldWhenThereIsNoOther() throws IOException {
    Files.writeString(root.resolve("config.json"), "{\"auths\": s3cr3t");
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> sources().ofNode())
        .withMessage(root.resolve("config.json") + ": it is not valid JSON, see line 1");
    config(home.resolve(".docker/config.json"), "b");
    assertThat(places()).isEqualTo("b");
  }

  @Test
  void directoryInPlaceOfAFileIsTold() throws IOException {
    Files.createDirectories(root.resolve("config.json"));
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> sources().ofNode())
        .withMessage(root.resolve("config.json") + ": it cannot be read");
  }
}
