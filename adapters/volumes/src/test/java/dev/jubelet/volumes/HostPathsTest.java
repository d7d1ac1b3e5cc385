package dev.jubelet.volumes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.HostPathType;
import dev.jubelet.model.volume.HostPathVolumeSource;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HostPathsTest {
  @TempDir Path temp;

  @BeforeEach
  void prepare() throws IOException {
    Files.createDirectory(temp.resolve("dir"));
    Files.createFile(temp.resolve("file"));
    Files.createSymbolicLink(temp.resolve("link"), temp.resolve("dir"));
  }

  @ParameterizedTest
  @CsvSource({
    "dir,''",
    "none,''",
    "dir,Directory",
    "link,Directory",
    "dir,DirectoryOrCreate",
    "file,File",
    "file,FileOrCreate",
  })
  void takesWhatIsThere(String name, String type) {
    assertThatCode(() -> mount(temp.resolve(name).toString(), type)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "none,Directory,a directory",
    "file,Directory,a directory",
    "file,DirectoryOrCreate,a directory",
    "none,File,a file",
    "dir,File,a file",
    "dir,FileOrCreate,a file",
    "file,Socket,a socket file",
    "file,CharDevice,a character device",
    "none,BlockDevice,a block device",
  })
  void refusesAnotherTypeInTheWordsOfKubernetes(String name, String type, String words) {
    String path = temp.resolve(name).toString();
    assertThatThrownBy(() -> mount(path, type))
        .isInstanceOfSatisfying(
            OutsideFailure.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.NOT_FOUND))
        .hasMessage("hostPath type check failed: " + path + " is not " + words);
  }

  @Test
  void makesDirectoriesAndFilesWhenAsked() throws IOException {
    mount(temp + "/a/b", "DirectoryOrCreate");
    assertThat(Node.mode(temp.resolve("a/b"))).isEqualTo("755");
    mount(temp + "/a/b/f", "FileOrCreate");
    assertThat(Node.mode(temp.resolve("a/b/f"))).isEqualTo("644");
    assertThatThrownBy(() -> mount(temp + "/no/such/f", "FileOrCreate"))
        .isInstanceOf(OutsideFailure.class);
  }

  @Test
  void knowsSocketsAndDevices() throws IOException {
    assertThat(mount("/dev/null", "CharDevice")).isEqualTo("/dev/null");
    Path socket = temp.resolve("s");
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      assertThat(mount(socket.toString(), "Socket")).isEqualTo(socket.toString());
    }
  }

  private static String mount(String path, String type) {
    Pod pod = Node.pod("{name: v, hostPath: {path: \"" + path + "\", type: \"" + type + "\"}}");
    return new HostPaths().mount(pod, Node.volume(pod));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/x/../etc", "..", "/x/.."})
  void refusesToStepBack(String path) {
    assertThatThrownBy(() -> HostPaths.ready(new HostPathVolumeSource(path, HostPathType.UNSET)))
        .isInstanceOfSatisfying(
            OutsideFailure.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.BAD_SPEC));
  }
}
