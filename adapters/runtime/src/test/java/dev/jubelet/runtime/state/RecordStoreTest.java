package dev.jubelet.runtime.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.jubelet.codec.ExactJson;
import dev.jubelet.linux.process.ProcessIdentity;
import dev.jubelet.model.container.MountPropagationMode;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.ContainerSecurity;
import dev.jubelet.model.runtime.config.DeviceSpec;
import dev.jubelet.model.runtime.config.EnvEntry;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.NamespaceOptions.IdMapping;
import dev.jubelet.model.runtime.config.NamespaceOptions.Mode;
import dev.jubelet.model.runtime.config.SecurityProfile;
import dev.jubelet.model.security.SupplementalGroupsPolicy;
import dev.jubelet.model.status.LinuxContainerUser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecordStoreTest {
  private static final String ID = "0123456789abcdef".repeat(4);
  private static final String OTHER = "f".repeat(64);

  @TempDir Path directory = Path.of("");
  private RecordStore<ContainerRecord> shelf = shelf();

  @BeforeEach
  void make() {
    shelf = shelf();
  }

  private RecordStore<ContainerRecord> shelf() {
    try {
      return new RecordStore<>(directory.resolve("shelf"), ContainerRecord.class);
    } catch (IOException refused) {
      throw new java.io.UncheckedIOException(refused);
    }
  }

  private Path file(String id) {
    return directory.resolve("shelf").resolve(id).resolve(RecordStore.FILE);
  }

  @Test
  void everythingComesBackAsItWas() throws IOException {
    ContainerRecord record = full();
    shelf.put(ID, record);
    assertThat(shelf.all().found()).isEqualTo(Map.of(ID, record));
    ContainerRecord ended =
        record.exited(
            new ContainerRecord.Ending(Instant.now(), 137, "OOMKilled", "a \"b\"\n\u2028"));
    shelf.putForGood(ID, ended);
    assertThat(shelf.all().found()).isEqualTo(Map.of(ID, ended));
  }

  @Test
  void whatIsRemovedIsGoneAndMayBeRemovedAgain() throws IOException {
    shelf.put(ID, full());
    shelf.remove(ID);
    shelf.remove(ID);
    assertThat(shelf.all().found()).isEmpty();
    assertThat(directory.resolve("shelf")).isEmptyDirectory();
  }

  @Test
  void recordThatWasOnlyBegunIsNothing() throws IOException {
    Files.createDirectories(file(ID).getParent());
    Files.writeString(file(ID).resolveSibling(RecordStore.FILE + ".new"), "{\"vers");
    assertThat(shelf.all().found()).isEmpty();
    assertThat(shelf.all().damaged()).isEmpty();
    assertThat(directory.resolve("shelf")).isEmptyDirectory();
  }

  @Test
  void halfOfAReplacementLeavesTheFormerOne() throws IOException {
    shelf.put(ID, full());
    Files.writeString(file(ID).resolveSibling(RecordStore.FILE + ".new"), "{\"vers");
    assertThat(shelf.all().found()).containsOnlyKeys(ID);
    shelf.put(ID, full().in(ContainerRecord.Phase.EXITED));
    assertThat(shelf.all().found().values())
        .extracting(ContainerRecord::phase)
        .containsExactly(ContainerRecord.Phase.EXITED);
  }

  @Test
  void everyCutIsNoticedAndTheOthersAreRead() throws IOException {
    shelf.put(OTHER, full());
    shelf.put(ID, full());
    byte[] good = Files.readAllBytes(file(ID));
    for (int length = 0; length < good.length; length += 97) {
      Files.createDirectories(file(ID).getParent());
      Files.write(file(ID), java.util.Arrays.copyOf(good, length));
      RecordStore.Contents<ContainerRecord> read = shelf.all();
      assertThat(read.found()).as("cut after " + length).containsOnlyKeys(OTHER);
      assertThat(read.damaged()).singleElement().asString().contains(file(ID).toString(), "kept");
    }
  }

  @Test
  void everyFlippedBitIsNoticed() throws IOException {
    shelf.put(ID, full());
    byte[] good = Files.readAllBytes(file(ID));
    for (int at = 0; at < good.length; at += 31) {
      byte[] bad = good.clone();
      bad[at] ^= 1;
      Files.createDirectories(file(ID).getParent());
      Files.write(file(ID), bad);
      assertThat(shelf.all().found()).as("flipped at " + at).isEmpty();
    }
  }

  @Test
  void otherVersionIsSetAsideAndNamed() throws IOException {
    Files.createDirectories(file(ID).getParent());
    Files.writeString(file(ID), "{\"version\":99,\"sum\":\"0\",\"record\":\"{}\"}");
    assertThat(shelf.all().damaged()).singleElement().asString().contains("version is 99");
    assertThat(directory.resolve("shelf/damaged-" + ID)).isDirectory();
    assertThat(shelf.all().damaged()).isEmpty();
  }

  @Test
  void somethingElseInPlaceOfARecordStopsNothing() throws IOException {
    Files.createDirectories(file(ID));
    Files.createDirectories(directory.resolve("shelf/stranger"));
    assertThat(shelf.all().damaged()).hasSize(1);
    assertThat(shelf.all().found()).isEmpty();
  }

  @Test
  void fieldThatAnOlderWriterDidNotKnowIsEmpty() {
    String text = ExactJson.write(full());
    String without = text.replace(",\"roots\":[\"a-0\"]", "").replace("\"imageRef\":\"ref\",", "");
    assertThat(without).isNotEqualTo(text);
    ContainerRecord read = ExactJson.read(without, ContainerRecord.class);
    assertThat(read.roots()).isEmpty();
    assertThat(read.imageRef()).isEmpty();
    assertThat(read.config()).isEqualTo(full().config());
  }

  /** What the first version wrote for the same record: its files are still on disks. */
  @Test
  void writesAndReadsWhatTheFirstVersionDid() throws IOException {
    try (InputStream old = getClass().getResourceAsStream("container-record.json")) {
      String text = new String(Objects.requireNonNull(old).readAllBytes(), StandardCharsets.UTF_8);
      assertThat(ExactJson.read(text, ContainerRecord.class)).isEqualTo(full());
      assertThat(ExactJson.write(full())).isEqualTo(text);
    }
  }

  @Test
  void fieldWithoutAnEmptyValueMustBeThere() {
    String text = ExactJson.write(full());
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> ExactJson.read(text.replace("\"phase\":\"RUNNING\",", ""), ContainerRecord.class))
        .withMessageContaining("phase: it is missing");
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            ExactJson.read(
                text.replace("\"phase\":\"RUNNING\"", "\"phase\":\"Running\""),
                ContainerRecord.class))
        .withMessageContaining("unknown word");
  }

  @Test
  void valueOfTheWrongKindIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ExactJson.read("{\"pid\":\"x\",\"born\":1}", ProcessIdentity.class))
        .withMessageContaining("string");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ExactJson.read("[]", ProcessIdentity.class));
  }

  @Test
  void idThatCouldLeadElsewhereIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> shelf.remove("../x"));
    assertThatIllegalArgumentException().isThrownBy(() -> shelf.put("", full()));
  }

  static ContainerRecord full() {
    NamespaceOptions namespaces =
        new NamespaceOptions(
            Mode.POD,
            Mode.TARGET,
            Mode.NODE,
            "target",
            new NamespaceOptions.UserNamespace(
                Mode.POD,
                List.of(new IdMapping(-1, 0, 65536)),
                List.of(new IdMapping(100000, 0, 65536))));
    ContainerConfig config =
        new ContainerConfig(
            "main",
            3,
            new ImageSpec("image", "said", "handler", Map.of("a", "b")),
            List.of("sh", "-c"),
            List.of("echo \"ä\" \\ \u0000 \ud83d\ude00"),
            "/work",
            List.of(new EnvEntry("K", "")),
            List.of(
                new MountSpec("/c", "/h", true, true, false, MountPropagationMode.BIDIRECTIONAL)
                    .ofImage("i", "sub")
                    .mapped(List.of(new IdMapping(1, 2, 3)))),
            List.of(new DeviceSpec("/dev/a", "/dev/b", "rwm")),
            Map.of("label", "x"),
            Map.of("note", ""),
            "main_3.log",
            true,
            false,
            true,
            new LinuxResources(
                1, -1, 2, Long.MAX_VALUE, 0, -998, "0-1", "", Map.of("2Mi", 4L), Map.of("k", "v")),
            new ContainerSecurity(
                List.of("ALL"),
                List.of("NET_RAW"),
                true,
                namespaces,
                null,
                0L,
                null,
                "user",
                true,
                List.of(1L, 4294967294L),
                SupplementalGroupsPolicy.STRICT,
                true,
                List.of("/proc/x"),
                List.of(),
                new SecurityProfile(SecurityProfile.Kind.LOCALHOST, "p.json"),
                null),
            null,
            List.of());
    return new ContainerRecord(
        ID,
        OTHER,
        config,
        ContainerRecord.Phase.RUNNING,
        Instant.parse("2026-01-02T03:04:05.123456789Z"),
        "image",
        "sha256:0",
        "ref",
        "/logs/main_3.log",
        "SIGTERM",
        List.of("a-0"),
        Instant.EPOCH,
        new ProcessIdentity(1, Long.MAX_VALUE),
        null,
        null,
        new LinuxContainerUser(1000, 1000, List.of(1000L, 50000L)));
  }
}
