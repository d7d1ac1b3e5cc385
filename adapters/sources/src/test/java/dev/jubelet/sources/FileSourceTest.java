package dev.jubelet.sources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.PodSource.Delivery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSourceTest {
  @TempDir Path temp;
  private Path folder;
  private final SteppedTime time = new SteppedTime();
  private final BlockingQueue<Delivery> deliveries = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> journal = new LinkedBlockingQueue<>();
  private final HandMadeEvents events = new HandMadeEvents();
  private @Nullable FileSource source;

  private final MemoryBudget memory = new MemoryBudget("manifests", 64 << 10);
  private final ManifestObjects objects = new ManifestObjects(memory);

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectory(temp.resolve("manifests"));
  }

  @AfterEach
  void closeSource() {
    if (source != null) {
      source.close();
    }
  }

  private void start(Path path) {
    FileSource made =
        new FileSource(
            path,
            "node",
            Duration.ofSeconds(20),
            time,
            (level, pod, uid, reason, message) -> journal.add(reason + ": " + message),
            objects,
            _ -> events);
    source = made;
    made.start(deliveries::add);
  }

  private Delivery next() throws InterruptedException {
    return Objects.requireNonNull(deliveries.poll(60, TimeUnit.SECONDS), "a delivery");
  }

  private void nothingNew() {
    assertThat(deliveries).isEmpty();
  }

  private void sweep() throws InterruptedException {
    time.ring();
    time.waitForAlarm();
  }

  private static String manifest(String name) {
    return manifest(name, "nginx:1");
  }

  private static String manifest(String name, String image) {
    return """
    apiVersion: v1
    kind: Pod
    metadata: {name: %s}
    spec: {containers: [{name: main, image: "%s"}]}
    """
        .formatted(name, image);
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(folder.resolve(file), text);
  }

  private static List<String> names(Delivery delivery) {
    return delivery.pods().stream().map(pod -> pod.metadata().name()).toList();
  }

  @Test
  void deliversTheFullListInTheOrderOfFileNames() throws Exception {
    write("b.yaml", manifest("second"));
    write(
        "a.json",
        "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"first\"},"
            + "\"spec\":{\"containers\":[{\"name\":\"m\",\"image\":\"i\"}]}}");
    write("c", manifest("third"));
    write(".hidden.yaml", manifest("hidden"));
    Files.createDirectory(folder.resolve("sub"));
    write("sub/d.yaml", manifest("below"));
    start(folder);
    Delivery delivery = next();
    assertThat(delivery.source()).isEqualTo("file");
    assertThat(names(delivery)).containsExactly("first-node", "second-node", "third-node");
    assertThat(delivery.problems()).isEmpty();
  }

  @Test
  void followsEventsAndSweeps() throws Exception {
    start(folder);
    assertThat(next().pods()).isEmpty();
    write("a.yaml", manifest("a"));
    events.tell("a.yaml");
    assertThat(names(next())).containsExactly("a-node");
    write("b.yaml", manifest("b"));
    sweep();
    assertThat(names(next())).containsExactly("a-node", "b-node");
    Files.delete(folder.resolve("a.yaml"));
    events.tell("a.yaml");
    assertThat(names(next())).containsExactly("b-node");
    Files.delete(folder.resolve("b.yaml"));
    events.tell("");
    assertThat(next().pods()).isEmpty();
    sweep();
    nothingNew();
  }

  @Test
  void anUnchangedPodStaysTheSame() throws Exception {
    write("a.yaml", manifest("a"));
    start(folder);
    Pod first = next().pods().getFirst();
    sweep();
    events.tell("a.yaml");
    nothingNew();
    write("a.yaml", "# comment\n" + manifest("a"));
    events.tell("a.yaml");
    nothingNew();
    write("a.yaml", manifest("a", "nginx:2"));
    sweep();
    Pod second = next().pods().getFirst();
    assertThat(second.uid()).isNotEqualTo(first.uid());
    assertThat(second.fullName()).isEqualTo(first.fullName());
  }

  @Test
  void aFileThatBecomesBadKeepsItsPodAndIsReportedOnce() throws Exception {
    write("a.yaml", manifest("a"));
    start(folder);
    Pod good = next().pods().getFirst();
    write("a.yaml", manifest("a").replace("image", "imagee"));
    events.tell("a.yaml");
    Delivery bad = next();
    assertThat(bad.pods()).containsExactly(good);
    assertThat(bad.problems())
        .anyMatch(problem ->
            problem.contains("a.yaml: line 4") && problem.contains("image: Required value"))
        .anyMatch(problem -> problem.contains("last good content stays"));
    sweep();
    events.tell("a.yaml");
    nothingNew();
    write("a.yaml", manifest("a"));
    sweep();
    nothingNew();
  }

  @Test
  void ofTwoPodsWithOneNameTheFirstFileWins() throws Exception {
    write("a.yaml", manifest("same", "one"));
    write("b.yaml", manifest("same", "two"));
    start(folder);
    Delivery delivery = next();
    assertThat(delivery.pods().getFirst().spec().containers().getFirst().image()).isEqualTo("one");
    assertThat(delivery.pods()).hasSize(1);
    assertThat(delivery.problems())
        .singleElement()
        .satisfies(
            problem -> assertThat(problem).contains("b.yaml").contains("a.yaml").contains("same"));
    sweep();
    nothingNew();
    Files.delete(folder.resolve("a.yaml"));
    sweep();
    assertThat(next().pods().getFirst().spec().containers().getFirst().image()).isEqualTo("two");
  }

  @Test
  void whatCannotBeReadIsReportedOnceAndDoesNotHang() throws Exception {
    write("good.yaml", manifest("good"));
    Files.createSymbolicLink(folder.resolve("dangling.yaml"), temp.resolve("nowhere"));
    Files.createSymbolicLink(folder.resolve("loop.yaml"), folder.resolve("loop.yaml"));
    Files.createSymbolicLink(folder.resolve("device.yaml"), Path.of("/dev/zero"));
    Files.createDirectory(folder.resolve("folder.yaml"));
    Process fifo =
        new ProcessBuilder("mkfifo", folder.resolve("fifo.yaml").toString()).inheritIO().start();
    assertThat(fifo.waitFor()).isZero();
    try (var large = new java.io.RandomAccessFile(folder.resolve("large.yaml").toFile(), "rw")) {
      large.setLength(ManifestFile.BYTES_MAX + 1L);
    }
    Files.write(folder.resolve("binary.yaml"), new byte[] {'a', ':', ' ', (byte) 0xff});
    write("empty.yaml", "");
    start(folder);
    Delivery delivery = next();
    assertThat(names(delivery)).containsExactly("good-node");
    assertThat(delivery.problems()).hasSize(8);
    assertThat(String.join("\n", delivery.problems()))
        .contains("dangling.yaml: is a symbolic link to nothing")
        .contains("loop.yaml: ")
        .contains("device.yaml: is neither a regular file")
        .contains("fifo.yaml: is neither a regular file")
        .contains("folder.yaml: is a directory")
        .contains("large.yaml: is larger than")
        .contains("binary.yaml: is not UTF-8 text")
        .contains("empty.yaml: line 1, column 1: there is no pod here");
    sweep();
    nothingNew();
  }

  @Test
  void followsTheLinksOfConfigMapTrees() throws Exception {
    Files.createDirectory(folder.resolve("..1"));
    Files.createDirectory(folder.resolve("..2"));
    write("..1/a.yaml", manifest("a", "one"));
    write("..2/a.yaml", manifest("a", "two"));
    Files.createSymbolicLink(folder.resolve("..data"), Path.of("..1"));
    Files.createSymbolicLink(folder.resolve("a.yaml"), Path.of("..data/a.yaml"));
    start(folder);
    assertThat(next().pods().getFirst().spec().containers().getFirst().image()).isEqualTo("one");
    Files.createSymbolicLink(folder.resolve("..tmp"), Path.of("..2"));
    Files.move(folder.resolve("..tmp"), folder.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);
    events.tell("..data");
    assertThat(next().pods().getFirst().spec().containers().getFirst().image()).isEqualTo("two");
  }

  @Test
  void aMissingDirectoryIsAnEmptySetAndIsReportedOnce() throws Exception {
    Path later = temp.resolve("later");
    start(later);
    Delivery delivery = next();
    assertThat(delivery.pods()).isEmpty();
    assertThat(delivery.problems()).singleElement().asString().contains("does not exist");
    sweep();
    nothingNew();
    Files.createDirectory(later);
    Files.writeString(later.resolve("a.yaml"), manifest("a"));
    sweep();
    assertThat(names(next())).containsExactly("a-node");
  }

  @Test
  void aSingleFileIsASourceToo() throws Exception {
    write("a.yaml", manifest("a") + "---\n" + manifest("b"));
    write("other.yaml", manifest("other"));
    start(folder.resolve("a.yaml"));
    assertThat(names(next())).containsExactly("a-node", "b-node");
    events.tell("other.yaml");
    nothingNew();
    write("a.yaml", manifest("a"));
    events.tell("a.yaml");
    assertThat(names(next())).containsExactly("a-node");
    Files.delete(folder.resolve("a.yaml"));
    events.tell("a.yaml");
    assertThat(next().pods()).isEmpty();
  }

  @Test
  void aPathThatIsNoDirectoryIsNotAnEmptySet() throws Exception {
    start(Path.of("/dev/null"));
    assertThat(journal.poll(60, TimeUnit.SECONDS)).contains("/dev/null: cannot be listed");
    sweep();
    nothingNew();
    assertThat(journal).isEmpty();
  }

  @Test
  void withoutEventsTheSweepsGoOn() throws Exception {
    FileSource made =
        new FileSource(
            folder,
            "node",
            Duration.ofSeconds(20),
            time,
            (level, pod, uid, reason, message) -> journal.add(reason),
            objects,
            _ -> {
              throw new IllegalStateException("no inotify left");
            });
    source = made;
    made.start(deliveries::add);
    assertThat(next().pods()).isEmpty();
    assertThat(journal.poll(60, TimeUnit.SECONDS)).isEqualTo("WatchFailed");
    write("a.yaml", manifest("a"));
    sweep();
    assertThat(names(next())).containsExactly("a-node");
  }

  @Test
  void afterCloseThereIsSilence() throws Exception {
    start(folder);
    next();
    time.waitForAlarm();
    assertThat(events.running.await(60, TimeUnit.SECONDS)).isTrue();
    closeSource();
    assertThat(time.hasAlarm()).isFalse();
    assertThat(events.closed.getCount()).isZero();
    write("a.yaml", manifest("a"));
    events.tell("a.yaml");
    nothingNew();
  }

  @Test
  void theKernelTellsOfAMovedFileAtOnce() throws Exception {
    FileSource made =
        new FileSource(
            folder,
            "node",
            Duration.ofSeconds(20),
            time,
            (level, pod, uid, reason, message) -> journal.add(reason + message),
            objects);
    source = made;
    made.start(deliveries::add);
    assertThat(next().pods()).isEmpty();
    Path draft = temp.resolve("draft");
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 20; i++) {
      Files.writeString(draft, manifest("a", "nginx:" + i));
      Instant before = Instant.now();
      Files.move(draft, folder.resolve("a.yaml"), StandardCopyOption.ATOMIC_MOVE);
      assertThat(next().pods().getFirst().spec().containers().getFirst().image())
          .isEqualTo("nginx:" + i);
      best = Math.min(best, Duration.between(before, Instant.now()).toMillis());
    }
    assertThat(best).isLessThan(50);
    assertThat(journal).isEmpty();
  }

  private static String map(String name, String color) {
    return """
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: %s}
    data: {color: %s}
    """
        .formatted(name, color);
  }

  private String color(String name) {
    return objects
        .configMap("default", name)
        .map(found -> String.valueOf(found.data().get("color")))
        .orElse("none");
  }

  @Test
  void objectsOfAFileAreThereBeforeItsPods() throws Exception {
    write("a.yaml", manifest("pod") + "---\n" + map("settings", "blue"));
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    objects.onChange(reference -> order.add(reference + " " + deliveries.size()));
    start(folder);
    assertThat(names(next())).containsExactly("pod-node");
    assertThat(order).containsExactly("ConfigMap default/settings 0");
    assertThat(color("settings")).isEqualTo("blue");
  }

  @Test
  void aChangedFileChangesItsObjectsAndNotItsPods() throws Exception {
    write("a.yaml", manifest("pod") + "---\n" + map("settings", "blue"));
    start(folder);
    next();
    time.waitForAlarm();
    write("a.yaml", manifest("pod") + "---\n" + map("settings", "yellow"));
    sweep();
    assertThat(color("settings")).isEqualTo("yellow");
    nothingNew();
    Files.delete(folder.resolve("a.yaml"));
    sweep();
    assertThat(next().pods()).isEmpty();
    assertThat(color("settings")).isEqualTo("none");
  }

  @Test
  void aFileThatBecomesBadLeavesItsObjectsAlone() throws Exception {
    write("a.yaml", map("settings", "blue"));
    start(folder);
    assertThat(next().problems()).isEmpty();
    time.waitForAlarm();
    write("a.yaml", map("settings", "{}"));
    sweep();
    assertThat(next().problems())
        .hasSize(2)
        .last(InstanceOfAssertFactories.STRING)
        .endsWith("its last good content stays in force");
    assertThat(color("settings")).isEqualTo("blue");
  }

  @Test
  void ofTwoObjectsWithOneNameTheFirstCountsUntilItGoes() throws Exception {
    write("a.yaml", map("settings", "blue"));
    write("b.yaml", map("settings", "yellow"));
    start(folder);
    assertThat(next().problems())
        .containsExactly(
            folder.resolve("b.yaml")
                + ": the ConfigMap default/settings is already defined in "
                + folder.resolve("a.yaml"));
    assertThat(color("settings")).isEqualTo("blue");
    time.waitForAlarm();
    sweep();
    nothingNew();
    Files.delete(folder.resolve("a.yaml"));
    sweep();
    assertThat(color("settings")).isEqualTo("yellow");
  }

  @Test
  void anImmutableObjectDoesNotChangeUntilItWasGone() throws Exception {
    write("a.yaml", map("settings", "blue") + "immutable: true\n");
    start(folder);
    next();
    time.waitForAlarm();
    write("a.yaml", map("settings", "yellow") + "immutable: true\n");
    sweep();
    assertThat(next().problems())
        .containsExactly(
            folder.resolve("a.yaml")
                + ": the ConfigMap default/settings is immutable: to change it, remove it first");
    assertThat(color("settings")).isEqualTo("blue");
    write("a.yaml", map("other", "red"));
    sweep();
    write("a.yaml", map("settings", "yellow"));
    sweep();
    assertThat(color("settings")).isEqualTo("yellow");
  }

  @Test
  void whatMeansNothingToANodeIsToldAndTheRestOfTheFileIsUsed() throws Exception {
    write("a.yaml", manifest("pod") + "---\napiVersion: v1\nkind: Service\n");
    start(folder);
    Delivery delivery = next();
    assertThat(names(delivery)).containsExactly("pod-node");
    assertThat(delivery.problems())
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains("a.yaml: document 2, line 7", "kind Service means nothing to a node");
  }

  private static String large(String name, int kibibytes) {
    return manifest(name, "nginx:1\", args: [\"" + "x".repeat(kibibytes << 10) + "\"], tty: \"")
        .replace(", tty: \"\"", "");
  }

  @Test
  void manifestsTogetherHaveALimit() throws Exception {
    Files.writeString(folder.resolve("a.yaml"), large("a", 25));
    Files.writeString(folder.resolve("b.yaml"), large("b", 25));
    Files.writeString(folder.resolve("c.yaml"), large("c", 25));
    Files.writeString(folder.resolve("d.yaml"), manifest("d"));
    start(folder);
    Delivery first = next();
    assertThat(names(first)).containsExactly("a-node", "b-node", "d-node");
    assertThat(first.problems())
        .singleElement()
        .asString()
        .contains("c.yaml: there is no memory for it: manifests may use 64 KiB of memory");
    // A change that does not fit leaves what was there; what goes makes room.
    Files.writeString(folder.resolve("a.yaml"), large("a", 40));
    Files.delete(folder.resolve("b.yaml"));
    sweep();
    Delivery second = next();
    assertThat(names(second)).contains("a-node", "d-node").doesNotContain("b-node");
    Files.delete(folder.resolve("a.yaml"));
    Files.delete(folder.resolve("c.yaml"));
    Files.delete(folder.resolve("d.yaml"));
    sweep();
    assertThat(next().pods()).isEmpty();
    assertThat(memory.used()).isZero();
  }
}
