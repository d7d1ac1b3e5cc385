package dev.jubelet.engine.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.ActionResult;
import dev.jubelet.decide.action.Outcome;
import dev.jubelet.engine.Bench;
import dev.jubelet.engine.act.PodActuator;
import dev.jubelet.model.image.PullAccess;
import dev.jubelet.model.image.RegistryLogin;
import dev.jubelet.model.objects.Secret;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.fault.Operation;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A private image that one pod brought to the node is not for every other pod. */
class PrivateImageTest {
  private static final String IMAGE = "r.example/team/app:1";

  private final Bench bench = new Bench();
  private final PodActuator actuator = bench.services(_ -> {}).actuator();

  private static Pod pod(String name, String policy, String secrets) {
    return Bench.pod(
        name,
        name,
        "containers: [{name: a, image: \"%s\", imagePullPolicy: %s}]\nimagePullSecrets: [%s]"
            .formatted(IMAGE, policy, secrets));
  }

  private void secret(String name, String password) {
    bench.objects.put(
        new Secret(
            pod("p", "Always", "").metadata().withIdentity(name, "default", "uid-of-" + name),
            "kubernetes.io/dockerconfigjson",
            Map.of(),
            Map.of(),
            null));
    bench.credentials.secret(name, RegistryLogin.of("r.example", "me", password));
  }

  private void ownerPulls() {
    bench.runtime.guarded(IMAGE, "me", "s3cr3t");
    secret("mine", "s3cr3t");
    assertThat(ready("owner", "IfNotPresent", "{name: mine}")).startsWith("Successfully pulled");
    assertThat(pulls()).isEqualTo(1);
  }

  private String ready(String name, String policy, String secrets) {
    Pod pod = pod(name, policy, secrets);
    ActionResult result =
        actuator.perform(new Action.EnsureImage(pod, pod.spec().containers().getFirst()));
    return switch (result) {
      case ActionResult.Done(Outcome.ImageFound found) -> found.said();
      case ActionResult.Done(Outcome other) -> other.toString();
      case ActionResult.Failed failed ->
          failed.waitingReason().reason() + ": " + failed.waitingReason().message();
    };
  }

  private long pulls() {
    return bench.takeCalls().stream().filter(Operation.IMAGE_PULL::equals).count();
  }

  @Test
  void aPodWithoutTheSecretHasToAskTheRegistry() {
    ownerPulls();
    assertThat(ready("owner-2", "IfNotPresent", "{name: mine}"))
        .isEqualTo(
            "Container image \"r.example/team/app:1\" already present on machine and can be"
                + " accessed by the pod");
    assertThat(pulls()).isZero();
    assertThat(ready("stranger", "IfNotPresent", ""))
        .startsWith("ErrImagePull: ")
        .contains("401 Unauthorized");
    assertThat(pulls()).isEqualTo(1);
  }

  @Test
  void aPodThatNeverPullsIsNotToldThatTheImageIsThere() {
    ownerPulls();
    assertThat(ready("stranger", "Never", ""))
        .isEqualTo(
            "ErrImageNeverPull: Container image \"r.example/team/app:1\" is not present with pull"
                + " policy of Never");
    assertThat(ready("owner-2", "Never", "{name: mine}")).contains("can be accessed by the pod");
  }

  @Test
  void anotherSecretWithTheSameCredentialWillDo() {
    ownerPulls();
    secret("copy", "s3cr3t");
    secret("other", "guessed");
    assertThat(ready("friend", "Never", "{name: copy}")).contains("can be accessed by the pod");
    assertThat(ready("stranger", "Never", "{name: other}")).contains("is not present");
  }

  @Test
  void publicImagesAreForEveryPod() {
    bench.runtime.pullable(IMAGE, Duration.ZERO);
    ready("first", "IfNotPresent", "");
    secret("mine", "s3cr3t");
    assertThat(ready("second", "Never", "")).contains("can be accessed by the pod");
    assertThat(ready("third", "Never", "{name: mine}")).contains("can be accessed by the pod");
  }

  @Test
  void imagesThatNobodyPulledAreForEveryPod() {
    bench.image(IMAGE);
    assertThat(ready("first", "Never", "")).contains("can be accessed by the pod");
  }

  @Test
  void whatAnEarlierLifeBeganToPullIsNotTakenForPreloaded() {
    bench.runtime.pullable(IMAGE, Duration.ZERO);
    bench.pullRecords.begin(IMAGE);
    bench.image(IMAGE);
    assertThat(ready("first", "Never", "")).contains("is not present");
    assertThat(bench.pullRecords.begun()).isEmpty();
    assertThat(ready("second", "IfNotPresent", "")).startsWith("Successfully pulled");
    assertThat(ready("third", "Never", "")).contains("can be accessed by the pod");
  }

  @Test
  void aPullThatFailsLeavesNoRecord() {
    bench.faults.once(Operation.IMAGE_PULL, Fault.failBefore(FailureKind.DENIED));
    assertThat(ready("first", "IfNotPresent", "")).startsWith("ErrImagePull");
    assertThat(bench.pullRecords.begun()).isEmpty();
  }

  @Test
  void withoutADiskNothingIsPulledAndNothingPrivateIsUsed() {
    ownerPulls();
    bench.pullRecords.fail(new OutsideFailure(FailureKind.EXHAUSTED, "no space"));
    assertThat(ready("stranger", "Never", "")).contains("is not present");
    assertThat(ready("owner-2", "IfNotPresent", "{name: mine}"))
        .isEqualTo(
            "ErrImagePull: Failed to record image pull intent for container image"
                + " \"r.example/team/app:1\": no space");
  }

  @Test
  void theRecordHasNoSecretInIt() {
    ownerPulls();
    String id = bench.runtime.runtime().images().list().getFirst().id();
    assertThat(bench.pullRecords.find(id).orElseThrow().credentialMapping())
        .hasEntrySatisfying(
            "r.example/team/app",
            (PullAccess access) -> {
              assertThat(access.kubernetesSecrets()).hasSize(1);
              assertThat(access.kubernetesSecrets().getFirst().uid()).isEqualTo("uid-of-mine");
              // printf '{"username":"me","password":"s3cr3t"}' | sha256sum
              assertThat(access.kubernetesSecrets().getFirst().credentialHash())
                  .isEqualTo("408c9767f3149b500b5d9bea4cdc6efb79ea2f1a2417dfb9b22ec106a19493b7");
              assertThat(access.toString()).doesNotContain("s3cr3t");
            });
  }
}
