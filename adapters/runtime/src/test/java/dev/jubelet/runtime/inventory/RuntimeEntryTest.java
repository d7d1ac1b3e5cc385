package dev.jubelet.runtime.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.state.RecordStore;
import dev.jubelet.runtime.state.SandboxRecord;
import dev.jubelet.runtime.state.SandboxRecord.Phase;
import dev.jubelet.testkit.Needed;
import dev.jubelet.testkit.contract.ContractConfigs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a disk with room for one record and not for its successor. */
final class RuntimeEntryTest {
  private static final String ID = "0123456789abcdef".repeat(4);
  private static final SandboxRecord RECORD =
      new SandboxRecord(
          ID,
          ContractConfigs.sandbox("web", new PodUid("11-22"), 0, false, "/logs", "/parent"),
          "",
          "runc",
          Phase.READY,
          Instant.EPOCH,
          "boot",
          List.of(),
          "",
          null);

  @TempDir Path temp = Path.of("");
  private Path disk = Path.of("");

  @BeforeEach
  void mount() throws IOException {
    Needed.root();
    disk = Files.createDirectory(temp.resolve("disk"));
    Mounts.tmpfs(disk, List.of("size=64k"));
  }

  @AfterEach
  void unmount() {
    Mounts.unmountLazily(disk);
  }

  @Test
  void itsEndGoesOnWhenNothingCanBeWritten() throws IOException {
    RecordStore<SandboxRecord> shelf =
        new RecordStore<>(disk.resolve("shelf"), SandboxRecord.class);
    SandboxEntry entry = new SandboxEntry(shelf, RECORD);
    entry.change(RECORD);
    assertThatThrownBy(() -> Files.write(disk.resolve("filler"), new byte[1 << 20]))
        .hasMessageContaining("No space left");
    assertThatThrownBy(() -> entry.change(RECORD.in(Phase.STOPPING)))
        .isInstanceOf(OutsideFailure.class);
    assertThat(entry.record().phase()).isEqualTo(Phase.READY);
    List<String> told = new ArrayList<>();
    assertThat(entry.changeAnyhow(RECORD.in(Phase.STOPPING), told::add)).isFalse();
    assertThat(entry.changeAnyhow(RECORD.in(Phase.REMOVING), told::add)).isFalse();
    assertThat(entry.record().phase()).isEqualTo(Phase.REMOVING);
    assertThat(told).singleElement().asString().contains("No space left");
    // What is on the disk is whole, and nothing is beside it.
    assertThat(shelf.all().found()).containsEntry(ID, RECORD);
    try (var files = Files.list(disk.resolve("shelf").resolve(ID))) {
      assertThat(files).hasSize(1);
    }
    shelf.remove(ID);
    assertThat(disk.resolve("shelf")).isEmptyDirectory();
    assertThat(entry.changeAnyhow(RECORD.in(Phase.REMOVING), told::add)).isTrue();
  }
}
