package dev.jubelet.engine.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.ActionResult;
import dev.jubelet.decide.action.Outcome;
import dev.jubelet.engine.Bench;
import dev.jubelet.engine.act.PodActuator;
import dev.jubelet.model.image.CacheScope;
import dev.jubelet.model.image.CredentialProvider;
import dev.jubelet.model.image.ProviderAnswer;
import dev.jubelet.model.image.RegistryLogin;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.objects.Secret;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.RecordingJournal;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.fault.Operation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which credentials a pull is tried with, and what people are told about it. */
class ImagePullerTest {
  private static final String IMAGE = "r.example/team/app:1";
  private static final String PASSWORD = "s3cr3t-of-the-team";

  private final Bench bench = new Bench();
  private final PodActuator actuator = bench.services(_ -> {}).actuator();

  private static Pod pod(String secrets) {
    return Bench.pod(
        "p",
        "u",
        "containers: [{name: a, image: \"%s\", imagePullPolicy: Always}]\nimagePullSecrets: [%s]"
            .formatted(IMAGE, secrets));
  }

  private ActionResult ready(String secrets) {
    Pod pod = pod(secrets);
    return actuator.perform(new Action.EnsureImage(pod, pod.spec().containers().getFirst()));
  }

  private void secret(String name, RegistryLogin... logins) {
    bench.objects.put(
        new Secret(
            pod("").metadata().withIdentity(name, "default", name),
            "kubernetes.io/dockerconfigjson",
            Map.of(),
            Map.of(),
            null));
    if (logins.length > 0) {
      bench.credentials.secret(name, logins);
    }
  }

  private static RegistryLogin login(String place, String password) {
    return RegistryLogin.of(place, "me", password);
  }

  private static String word(ActionResult result) {
    return switch (result) {
      case ActionResult.Done _ -> "done";
      case ActionResult.Failed failed ->
          failed.waitingReason().reason() + ": " + failed.waitingReason().message();
    };
  }

  private List<String> reasons() {
    return bench.journal.lines().stream().map(RecordingJournal.Line::reason).toList();
  }

  private long pulls() {
    return bench.takeCalls().stream().filter(Operation.IMAGE_PULL::equals).count();
  }

  @Test
  void secretOfThePodOpensTheRegistry() {
    bench.runtime.guarded(IMAGE, "me", PASSWORD);
    secret("team", login("r.example", PASSWORD));
    assertThat(word(ready("{name: team}"))).isEqualTo("done");
    assertThat(pulls()).isEqualTo(1);
  }

  @Test
  void secondCredentialIsTriedWhenTheFirstIsRefused() {
    bench.runtime.guarded(IMAGE, "me", PASSWORD);
    secret("team", login("r.example", PASSWORD), login("r.example/team", "wrong"));
    assertThat(word(ready("{name: team}"))).isEqualTo("done");
    assertThat(pulls()).isEqualTo(2);
  }

  @Test
  void secretsGoBeforeTheNodeAndTheNodeBeforeProviders() {
    bench.runtime.guarded(IMAGE, "me", PASSWORD);
    bench.credentials.node(login("r.example", "of-the-node"));
    bench.credentials.provider(
        new CredentialProvider("p", List.of("r.example"), Duration.ZERO),
        _ -> new ProviderAnswer(CacheScope.IMAGE, null, List.of(login("r.example", PASSWORD))));
    secret("team", login("r.example", "of-the-secret"));
    assertThat(word(ready("{name: team}"))).isEqualTo("done");
    assertThat(pulls()).isEqualTo(3);
    assertThat(bench.credentials.questions()).containsExactly("p r.example/team/app");
  }

  @Test
  void allRefusalsAreToldAndNoPassword() {
    bench.runtime.guarded(IMAGE, "me", "another");
    secret("team", login("r.example/team", PASSWORD), login("r.example", PASSWORD + "+2"));
    String told = word(ready("{name: team}"));
    assertThat(told).startsWith("ErrImagePull: ").contains("401").contains("(hidden)");
    assertThat(told).doesNotContain(PASSWORD);
    assertThat(bench.journal.lines().toString()).doesNotContain(PASSWORD);
    assertThat(pulls()).isEqualTo(2);
  }

  @Test
  void fullDiskIsNotTriedAgainWithTheNextCredential() {
    bench.runtime.pullFails(IMAGE, FailureKind.EXHAUSTED, "no space left on device");
    secret("team", login("r.example/team", "1"), login("r.example", "2"));
    assertThat(word(ready("{name: team}"))).startsWith("ErrImagePull: ").contains("no space");
    assertThat(pulls()).isEqualTo(1);
  }

  @Test
  void missingSecretIsToldAndThePullGoesOn() {
    bench.runtime.pullable(IMAGE);
    assertThat(word(ready("{name: nowhere}, {name: neither}"))).isEqualTo("done");
    assertThat(bench.journal.lines())
        .anySatisfy(line -> {
          assertThat(line.reason()).isEqualTo("FailedToRetrieveImagePullSecret");
          assertThat(line.message())
              .isEqualTo(
                  "Unable to retrieve some image pull secrets (nowhere, neither); attempting to"
                      + " pull the image may not succeed.");
        });
  }

