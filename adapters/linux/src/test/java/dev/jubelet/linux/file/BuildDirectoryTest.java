package dev.jubelet.linux.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.linux.kernel.EntryFacts;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.testkit.Needed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BuildDirectoryTest {
  @TempDir Path root = Path.of("");

  private static byte[] name(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a/b", "/", "a\0b"})
  void takesNothingButTheNameOfAnEntry(String text) {
    try (BuildDirectory directory = BuildDirectory.at(root)) {
      assertThatThrownBy(() -> directory.makeDirectory(name(text)))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> directory.remove(name(text)))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> directory.hardLink(directory, name(text), name("x")))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void makesFilesLinksAndDevicesWithTheirAttributes() throws IOException {
    Needed.root();
    try (BuildDirectory directory = BuildDirectory.at(root)) {
      try (NewFile file = directory.makeFile(name("file"))) {
        file.write(name("hello"), 0, 5);
        file.chown(7, 8);
        file.chmod(04711);
      }
      directory.times(name("file"), 1_000_000_000L, 5);
      EntryFacts file = directory.facts(name("file")).orElseThrow();
      assertThat(file.file().permissions()).isEqualTo(04711);
      assertThat(file.file().user()).isEqualTo(7);
      assertThat(file.seconds()).isEqualTo(1_000_000_000L);
      assertThat(file.nanos()).isEqualTo(5);
      directory.makeNode(name("big"), BuildDirectory.NodeType.CHARACTER_DEVICE, 259, 70_000);
      EntryFacts device = directory.facts(name("big")).orElseThrow();
      assertThat(device.major()).isEqualTo(259);
      assertThat(device.minor()).isEqualTo(70_000);
      directory.makeWhiteout(name("white"));
      assertThat(directory.facts(name("white")).orElseThrow().whiteout()).isTrue();
      directory.hardLink(directory, name("file"), name("again"));
      assertThat(directory.facts(name("again")).orElseThrow().file().same(file.file())).isTrue();
      assertThatThrownBy(() -> directory.makeFile(name("file")))
          .isInstanceOfSatisfying(
              LinuxException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EEXIST));
      List<String> names = new ArrayList<>();
      directory.names(each -> names.add(new String(each, StandardCharsets.UTF_8)));
      assertThat(names).containsExactlyInAnyOrder("file", "big", "white", "again");
    }
  }

  @Test
  void changesALinkItselfAndNeverWhatItLeadsTo() throws IOException {
    Needed.root();
    Path outside = Files.createDirectory(root.resolve("outside"));
    Path inside = Files.createDirectory(root.resolve("inside"));
    Files.writeString(outside.resolve("file"), "canary");
    Object before = Files.readAttributes(outside.resolve("file"), "unix:mode,uid,ctime");
    try (BuildDirectory directory = BuildDirectory.at(inside)) {
      directory.makeLink(name("../outside/file"), name("l"));
      directory.makeLink(name("../outside"), name("d"));
      directory.chown(name("l"), 9, 9);
      directory.times(name("l"), 1, 0);
      assertThatThrownBy(() -> directory.chmod(name("l"), 0777)).isInstanceOf(LinuxException.class);
      assertThatThrownBy(() -> directory.setXattr(name("l"), "user.x", name("y")))
          .isInstanceOf(LinuxException.class);
      directory.setXattr(name("l"), "trusted.x", name("y"));
      assertThat(directory.xattr(name("l"), "trusted.x")).contains(name("y"));
      assertThatThrownBy(() -> directory.child(name("d"))).isInstanceOf(LinuxException.class);
      assertThat(directory.openFile(name("l"))).isEmpty();
      directory.remove(name("d"));
      assertThat(directory.facts(name("l")).orElseThrow().file().user()).isEqualTo(9);
    }
    assertThat(Files.readAttributes(outside.resolve("file"), "unix:mode,uid,ctime"))
        .isEqualTo(before);
    assertThat(outside.resolve("file")).hasContent("canary");
  }
}
