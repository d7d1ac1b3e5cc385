package dev.jubelet.runtime;

import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.linux.process.ProcessIdentity;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.runtime.RuntimeRecords;
import dev.jubelet.runtime.inventory.RuntimeContext;
import dev.jubelet.runtime.state.ContainerRecord;
import dev.jubelet.runtime.state.SandboxRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is remembered of sandboxes and containers, for those who look closely. */
final class InventoryRecords implements RuntimeRecords {
  private final RuntimeContext context;

  InventoryRecords(RuntimeContext context) {
    this.context = context;
  }

  @Override
  public Optional<SandboxConfig> sandbox(SandboxId id) {
    return context.inventory().sandbox(id.value()).map(entry -> entry.record().config());
  }

  @Override
  public Optional<ContainerConfig> container(ContainerId id) {
    return context.inventory().container(id.value()).map(entry -> entry.record().config());
  }

  /** One object under the name that other runtimes use for it, since programs read it. */
  @Override
  public Map<String, String> details(String id) {
    Optional<Node.Fields> found =
        context
            .inventory()
            .container(id)
            .map(entry -> ofContainer(entry.record()))
            .or(() -> context.inventory().sandbox(id).map(entry -> ofSandbox(entry.record())));
    return found.map(fields -> Map.of("info", JsonWriter.compact(fields))).orElse(Map.of());
  }

  private Node.Fields ofContainer(ContainerRecord record) {
    JsonObject info =
        new JsonObject()
            .put("sandboxID", record.sandbox())
            .put("pid", pid(record.process()))
            .put("phase", record.phase().name());
    spec(record.id(), info);
    return info.build();
  }

  private Node.Fields ofSandbox(SandboxRecord record) {
    JsonObject info =
        new JsonObject()
            .put("pid", pid(record.pause()))
            .put("phase", record.phase().name())
            .put("runtimeHandler", record.handler())
            .put("place", context.places().pod(record.id()).toString());
    spec(record.id(), info);
    return info.build();
  }

  private static long pid(@Nullable ProcessIdentity process) {
    return process == null || !process.alive() ? 0 : process.pid();
  }

  private void spec(String id, JsonObject info) {
    try {
      String text = Files.readString(context.places().bundle(id).resolve("config.json"));
      info.put("runtimeSpec", Json.object(text));
    } catch (IOException | IllegalArgumentException none) {
      // A pod without a process has none.
    }
  }
}
