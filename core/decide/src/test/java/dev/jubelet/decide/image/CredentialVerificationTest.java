package dev.jubelet.decide.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.image.CredentialVerification.Policy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CredentialVerificationTest {
  private static final List<String> ALLOWED = List.of("r.example/team/*", "r.example:5000/app");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # policy                         | image                   | pulled by us | required
          NEVER_VERIFY                    | r.example/private:1     | true         | false
          NEVER_VERIFY                    | r.example/private:1     | false        | false
          NEVER_VERIFY_PRELOADED_IMAGES   | r.example/private:1     | true         | true
          NEVER_VERIFY_PRELOADED_IMAGES   | r.example/private:1     | false        | false
          NEVER_VERIFY_ALLOWLISTED_IMAGES | r.example/private:1     | false        | true
          NEVER_VERIFY_ALLOWLISTED_IMAGES | r.example/team/a:1      | true         | false
          NEVER_VERIFY_ALLOWLISTED_IMAGES | r.example/team/a/b@x    | true         | false
          NEVER_VERIFY_ALLOWLISTED_IMAGES | r.example/teams/a       | true         | true
          NEVER_VERIFY_ALLOWLISTED_IMAGES | r.example:5000/app:7    | true         | false
          NEVER_VERIFY_ALLOWLISTED_IMAGES | r.example:5000/app/x:7  | true         | true
          ALWAYS_VERIFY                   | r.example/team/a:1      | false        | true
          """)
  void saysWhoseAccessIsVerified(Policy policy, String image, boolean pulled, boolean required) {
    assertThat(new CredentialVerification(policy, ALLOWED).isRequired(image, pulled))
        .isEqualTo(required);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          r.example/team/*   | ""
          r.example/app      | ""
          r.example:5000/app | ""
          " r.example/app"   | spaces
          r.example/*/app    | /*
          r.example*         | /*
          /*                 | host name
          ""                 | invalid
          r.example/app:1    | neither tag nor digest
          r.example/App      | lowercase
          """)
  void refusesPatternsThatMeanNothing(String pattern, String problem) {
    List<String> problems = CredentialVerification.problems(List.of(pattern));
    if (problem.isEmpty()) {
      assertThat(problems).isEmpty();
    } else {
      assertThat(problems).singleElement().asString().contains(problem);
    }
  }

  @Test
  void hasTheWordsOfTheConfiguration() {
    assertThat(List.of(Policy.values()).stream().map(Policy::wire))
        .containsExactly(
            "NeverVerify",
            "NeverVerifyPreloadedImages",
            "NeverVerifyAllowlistedImages",
            "AlwaysVerify");
  }
}
