package dev.jubelet.cluster.reviews;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.ApiServer;
import dev.jubelet.cluster.client.ObjectReader;
import dev.jubelet.cluster.client.WatchStream;
import dev.jubelet.codec.tree.Problems;
import dev.jubelet.codec.tree.Trees;
import dev.jubelet.json.JsonStream;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.model.access.AccessAttributes;
import dev.jubelet.model.access.UserInfo;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApiReviewsTest {
  private static final UserInfo USER =
      new UserInfo("ann", "u1", List.of("dev", "ops"), Map.of("scope", List.of("a", "b")));
  private static final AccessAttributes WISH =
      new AccessAttributes("get", "nodes", "metrics", "worker-1");

  private final Deque<Supplier<Node.Fields>> answers = new ArrayDeque<>();
  private final List<String> asked = new ArrayList<>();
  private final List<Duration> pauses = new ArrayList<>();
  private final ApiReviews reviews = new ApiReviews(new Scripted(), pauses::add);

  @Test
  void findsTheOwnerOfAToken() {
    answer(
        """
        {"status":{"authenticated":true,"user":{"username":"ann","uid":"u1","groups":["dev","ops"],\
        "extra":{"scope":["a","b"]}}}}\
        """);

    assertThat(reviews.review("secret")).hasValue(USER);
    assertThat(asked)
        .containsExactly(
            "/apis/authentication.k8s.io/v1/tokenreviews"
                + " {\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenReview\","
                + "\"spec\":{\"token\":\"secret\"}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"status\":{}}",
        "{\"status\":{\"authenticated\":false,\"user\":{\"username\":\"ann\"}}}",
        "{\"status\":{\"authenticated\":\"true\",\"user\":{\"username\":\"ann\"}}}",
        "{\"status\":{\"error\":\"expired\"}}",
        "{\"status\":[]}",
      })
  void takesWhatIsNoYesForANo(String answer) {
    answer(answer);
    answer(answer);

    assertThat(reviews.review("secret")).isEmpty();
    assertThat(reviews.allowed(USER, WISH)).isFalse();
  }

  @Test
  void asksForOneSubresourceOfTheNode() {
    answer("{\"status\":{\"allowed\":true}}");

    assertThat(reviews.allowed(USER, WISH)).isTrue();
    assertThat(asked)
        .containsExactly(
            "/apis/authorization.k8s.io/v1/subjectaccessreviews"
                + " {\"apiVersion\":\"authorization.k8s.io/v1\",\"kind\":\"SubjectAccessReview\","
                + "\"spec\":{\"resourceAttributes\":{\"verb\":\"get\",\"version\":\"v1\","
                + "\"resource\":\"nodes\",\"subresource\":\"metrics\",\"name\":\"worker-1\"},"
                + "\"user\":\"ann\",\"groups\":[\"dev\",\"ops\"],\"uid\":\"u1\","
                + "\"extra\":{\"scope\":[\"a\",\"b\"]}}}");
  }

  @Test
  void takesAllowedAndDeniedForAFailure() {
    answer("{\"status\":{\"allowed\":true,\"denied\":true}}");

    assertThatThrownBy(() -> reviews.allowed(USER, WISH)).isInstanceOf(OutsideFailure.class);
  }

  @ParameterizedTest
  @CsvSource({"500, 5", "503, 5", "429, 5", "403, 1", "401, 1", "0, 1"})
  void asksAgainWhereThatMayHelpAndThenFails(int code, int times) {
    for (int i = 0; i < 5; i++) {
      answers.add(() -> {
        throw new ApiFailure(code, "Reason", "it had the secret in it", null);
      });
    }

    assertThatThrownBy(() -> reviews.review("secret"))
        .isInstanceOf(OutsideFailure.class)
        .message()
        .doesNotContain("secret");
    assertThat(asked).hasSize(times);
    assertThat(pauses).hasSize(times - 1);
  }

  @Test
  void saysWhenTheApiServerIsAway() {
    answers.add(() -> {
      throw ApiFailure.noAnswer("connection refused");
    });

    assertThatThrownBy(() -> reviews.allowed(USER, WISH))
        .isInstanceOfSatisfying(
            OutsideFailure.class,
            failed -> assertThat(failed.kind()).isEqualTo(FailureKind.UNAVAILABLE));
  }

  private void answer(String json) {
    answers.add(() -> (Node.Fields) Trees.read(json, new Problems()).getFirst());
  }

  /** Answers in turn. */
  private final class Scripted implements ApiServer {
    @Override
    public <T> T create(String path, Node.Fields object, Function<JsonStream, T> reader) {
      asked.add(path + " " + JsonWriter.compact(object));
      return reader.apply(JsonStream.of(JsonWriter.compact(answers.remove().get())));
    }

    @Override
    public <T> T get(String path, Function<JsonStream, T> reader) {
      throw new AssertionError("not asked for");
    }

    @Override
    public Node.Fields replace(String path, Node.Fields object) {
      throw new AssertionError("not asked for");
    }

    @Override
    public <T> T patch(String path, Node.Fields patch, Function<JsonStream, T> reader) {
      throw new AssertionError("not asked for");
    }

    @Override
    public void delete(String path, Node.Fields options) {
      throw new AssertionError("not asked for");
    }

    @Override
    public <T> WatchStream<T> watch(String path, ObjectReader<T> reader) {
      throw new AssertionError("not asked for");
    }
  }
}
