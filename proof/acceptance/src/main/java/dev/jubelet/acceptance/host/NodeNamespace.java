package dev.jubelet.acceptance.host;

import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.linux.process.ProcessTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A network namespace for one node: loopback, and a bridge without ports that carries the node's
 * address. No way leads out of it. It is held by a file of ours and not by a name in /run/netns, so
 * that nothing of the machine's is touched.
 */
public final class NodeNamespace implements AutoCloseable {
  private final Path file;
  private final String address;

  private NodeNamespace(Path file, String address) {
    this.file = file;
    this.address = address;
  }

  /**
   * @param file does not exist yet; its directory does
   * @param address of the node, without prefix length
   */
  public static NodeNamespace create(Path file, String address) {
    NodeNamespace namespace = new NodeNamespace(newFile(file), address);
    boolean complete = false;
    try {
      Tool.of("unshare", "--net=" + namespace.file, "true").run();
      namespace.in("ip", "link", "set", "lo", "up").run();
      namespace.in("ip", "link", "add", "node0", "type", "bridge").run();
      namespace.in("ip", "addr", "add", address + "/24", "dev", "node0").run();
      namespace.in("ip", "link", "set", "node0", "up").run();
      complete = true;
    } finally {
      if (!complete) {
        namespace.delete();
      }
    }
    return namespace;
  }

  public Path file() {
    return file;
  }

  public String address() {
    return address;
  }

  /**
   * The words that run a command inside. Not {@code ip netns exec}: that mounts /sys anew and so
   * hides the cgroups.
   */
  public List<String> enter(List<String> words) {
    List<String> all = new ArrayList<>(List.of("nsenter", "--net=" + file, "--"));
    all.addAll(words);
    return all;
  }

  /** A tool that is run inside. */
  public Tool in(String... words) {
    Tool tool = Tool.of(words);
    return new Tool(enter(tool.words()), tool.deadline());
  }

  /** Ends what still runs inside, then lets go of the namespace: its links and rules go with it. */
  public void delete() {
    if (held()) {
      inside().forEach(entry -> ProcessTable.kill(entry.pid()));
      Mounts.unmount(file);
    }
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<ProcessTable.Entry> inside() {
    try {
      String wanted = "net:[" + Files.getAttribute(file, "unix:ino") + "]";
      return ProcessTable.now().stream()
          .filter(entry -> networkOf(entry.pid()).equals(wanted))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String networkOf(long pid) {
    try {
      return Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns/net")).toString();
    } catch (IOException gone) {
      return "";
    }
  }

  @Override
  public void close() {
    delete();
  }

  /** By its real path, since that is what the mount table will show. */
  private static Path newFile(Path file) {
    try {
      return Files.createFile(file).toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the file is a mounted namespace: otherwise its inode could be that of another file. */
  private boolean held() {
    return MountTable.read().at(file).filter(mount -> mount.type().equals("nsfs")).isPresent();
  }
}
