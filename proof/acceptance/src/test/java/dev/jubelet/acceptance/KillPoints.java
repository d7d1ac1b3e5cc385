package dev.jubelet.acceptance;

import static dev.jubelet.acceptance.KillPoint.Side.CALL;
import static dev.jubelet.acceptance.KillPoint.Side.ENTRY;
import static dev.jubelet.acceptance.KillPoint.Side.RETURN;

import dev.jubelet.acceptance.KillPoint.Side;
import java.util.ArrayList;
import java.util.List;

/** The places at which processes are killed, in the order of a pod's life. */
final class KillPoints {
  private final List<KillPoint> points = new ArrayList<>();

  private KillPoints() {}

  static List<KillPoint> all() {
    KillPoints table = new KillPoints();
    table.pull();
    table.unpack();
    table.sandbox();
    table.network();
    table.create();
    table.start(KillScene.START);
    table.start(KillScene.START_SHORT);
    table.stop();
    table.stopPod();
    table.remove();
    table.removePod();
    table.removeImage();
    return List.copyOf(table.points);
  }

  /** Where the life dies that clears up after another one, which died in making a sandbox. */
  static List<KillPoint> ofSecondLife() {
    KillPoints table = new KillPoints();
    table.open();
    return List.copyOf(table.points);
  }

  private void at(KillScene scene, String type, String method, Side side, int... hits) {
    for (int hit : hits) {
      points.add(new KillPoint(scene, type, method, side, hit));
    }
  }

  /** From a name to blobs: documents are asked for, bytes come, are forced and get their names. */
  private void pull() {
    KillScene scene = KillScene.PULL;
    at(scene, "images.registry.Resolver", "resolve", RETURN, 1);
    at(scene, "images.content.ContentStore", "begin", RETURN, 1, 3);
    at(scene, "images.content.Ingest", "write", ENTRY, 2);
    at(scene, "images.content.RealDisk", "write", RETURN, 1, 4);
    at(scene, "images.content.Ingest", "commit", ENTRY, 1, 2);
    at(scene, "images.content.RealDisk", "force", RETURN, 1, 3);
    at(scene, "images.content.RealDisk", "move", ENTRY, 2);
    at(scene, "images.content.RealDisk", "move", RETURN, 1, 4);
    at(scene, "images.content.ContentStore", "take", RETURN, 1);
    at(scene, "images.pull.BlobDownloads$Download", "finish", RETURN, 2);
    at(scene, "images.pull.RegistryPuller", "pull", RETURN, 1);
    at(scene, "images.ImageStore", "remember", ENTRY, 1);
    at(scene, "images.snapshot.Snapshots", "sync", RETURN, 1);
    at(scene, "images.NameRecords", "put", ENTRY, 1);
    at(scene, "linux.file.AtomicFile", "write@move", CALL, 1);
    at(scene, "images.NameRecords", "put", RETURN, 1);
  }

  /** From blobs to layers: entries are made, settled on what is below, and get their names. */
  private void unpack() {
    KillScene scene = KillScene.PULL;
    at(scene, "images.snapshot.Snapshots$Room", "<init>", RETURN, 1, 3);
    at(scene, "images.unpack.LayerUnpacker", "unpack", ENTRY, 5);
    at(scene, "images.unpack.LayerUnpacker", "writeFile", ENTRY, 1);
    at(scene, "images.unpack.LayerUnpacker", "writeFile", RETURN, 4);
    at(scene, "images.unpack.LayerUnpacker", "whiteOut", RETURN, 1);
    at(scene, "images.unpack.LayerUnpacker", "hardLink", RETURN, 1);
    at(scene, "images.unpack.LayerSettling", "settle", ENTRY, 1, 4);
    at(scene, "images.unpack.LayerSettling", "likeBelow", RETURN, 1);
    at(scene, "images.unpack.LayerSettling", "link", ENTRY, 1);
    at(scene, "images.snapshot.Snapshots$Room", "commit", ENTRY, 2);
    at(scene, "images.snapshot.Snapshots$Room", "commit", RETURN, 1, 3);
    at(scene, "images.snapshot.Snapshots", "remove", ENTRY, 1);
  }

