package dev.jubelet.linux.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.mount.DetachedMount;
import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.linux.network.Namespaces.Kind;
import dev.jubelet.model.runtime.config.NamespaceOptions.IdMapping;
import dev.jubelet.testkit.Needed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UserNamespacesTest {
  private static final List<IdMapping> IDS = List.of(new IdMapping(300000, 0, 65536));

  @TempDir Path temp;
  private final Map<Kind, Path> pins = new EnumMap<>(Kind.class);

  @BeforeEach
  void needRoot() throws IOException {
    Needed.root();
    temp = temp.toRealPath();
  }

  @AfterEach
  void nothingIsLeftMounted() throws IOException {
    for (Path pin : pins.values()) {
      Namespaces.remove(pin);
    }
    for (MountTable.Mount mount : MountTable.read().beneath(temp)) {
      Mounts.unmountLazily(Path.of(mount.point()));
    }
  }

  private Path create(Kind... kinds) throws IOException {
    for (Kind kind : kinds) {
      pins.put(kind, temp.resolve(kind.file()));
    }
    UserNamespaces.create(IDS, IDS, pins);
    return temp.resolve(Kind.USER.file());
  }

  @Test
  void tablesAreWrittenAsTheKernelReadsThem() {
    assertThat(UserNamespaces.table(List.of(new IdMapping(-65536, 0, 1), new IdMapping(5, 1, 2))))
        .isEqualTo("0 4294901760 1\n1 5 2\n");
  }

  @Test
  void othersThatAreMadeWithItBelongToItsRoot() throws IOException {
    create(Kind.USER, Kind.NETWORK, Kind.IPC, Kind.UTS);
    Map<Kind, Path> ipc =
        Map.of(Kind.USER, temp.resolve("user"), Kind.IPC, temp.resolve(Kind.IPC.file()));
    UserNamespaces.write(ipc, "kernel/msgmax", "9999");
    assertThat(
            Namespaces.within(
                Map.of(Kind.IPC, temp.resolve("ipc")), UserNamespacesTest::largestMessage))
        .isEqualTo("9999\n");
    assertThat(largestMessage()).isNotEqualTo("9999\n");
    assertThatThrownBy(() -> UserNamespaces.write(ipc, "kernel/msgmax", "no number"))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> UserNamespaces.write(ipc, "kernel/panic", "1"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("denied");
  }

  @Test
  void impossibleUsersAreRefused() {
    IdMapping twice = new IdMapping(5000, 0, 10);
    assertThatThrownBy(() ->
            UserNamespaces.create(
                List.of(twice, twice), IDS, Map.of(Kind.USER, temp.resolve("user"))))
        .isInstanceOf(IOException.class);
    assertThat(temp.resolve("user")).doesNotExist();
  }

  @Test
  void copyOfAMountShowsFilesAsTheirs() throws IOException {
    Path users = create(Kind.USER);
    Path source = Files.createDirectory(temp.resolve("source"));
    Mounts.tmpfs(source, List.of("size=64k", "mode=755"));
    Files.writeString(source.resolve("file"), "x");
    Path target = Files.createDirectory(temp.resolve("target"));
    try (DetachedMount copy = DetachedMount.of(source, true)) {
      copy.unshared().mapped(users).attach(target);
    }
    assertThat(target.resolve("file")).hasContent("x");
    assertThat(owner(target.resolve("file"))).isEqualTo(300000);
    assertThat(owner(source.resolve("file"))).isZero();
    try (DetachedMount file = DetachedMount.of(source.resolve("file"), false)) {
      file.mapped(users).attach(Files.createFile(temp.resolve("single")));
    }
    assertThat(owner(temp.resolve("single"))).isEqualTo(300000);
    // Nobody has a name for what was not attached.
    int before = MountTable.read().beneath(temp).size();
    DetachedMount.of(source, true).close();
    assertThat(MountTable.read().beneath(temp)).hasSize(before);
  }

  @Test
  void fileSystemThatCannotShowThemSoSaysSo() throws IOException {
    Path users = create(Kind.USER);
    try (DetachedMount copy = DetachedMount.of(Path.of("/proc"), false)) {
      assertThatThrownBy(() -> copy.mapped(users))
          .isInstanceOfSatisfying(
              LinuxException.class, refused -> assertThat(refused.errno()).isEqualTo(Errno.EINVAL));
    }
    assertThatThrownBy(() -> DetachedMount.of(temp.resolve("absent"), false))
        .isInstanceOfSatisfying(
            LinuxException.class, refused -> assertThat(refused.errno()).isEqualTo(Errno.ENOENT));
  }

  /** In one read: the kernel tells a parameter only from its beginning. */
  private static String largestMessage() throws IOException {
    try (InputStream in = Files.newInputStream(Path.of("/proc/sys/kernel/msgmax"))) {
      byte[] text = new byte[64];
      return new String(text, 0, in.read(text), StandardCharsets.US_ASCII);
    }
  }

  private static int owner(Path file) throws IOException {
    return (int) Files.getAttribute(file, "unix:uid");
  }
}
