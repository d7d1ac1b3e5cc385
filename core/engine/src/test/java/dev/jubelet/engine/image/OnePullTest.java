package dev.jubelet.engine.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.config.SandboxConfigs;
import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.decide.image.CredentialVerification;
import dev.jubelet.engine.Bench;
import dev.jubelet.model.image.RegistryLogin;
import dev.jubelet.model.objects.Secret;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ImageFilesystem;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.model.runtime.config.RegistryCredential;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.ClusterEvent;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.Images;
import dev.jubelet.testkit.Await;
import dev.jubelet.testkit.RecordingJournal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many pods, real threads, and a registry that answers when the test says so. */
@Timeout(60)
class OnePullTest {
  private static final int PODS = 50;
  private static final String IMAGE = "r.example/app:1";

  private final Bench bench = new Bench();
  private final SlowImages images = new SlowImages(bench.runtime.runtime().images());
  private final ImagePuller puller = puller(PullLimits.ofTogether(100));
  private final Queue<String> answers = new ConcurrentLinkedQueue<>();

  private ImagePuller puller(PullLimits limits) {
    return new ImagePuller(
        images,
        new ImagePuller.Sources(
            bench.objects, bench.credentials, bench.pullRecords, CredentialVerification.STANDARD),
        limits,
        bench.time,
        new RecordingJournal());
  }

  /** Pulls wait for the test. */
  private static final class SlowImages implements Images {
    private final Images inner;
    private final CountDownLatch go = new CountDownLatch(1);
    private final AtomicInteger pulls = new AtomicInteger();
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger mostInside = new AtomicInteger();

    SlowImages(Images inner) {
      this.inner = inner;
    }

    @Override
    public List<ObservedImage> list() {
      return inner.list();
    }

    @Override
    public Optional<ObservedImage> status(ImageSpec image) {
      return inner.status(image);
    }

    @Override
    public String pull(
        ImageSpec image, @Nullable RegistryCredential credential, @Nullable SandboxConfig pod) {
      pulls.incrementAndGet();
      mostInside.accumulateAndGet(inside.incrementAndGet(), Math::max);
      try {
        assertThat(go.await(30, TimeUnit.SECONDS)).isTrue();
        return inner.pull(image, credential, pod);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(interrupted);
      } finally {
        inside.decrementAndGet();
      }
    }

    @Override
    public void remove(ImageSpec image) {
      inner.remove(image);
    }

    @Override
    public List<ImageFilesystem> filesystems() {
      return inner.filesystems();
    }
  }

  private Pod pod(int number, String secret) {
    return Bench.pod(
        "p" + number,
        "u" + number,
        "containers: [{name: a, image: \"%s\"}]\nimagePullSecrets: [%s]".formatted(IMAGE, secret));
  }

  private static SandboxConfig sandbox(Pod pod) {
    return switch (SandboxConfigs.of(
        pod, 0, Bench.runSettings().settings(), Bench.runSettings().machine(), null)) {
      case ResolvedValue.Value(SandboxConfig config) -> config;
      case ResolvedValue.Refused(String why) -> throw new AssertionError(why);
    };
  }

  private Thread asks(ImagePuller asked, Pod pod, String image) {
    return Thread.ofVirtual()
        .start(() -> {
          try {
            ImageSpec spec = ImageSpec.of(image);
            String repository = image.substring(0, image.lastIndexOf(':'));
            answers.add(
                asked
                    .pull(
                        new ImagePuller.Request(
                            pod, spec, repository, sandbox(pod), ClusterEvent.about(pod)))
                    .image()
                    .id());
          } catch (OutsideFailure failure) {
            answers.add(failure.text());
          }
        });
  }

  private static void untilAllWait(List<Thread> threads) {
    Await.until(
        "all wait",
        () -> {
          assertThat(threads).as("nobody gives up before the pull ends").allMatch(Thread::isAlive);
          return threads.stream().allMatch(t -> t.getState() == Thread.State.TIMED_WAITING);
        });
  }

  private static void join(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private List<Thread> fiftyPods(String secret) {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < PODS; i++) {
      threads.add(asks(puller, pod(i, secret), IMAGE));
    }
    untilAllWait(threads);
    return threads;
  }

  @Test
  void fiftyPodsThatWantOneImageAreOnePull() throws InterruptedException {
    bench.runtime.pullable(IMAGE);
    List<Thread> threads = fiftyPods("");
    assertThat(puller.activePulls().since(IMAGE)).isPresent();
    images.go.countDown();
    join(threads);
    assertThat(images.pulls).hasValue(1);
    assertThat(answers).hasSize(PODS);
    assertThat(answers.stream().distinct()).hasSize(1);
    assertThat(puller.activePulls().since(IMAGE)).isEmpty();
  }

  @Test
  void failureIsToldToAllFifty() throws InterruptedException {
    List<Thread> threads = fiftyPods("");
    images.go.countDown();
    join(threads);
    assertThat(images.pulls).hasValue(1);
    assertThat(answers)
        .hasSize(PODS)
        .allSatisfy(answer -> assertThat(answer).contains("not found"));
  }

  @Test
  void podThatIsInterruptedLeavesTheOthersTheirPull() throws InterruptedException {
    bench.runtime.pullable(IMAGE);
    Thread leader = asks(puller, pod(1000, ""), IMAGE);
    untilAllWait(List.of(leader));
    List<Thread> threads = fiftyPods("");
    threads.getFirst().interrupt();
    threads.getFirst().join();
    images.go.countDown();
    join(threads);
    leader.join();
    assertThat(answers.stream().filter("the node is stopping"::equals)).hasSize(1);
    assertThat(answers.stream().filter(answer -> answer.startsWith("sha256:"))).hasSize(PODS);
  }

  @Test
  void otherCredentialsAreAnotherPull() throws InterruptedException {
    bench.runtime.guarded(IMAGE, "me", "right");
    secret("good", "right");
    secret("bad", "wrong");
    List<Thread> threads = new ArrayList<>(fiftyPods("{name: good}"));
    threads.addAll(fiftyPods("{name: bad}"));
    images.go.countDown();
    join(threads);
    assertThat(images.pulls).hasValue(2);
    assertThat(answers.stream().filter(answer -> answer.startsWith("sha256:"))).hasSize(PODS);
    assertThat(answers.stream().filter(answer -> answer.contains("401"))).hasSize(PODS);
  }

  private void secret(String name, String password) {
    bench.objects.put(
        new Secret(
            pod(0, "").metadata().withIdentity(name, "default", name),
            "kubernetes.io/dockerconfigjson",
            Map.of(),
            Map.of(),
            null));
    bench.credentials.secret(name, RegistryLogin.of("r.example", "me", password));
  }

  @Test
  void notMoreImagesArePulledTogetherThanAllowed() throws InterruptedException {
    ImagePuller narrow = puller(PullLimits.ofTogether(2));
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      bench.runtime.pullable("r.example/app:" + i);
      threads.add(asks(narrow, pod(i, ""), "r.example/app:" + i));
    }
    untilAllWait(threads);
    assertThat(images.inside).hasValue(2);
    images.go.countDown();
    join(threads);
    assertThat(images.mostInside).hasValue(2);
    assertThat(images.pulls).hasValue(6);
  }
}