  private void sandbox() {
    KillScene scene = KillScene.RUN;
    at(scene, "runtime.inventory.RuntimeInventory", "reserve", RETURN, 1);
    at(scene, "runtime.state.RecordStore", "write", ENTRY, 1, 2);
    at(scene, "runtime.state.RecordStore", "write", RETURN, 1, 2);
    at(scene, "runtime.sandbox.SandboxNamespaces", "make", ENTRY, 1);
    at(scene, "linux.kernel.NetKernel", "unshare", RETURN, 1);
    at(scene, "linux.network.Namespaces", "bind", RETURN, 1, 2, 3);
    at(scene, "runtime.sandbox.SandboxFiles", "make", ENTRY, 1);
    at(scene, "runtime.sandbox.SandboxFiles", "make", RETURN, 1);
    at(scene, "runtime.sandbox.PauseProcess", "start", ENTRY, 1);
    at(scene, "linux.process.ChildProcess", "send", ENTRY, 1);
    at(scene, "runtime.monitor.Conmon", "launched", ENTRY, 1);
    at(scene, "runtime.sandbox.PauseProcess", "start", RETURN, 1);
    at(scene, "runtime.sandbox.SandboxCreation", "make", RETURN, 1);
    at(scene, "runtime.sandbox.EmbeddedSandboxes", "run", RETURN, 1);
  }

  private void network() {
    KillScene scene = KillScene.RUN;
    at(scene, "network.cache.AttachmentCache", "write", ENTRY, 1);
    // The record of the sandbox, its attachment without and with a result, and the record again.
    at(scene, "linux.file.AtomicFile", "replace@move", CALL, 1, 2, 3, 4);
    at(scene, "network.cache.AttachmentCache", "write", RETURN, 1, 2);
    at(scene, "network.builtin.Loopback", "add", RETURN, 1);
    at(scene, "network.builtin.PodLink", "make", RETURN, 1);
    at(scene, "linux.netlink.Links", "setMaster", RETURN, 1);
    at(scene, "network.builtin.HostLocal", "add", ENTRY, 1);
    at(scene, "network.builtin.AddressStore", "reserve@createLink", CALL, 1);
    at(scene, "network.builtin.AddressStore", "reserve@delete", CALL, 1);
    at(scene, "network.builtin.AddressStore", "reserve", RETURN, 1);
    at(scene, "network.builtin.PodLink", "configure", RETURN, 1);
    at(scene, "network.builtin.Masquerade", "add", RETURN, 1);
    at(scene, "network.builtin.HostPorts", "add", RETURN, 1);
    at(scene, "runtime.sandbox.SandboxNetwork", "attach", RETURN, 1);
  }

  private void create() {
    KillScene scene = KillScene.CREATE;
    at(scene, "runtime.inventory.RuntimeInventory", "reserve", RETURN, 1);
    at(scene, "runtime.state.RecordStore", "write", ENTRY, 2);
    at(scene, "runtime.state.RecordStore", "write", RETURN, 1, 2);
    at(scene, "images.snapshot.RootFilesystems", "prepare", ENTRY, 1);
    at(scene, "images.snapshot.RootFilesystems", "likeTop", RETURN, 1);
    at(scene, "images.snapshot.RootFilesystems", "overlay@move", CALL, 1);
    at(scene, "linux.mount.OverlayMount", "writable", ENTRY, 1);
    at(scene, "linux.mount.OverlayMount", "writable", RETURN, 1);
    at(scene, "runtime.oci.ContainerSpec", "of", RETURN, 1);
    at(scene, "runtime.container.ContainerCreation", "make", RETURN, 1);
    at(scene, "runtime.container.EmbeddedContainers", "create", RETURN, 1);
  }

  private void start(KillScene scene) {
    at(scene, "runtime.state.RecordStore", "write", RETURN, 1, 2);
    at(scene, "runtime.monitor.Conmon", "launch", ENTRY, 1);
    at(scene, "linux.process.ChildProcess", "send", ENTRY, 1);
    at(scene, "linux.process.BoundedReader", "run", RETURN, 1);
    at(scene, "runtime.monitor.Conmon", "launched", ENTRY, 1);
    at(scene, "runtime.container.ContainerStart", "run", ENTRY, 1);
    at(scene, "runtime.container.ContainerStart", "run", RETURN, 1);
  }

