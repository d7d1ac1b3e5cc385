package dev.jubelet.decide.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.image.PullAccess;
import dev.jubelet.model.image.PullSecret;
import dev.jubelet.model.image.PulledImage;
import dev.jubelet.model.runtime.config.RegistryCredential;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImageAccessRuleTest {
  private static final Instant BEFORE = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant NOW = Instant.parse("2026-01-02T00:00:00Z");
  private static final String NAME = "r.example/app";

  /** Written as {@code uid/namespace/name/hash}. */
  private static PullSecret secret(String text) {
    String[] parts = text.split("/", -1);
    return new PullSecret(parts[0], parts[1], parts[2], parts[3]);
  }

  private static List<PullSecret> secrets(String text) {
    return text.isEmpty()
        ? List.of()
        : List.of(text.split(" ")).stream().map(ImageAccessRuleTest::secret).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # remembered            | the pod shows         | use   | learnt
          ''                      | ''                    | false | ''
          ''                      | u1/ns/a/h1            | false | ''
          u1/ns/a/h1              | ''                    | false | ''
          u1/ns/a/h1              | u1/ns/a/h1            | true  | ''
          u1/ns/a/h1              | u2/other/b/h1         | true  | u2/other/b/h1
          u1/ns/a/h1              | u1/ns/a/h2            | true  | u1/ns/a/h2
          u1/ns/a/h1              | u2/ns/a/h2            | false | ''
          u1/ns/a/h1              | u1/other/a/h2         | false | ''
          u1/ns/a/                | u2/ns/b/              | false | ''
          u1/ns/a/h1 u2/ns/b/h2   | u3/ns/c/h3 u2/ns/b/h2 | true  | ''
          """)
  void asksForACredentialThatTheImageWasPulledWith(
      String remembered, String shown, boolean use, String learnt) {
    PullHistory history =
        new PullHistory(true, new PullAccess(secrets(remembered), List.of(), false));
    assertThat(ImageAccessRule.decide(history, secrets(shown)))
        .isEqualTo(
            new ImageAccessRule.Decision(
                use, learnt.isEmpty() ? Optional.empty() : Optional.of(secret(learnt))));
  }

  @Test
  void everyPodMayUseWhatNeededNoSecret() {
    PullHistory history = new PullHistory(true, PullAccess.EVERY_POD);
    assertThat(ImageAccessRule.dependsOnSecrets(history)).isFalse();
    assertThat(ImageAccessRule.decide(history, List.of()).use()).isTrue();
  }

  @Test
  void nobodyMayUseWhatIsNotRememberedUnderThatName() {
    PullHistory history = new PullHistory(true, null);
    assertThat(ImageAccessRule.dependsOnSecrets(history)).isFalse();
    assertThat(ImageAccessRule.decide(history, secrets("u1/ns/a/h1")).use()).isFalse();
  }

  @Test
  void remembersEachSecretOnceWithItsLastCredential() {
    PulledImage image = new PulledImage(BEFORE, "id", Map.of());
    image = with(image, "u2/ns/b/h2").orElseThrow();
    image = with(image, "u1/ns/a/h1").orElseThrow();
    image = with(image, "u2/ns/b/h3").orElseThrow();
    assertThat(with(image, "u1/ns/a/h1")).isEmpty();
    assertThat(image)
        .isEqualTo(
            new PulledImage(
                NOW,
                "id",
                Map.of(NAME, new PullAccess(secrets("u1/ns/a/h1 u2/ns/b/h3"), List.of(), false))));
  }

  @Test
  void anImageForEveryPodStaysSo() {
    PulledImage image = new PulledImage(BEFORE, "id", Map.of());
    image = with(image, "u2/ns/b/h2").orElseThrow();
    image = ImageAccessRule.with(image, NAME, PullAccess.EVERY_POD, NOW).orElseThrow();
    assertThat(image.credentialMapping()).containsEntry(NAME, PullAccess.EVERY_POD);
    assertThat(with(image, "u2/ns/b/h2")).isEmpty();
  }

  @Test
  void recordsDoNotGrowWithoutEnd() {
    PulledImage image = new PulledImage(BEFORE, "id", Map.of());
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      image = with(image, "u/ns/" + i + "/h" + i).orElseThrow();
      names.add("r.example/" + i);
    }
    assertThat(with(image, "u/ns/100/h100")).isEmpty();
    assertThat(with(image, "u/ns/99/other")).isPresent();
    PullHistory history = new PullHistory(true, image.credentialMapping().get(NAME));
    assertThat(ImageAccessRule.decide(history, secrets("u/ns/new/h5")))
        .isEqualTo(ImageAccessRule.Decision.USE);
    assertThat(ImageAccessRule.decide(history, secrets("u/ns/5/new")))
        .isEqualTo(ImageAccessRule.Decision.PULL);
    for (String name : names) {
      image = ImageAccessRule.with(image, name, PullAccess.EVERY_POD, NOW).orElse(image);
    }
    assertThat(image.credentialMapping()).hasSize(20);
  }

  private static Optional<PulledImage> with(PulledImage image, String secret) {
    return ImageAccessRule.with(image, NAME, PullAccess.of(secret(secret)), NOW);
  }

  @Test
  void writesCredentialsAsGoDoesBeforeItHashesThem() {
    assertThat(CredentialJson.of(new RegistryCredential("me", "a<b", "", "", "", "")))
        .isEqualTo("{\"username\":\"me\",\"password\":\"a\\u003cb\"}");
  }
}
