package dev.jubelet.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.model.image.CacheScope;
import dev.jubelet.model.image.ProviderAnswer;
import dev.jubelet.ports.OutsideFailure;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PluginResponseTest {
  private static final String API = "credentialprovider.kubelet.k8s.io/v1";
  private static final String HEAD =
      "\"kind\":\"CredentialProviderResponse\",\"apiVersion\":\"" + API + "\"";

  private static ProviderAnswer read(String fields) {
    return PluginResponse.read("{" + fields + "}", API);
  }

  @ParameterizedTest
  @EnumSource(CacheScope.class)
  void scopesHaveTheWordsOfKubernetes(CacheScope scope) {
    ProviderAnswer answer = read(HEAD + ",\"cacheKeyType\":\"" + scope.wire() + "\"");
    assertThat(answer).isEqualTo(new ProviderAnswer(scope, null, List.of()));
  }

  @Test
  void durationOfNothingIsADuration() {
    assertThat(read(HEAD + ",\"cacheKeyType\":\"Image\",\"cacheDuration\":\"0s\"").cacheDuration())
        .isEqualTo(Duration.ZERO);
  }

  @Test
  void nullIsAsGoodAsAbsent() {
    ProviderAnswer answer =
        read(HEAD + ",\"cacheKeyType\":\"Image\",\"cacheDuration\":null,\"auth\":null");
    assertThat(answer.cacheDuration()).isNull();
    assertThat(answer.logins()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'s3cr3t' | its answer is not a JSON object",
        "{\"a\":s3cr3t} | its answer is not a JSON object",
        "{\"kind\":\"s3cr3t\"} | its answer is not a CredentialProviderResponse",
        "{\"kind\":\"CredentialProviderResponse\",\"apiVersion\":\"s3cr3t\"}"
            + " | its answer is not of apiVersion credentialprovider.kubelet.k8s.io/v1",
        "{H} | its answer has no cacheKeyType of Image, Registry or Global",
        "{H,\"cacheKeyType\":\"s3cr3t\"}"
            + " | its answer has no cacheKeyType of Image, Registry or Global",
        "{H,\"cacheKeyType\":\"Image\",\"cacheDuration\":\"s3cr3t\"}"
            + " | its answer has a cacheDuration that is no duration",
        "{H,\"cacheKeyType\":\"Image\",\"cacheDuration\":5}"
            + " | its answer has a cacheDuration that is no duration",
        "{H,\"cacheKeyType\":\"Image\",\"auth\":[\"s3cr3t\"]}"
            + " | its answer has an auth that is no object",
        "{H,\"cacheKeyType\":\"Image\",\"auth\":{\"x\":\"s3cr3t\"}}"
            + " | its answer has an entry of auth without username and password",
        "{H,\"cacheKeyType\":\"Image\",\"auth\":{\"x\":{\"username\":1,\"password\":\"s3cr3t\"}}}"
            + " | its answer has an entry of auth without username and password",
      })
  void whatIsWrongIsToldAndNothingOfItRepeated(String text, String message) {
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> PluginResponse.read(text.replace("{H", "{" + HEAD), API))
        .withMessage(message);
  }
}