  private void stop() {
    KillScene scene = KillScene.STOP;
    at(scene, "runtime.container.ContainerTermination", "stop", ENTRY, 1);
    at(scene, "linux.process.ProcessIdentity", "signal", RETURN, 1);
    at(scene, "runtime.container.ContainerTermination", "conclude", ENTRY, 1);
    at(scene, "runtime.state.RecordStore", "write", RETURN, 1, 2);
    at(scene, "runtime.monitor.OciProgram", "delete", ENTRY, 1);
    at(scene, "runtime.monitor.OciProgram", "delete", RETURN, 1);
    at(scene, "runtime.container.ContainerTermination", "forget", RETURN, 1);
    at(scene, "runtime.container.ContainerTermination", "conclude", RETURN, 1);
  }

  private void stopPod() {
    KillScene scene = KillScene.STOP_POD;
    at(scene, "runtime.container.EmbeddedContainers", "endAll", ENTRY, 1);
    at(scene, "linux.process.ProcessIdentity", "signal", RETURN, 1);
    at(scene, "runtime.container.EmbeddedContainers", "endAll", RETURN, 1);
    at(scene, "runtime.sandbox.PauseProcess", "end", ENTRY, 1);
    at(scene, "runtime.sandbox.PauseProcess", "end", RETURN, 1);
    at(scene, "network.builtin.HostPorts", "remove", RETURN, 1);
    at(scene, "network.builtin.Bridge", "deleteLink", RETURN, 1);
    at(scene, "network.builtin.HostLocal", "delete", RETURN, 1);
    at(scene, "network.builtin.Bridge", "unmasquerade", RETURN, 1);
    at(scene, "network.cache.AttachmentCache", "remove", RETURN, 1);
    at(scene, "linux.network.Namespaces", "remove", RETURN, 1, 3);
    at(scene, "runtime.sandbox.SandboxFiles", "unmount", RETURN, 1);
    at(scene, "runtime.sandbox.SandboxTeardown", "stop", RETURN, 1);
  }

  private void remove() {
    KillScene scene = KillScene.REMOVE;
    at(scene, "runtime.container.ContainerTermination", "kill", ENTRY, 1);
    at(scene, "runtime.container.ContainerTermination", "undo", ENTRY, 1);
    at(scene, "images.snapshot.RootFilesystems", "unmount", RETURN, 1);
    at(scene, "images.snapshot.RootFilesystems", "release", RETURN, 1);
    at(scene, "runtime.inventory.RunDirectories", "remove", RETURN, 1);
    at(scene, "runtime.state.RecordStore", "remove", ENTRY, 1);
    at(scene, "runtime.state.RecordStore", "remove", RETURN, 1);
  }

  private void removePod() {
    KillScene scene = KillScene.REMOVE_POD;
    at(scene, "runtime.container.EmbeddedContainers", "removeAll", ENTRY, 1);
    at(scene, "runtime.container.EmbeddedContainers", "removeAll", RETURN, 1);
    at(scene, "runtime.sandbox.SandboxTeardown", "remove", ENTRY, 1);
    at(scene, "linux.cgroup.CgroupBranch", "removeEmpty", RETURN, 1);
    at(scene, "runtime.state.RecordStore", "remove", RETURN, 2);
  }

  private void removeImage() {
    KillScene scene = KillScene.REMOVE_IMAGE;
    at(scene, "images.NameRecords", "remove", ENTRY, 1);
    at(scene, "images.NameRecords", "remove", RETURN, 1);
    at(scene, "images.snapshot.Snapshots", "remove", ENTRY, 2);
    at(scene, "images.snapshot.Snapshots", "delete", RETURN, 1);
    at(scene, "images.content.ContentStore", "delete", RETURN, 2);
  }

  private void open() {
    KillScene scene = KillScene.OPEN;
    at(scene, "linux.mount.OverlayMount", "writable", RETURN, 1);
    at(scene, "runtime.Recovery", "run", ENTRY, 1);
    at(scene, "runtime.sandbox.SandboxTeardown", "stop", RETURN, 1);
    at(scene, "runtime.sandbox.SandboxTeardown", "remove", RETURN, 1);
    at(scene, "runtime.Recovery", "sweep", RETURN, 1);
  }
}
