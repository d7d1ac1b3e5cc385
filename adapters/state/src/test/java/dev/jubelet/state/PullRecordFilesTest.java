package dev.jubelet.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.model.image.PullAccess;
import dev.jubelet.model.image.PullSecret;
import dev.jubelet.model.image.PullServiceAccount;
import dev.jubelet.model.image.PulledImage;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.RecordingJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PullRecordFilesTest {
  private static final Instant TIME = Instant.parse("2026-01-02T03:04:05Z");
  private static final String IMAGE = "testing:1";

  /** The hash of {@link #IMAGE}. */
  private static final String FILE =
      "sha256-ed06783215b71a5fcb56046e6e429b86216556a554ab64793053861f3f056884";

  private static final PulledImage RECORD =
      new PulledImage(
          TIME,
          IMAGE,
          Map.of(
              "r.example/a",
              new PullAccess(
                  List.of(new PullSecret("u", "ns", "s", "h")),
                  List.of(new PullServiceAccount("u2", "ns", "robot")),
                  false),
              "r.example/b",
              PullAccess.EVERY_POD));

  @TempDir Path directory = Path.of("");
  private final RecordingJournal journal = new RecordingJournal();
  private PullRecordFiles records = new PullRecordFiles(directory, journal);

  @BeforeEach
  void open() {
    records = new PullRecordFiles(directory, journal);
  }

  private Path pulled() {
    return directory.resolve("image_manager/pulled").resolve(FILE);
  }

  private Path pulling() {
    return directory.resolve("image_manager/pulling").resolve(FILE);
  }

  @Test
  void writesWhatTheGoKubeletWrites() throws IOException {
    records.begin(IMAGE);
    assertThat(pulling())
        .hasContent(
            "{\"kind\":\"ImagePullIntent\",\"apiVersion\":\"kubelet.config.k8s.io/v1beta1\","
                + "\"image\":\"testing:1\"}\n");
    records.put(RECORD);
    assertThat(pulled())
        .hasContent(
            "{\"kind\":\"ImagePulledRecord\",\"apiVersion\":\"kubelet.config.k8s.io/v1beta1\","
                + "\"lastUpdatedTime\":\"2026-01-02T03:04:05Z\",\"imageRef\":\"testing:1\","
                + "\"credentialMapping\":{\"r.example/a\":{\"kubernetesSecrets\":[{\"uid\":\"u\","
                + "\"namespace\":\"ns\",\"name\":\"s\",\"credentialHash\":\"h\"}],"
                + "\"kubernetesServiceAccounts\":[{\"uid\":\"u2\",\"namespace\":\"ns\","
                + "\"name\":\"robot\"}]},\"r.example/b\":{\"nodePodsAccessible\":true}}}\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(pulled())))
        .isEqualTo("rw-------");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(directory.resolve("image_manager/pulled"))))
        .isEqualTo("rwx------");
  }

  @Test
  void readsWhatItWroteInALaterLife() {
    records.begin(IMAGE);
    records.put(RECORD);
    open();
    assertThat(records.begun()).containsExactly(IMAGE);
    assertThat(records.hasBegun(IMAGE)).isTrue();
    assertThat(records.hasBegun("other")).isFalse();
    assertThat(records.find(IMAGE)).contains(RECORD);
    assertThat(records.find("other")).isEmpty();
    records.end(IMAGE);
    records.end(IMAGE);
    assertThat(records.begun()).isEmpty();
  }

  @Test
  void setsAsideWhatMakesNoSense() throws IOException {
    for (String text :
        List.of("", "{", "[]", "{\"kind\":\"Other\"}", "{\"kind\":\"ImagePulledRecord\"}")) {
      records.put(RECORD);
      Files.writeString(pulled(), text);
      assertThat(records.find(IMAGE)).as(text).isEmpty();
      assertThat(pulled()).doesNotExist();
      assertThat(pulled().resolveSibling("damaged-" + FILE)).hasContent(text);
    }
    assertThat(journal.lines()).hasSize(5);
  }

  @Test
  void neverReadsThroughALinkOrAnotherImagesRecord() throws IOException {
    records.put(RECORD);
    Path other = Files.move(pulled(), directory.resolve("elsewhere"));
    Files.createSymbolicLink(pulled(), other);
    assertThat(records.find(IMAGE)).isEmpty();
    Files.move(other, pulled());
    Files.writeString(pulled(), Files.readString(pulled()).replace("testing:1", "testing:2"));
    assertThat(records.find(IMAGE)).isEmpty();
  }

  @Test
  void forgetsImagesThatAreGoneOnceThereAreMany() {
    records.put(RECORD);
    records.put(new PulledImage(TIME, "here", Map.of()));
    records.put(new PulledImage(TIME.plusSeconds(60), "new", Map.of()));
    records.prune(
        3,
        () -> {
          throw new AssertionError("nobody asks before there are many");
        },
        TIME.plusSeconds(60));
    records.prune(2, () -> Set.of("here"), TIME.plusSeconds(60));
    assertThat(records.find(IMAGE)).isEmpty();
    assertThat(records.find("here")).isPresent();
    assertThat(records.find("new")).isPresent();
  }

  @Test
  void tellsOfADiskThatRefuses() throws IOException {
    Files.writeString(directory.resolve("image_manager"), "in the way");
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> records.begin(IMAGE))
        .withMessageContaining("cannot write");
  }
}