  /** As while the API server is away: the image may be public, or another secret may do. */
  @Test
  void secretThatIsNotKnownYetIsToldAndThePullGoesOnWithTheOthers() {
    bench.runtime.guarded(IMAGE, "me", PASSWORD);
    bench.objects.unknown(new ObjectReference("Secret", "default", "late"));
    secret("team", login("r.example", PASSWORD));
    assertThat(word(ready("{name: late}, {name: \"\"}, {name: team}"))).isEqualTo("done");
    assertThat(bench.journal.lines())
        .anySatisfy(line ->
            assertThat(line.message())
                .startsWith("Unable to retrieve some image pull secrets (late); "));
  }

  @Test
  void secretThatCannotBeReadIsToldAndThePullGoesOn() {
    bench.runtime.pullable(IMAGE);
    secret("odd");
    assertThat(word(ready("{name: odd}"))).isEqualTo("done");
    assertThat(reasons()).contains("FailedToRetrieveImagePullSecret");
  }

  @Test
  void providerThatFailsIsToldAndThePullGoesOn() {
    bench.runtime.pullable(IMAGE);
    bench.credentials.provider(
        new CredentialProvider("p", List.of("*.example"), Duration.ZERO),
        _ -> {
          throw new OutsideFailure(FailureKind.INTERNAL, "exit code 1");
        });
    assertThat(word(ready(""))).isEqualTo("done");
    assertThat(reasons()).contains("FailedCredentialProvider");
  }

  @Test
  void providerIsAskedOnlyAboutItsImages() {
    bench.runtime.pullable(IMAGE);
    bench.credentials.provider(
        new CredentialProvider("p", List.of("other.example"), Duration.ZERO),
        _ -> {
          throw new OutsideFailure(FailureKind.INTERNAL, "unreachable");
        });
    assertThat(word(ready(""))).isEqualTo("done");
    assertThat(bench.credentials.questions()).isEmpty();
  }

  @Test
  void answerHoldsForAsLongAsItSays() {
    bench.runtime.pullable(IMAGE);
    bench.credentials.provider(
        new CredentialProvider("p", List.of("r.example"), Duration.ofHours(1)),
        _ ->
            new ProviderAnswer(
                CacheScope.REGISTRY,
                Duration.ofMinutes(10),
                List.of(login("r.example", PASSWORD))));
    ready("");
    bench.advance(Duration.ofMinutes(9));
    ready("");
    assertThat(bench.credentials.questions()).hasSize(1);
    bench.advance(Duration.ofMinutes(2));
    ready("");
    assertThat(bench.credentials.questions()).hasSize(2);
  }

  @Test
  void answerWithoutDurationHoldsForTheDefaultOne() {
    bench.runtime.pullable(IMAGE);
    bench.credentials.provider(
        new CredentialProvider("p", List.of("r.example"), Duration.ofMinutes(10)),
        _ -> new ProviderAnswer(CacheScope.GLOBAL, null, List.of()));
    ready("");
    ready("");
    assertThat(bench.credentials.questions()).hasSize(1);
  }

  @Test
  void answerOfNoDurationIsForgotten() {
    bench.runtime.pullable(IMAGE);
    bench.credentials.provider(
        new CredentialProvider("p", List.of("r.example"), Duration.ofMinutes(10)),
        _ -> new ProviderAnswer(CacheScope.GLOBAL, Duration.ZERO, List.of()));
    ready("");
    ready("");
    assertThat(bench.credentials.questions()).hasSize(2);
  }

  @Test
  void pullIsToldAsKubernetesTellsIt() {
    bench.runtime.pullable(IMAGE, Duration.ofMillis(1200));
    ActionResult result = ready("");
    assertThat(bench.journal.lines())
        .anySatisfy(line -> {
          assertThat(line.reason()).isEqualTo("Pulling");
          assertThat(line.message()).isEqualTo("Pulling image \"" + IMAGE + "\"");
        });
    assertThat(result)
        .isInstanceOfSatisfying(
            ActionResult.Done.class,
            done ->
                assertThat(done.outcome())
                    .isInstanceOfSatisfying(
                        Outcome.ImageFound.class,
                        found ->
                            assertThat(found.said())
                                .startsWith("Successfully pulled image \"" + IMAGE + "\" in ")
                                .endsWith("Image size: 4194304 bytes.")));
  }

  @Test
  void malformedNameIsToldBeforeAnybodyIsAsked() {
    Pod pod = Bench.pod("p", "u", "containers: [{name: a, image: \"NotAName\"}]");
    assertThat(
            word(actuator.perform(new Action.EnsureImage(pod, pod.spec().containers().getFirst()))))
        .isEqualTo(
            "InvalidImageName: Failed to apply default image tag \"NotAName\": couldn't parse"
                + " image name \"NotAName\": invalid reference format: repository name"
                + " (library/NotAName) must be lowercase");
    assertThat(bench.takeCalls()).isEmpty();
  }

  @Test
  void imageThatCannotBeInspectedIsToldAsSuch() {
    bench.faults.once(Operation.IMAGE_STATUS, Fault.failBefore(FailureKind.UNAVAILABLE));
    Pod pod =
        Bench.pod(
            "p", "u", "containers: [{name: a, image: \"img:1\", imagePullPolicy: IfNotPresent}]");
    assertThat(
            word(actuator.perform(new Action.EnsureImage(pod, pod.spec().containers().getFirst()))))
        .startsWith("ImageInspectError: Failed to inspect image \"img:1\": ");
  }
}
