package dev.jubelet.network.cache;

import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.linux.file.AtomicFile;
import dev.jubelet.network.plugin.CniCall;
import dev.jubelet.network.plugin.CniFailure;
import dev.jubelet.network.plugin.CniNames;
import dev.jubelet.network.result.CniResult;
import dev.jubelet.network.result.ResultJson;
import dev.jubelet.network.result.SpecVersion;
import dev.jubelet.state.DamagedFileException;
import dev.jubelet.state.StateFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Attachments on disk, in libcni's files, so that another runtime can take a node over. A file is
 * there before ADD begins, without a result: whatever happens then, somebody knows what to take
 * away.
 */
public final class AttachmentCache {
  private static final String KIND = "cniCacheV1";
  private static final int FILE_MAX = 4 * 1024 * 1024;

  private final Path results;

  /**
   * @param directory libcni's is {@code /var/lib/cni}
   */
  public AttachmentCache(Path directory) {
    this.results = directory.resolve("results");
  }

  public void write(Attachment attachment, SpecVersion version) {
    List<Node> args = new ArrayList<>();
    for (CniCall.Argument each : attachment.args()) {
      args.add(Json.texts(List.of(each.name(), each.value())));
    }
    byte[] config = attachment.config().getBytes(StandardCharsets.UTF_8);
    JsonObject object =
        new JsonObject()
            .put("kind", KIND)
            .put("containerId", attachment.containerId())
            .put("config", Base64.getEncoder().encodeToString(config))
            .put("ifName", attachment.device())
            .put("networkName", attachment.network())
            .putUnlessEmpty("netns", attachment.netns())
            .putUnlessEmpty("cniArgs", args);
    if (!attachment.capabilities().fields().isEmpty()) {
      object.put("capabilityArgs", Json.sorted(attachment.capabilities()));
    }
    attachment
        .result()
        .ifPresent(
            result -> object.put("result", Json.sorted(ResultJson.handedOn(result, version))));
    Path file = file(attachment.network(), attachment.containerId(), attachment.device());
    try {
      Files.createDirectories(
          results,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      // libcni does not wait for the disk either: after a power cut no attachment is left.
      AtomicFile.replace(file, JsonWriter.go(object.build()));
    } catch (IOException unwritable) {
      throw new CniFailure(CniFailure.IO_FAILURE, file + " cannot be written", unwritable);
    }
  }

  public void remove(String network, String containerId, String device) {
    delete(file(network, containerId, device));
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException unremovable) {
      throw new CniFailure(CniFailure.IO_FAILURE, file + " cannot be removed", unremovable);
    }
  }

  /** All of a pod. */
  public List<Attachment> of(String containerId) {
    // By the name first: to read them all for each pod takes long on a full node.
    return read(files().stream().filter(file -> name(file).contains(containerId)).toList()).stream()
        .filter(each -> each.containerId().equals(containerId))
        .toList();
  }

  /** All that can be read, in the order of their names. */
  public List<Attachment> all() {
    return read(files());
  }

  private static List<Attachment> read(List<Path> files) {
    return files.stream().map(AttachmentCache::read).flatMap(Optional::stream).toList();
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  /** Takes away what a write that was cut off has left; nobody may be writing. */
  public void sweep() {
    for (Path file : files()) {
      String name = name(file);
      if (name.startsWith(".") && name.endsWith(".new")) {
        delete(file);
      }
    }
  }

  private List<Path> files() {
    try (Stream<Path> entries = Files.list(results)) {
      return entries
          .filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))
          .sorted()
          .toList();
    } catch (NoSuchFileException none) {
      return List.of();
    } catch (IOException unreadable) {
      throw new CniFailure(CniFailure.IO_FAILURE, results + " cannot be read", unreadable);
    }
  }

  /** Nothing for a file that is no attachment: whose it is, is not for us to say. */
  private static Optional<Attachment> read(Path file) {
    try {
      String text = new String(StateFile.bytes(file, FILE_MAX), StandardCharsets.UTF_8);
      Node.Fields object = Json.object(text);
      if (!Json.textOf(object, "kind").equals(KIND)) {
        return Optional.empty();
      }
      String network = Json.textOf(object, "networkName");
      String device = Json.textOf(object, "ifName");
      String container = Json.textOf(object, "containerId");
      CniNames.requireNetwork(network);
      CniNames.requireInterface(device);
      CniNames.requireContainer(container);
      Node.Fields capabilities = Json.objectOf(object, "capabilityArgs");
      byte[] config = Base64.getDecoder().decode(Json.textOf(object, "config"));
      return Optional.of(
          new Attachment(
              container,
              network,
              device,
              Json.textOf(object, "netns"),
              args(object),
              capabilities == null ? JsonObject.EMPTY : capabilities,
              new String(config, StandardCharsets.UTF_8),
              result(object)));
    } catch (IOException
        | DamagedFileException
        | IllegalArgumentException
        | CniFailure unreadable) {
      return Optional.empty();
    }
  }

  private static List<CniCall.Argument> args(Node.Fields object) {
    List<CniCall.Argument> args = new ArrayList<>();
    for (Node pair : Json.listOf(object, "cniArgs")) {
      if (pair instanceof Node.Items both
          && both.items().size() == 2
          && both.items().get(0) instanceof Node.Text name
          && both.items().get(1) instanceof Node.Text value) {
        args.add(new CniCall.Argument(name.value(), value.value()));
      }
    }
    return args;
  }

  private static Optional<CniResult> result(Node.Fields object) {
    Node.Fields result = Json.objectOf(object, "result");
    try {
      return result == null ? Optional.empty() : Optional.of(ResultJson.read(result));
    } catch (IllegalArgumentException unknown) {
      // libcni: DEL goes on without a result that cannot be understood.
      return Optional.empty();
    }
  }

  private Path file(String network, String containerId, String device) {
    CniNames.requireNetwork(network);
    CniNames.requireContainer(containerId);
    CniNames.requireInterface(device);
    return results.resolve(network + "-" + containerId + "-" + device);
  }
}
