package dev.jubelet.network.builtin;

import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.network.plugin.CniCall;
import dev.jubelet.network.plugin.CniFailure;
import dev.jubelet.network.plugin.CniNames;
import dev.jubelet.network.plugin.CniPlugin;
import dev.jubelet.network.plugin.Deadline;
import dev.jubelet.network.plugin.Mending;
import dev.jubelet.network.result.CniResult;
import dev.jubelet.network.result.ResultJson;
import dev.jubelet.network.result.SpecVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** What plugins of our own have in common: they read a request and print a result. */
abstract class BuiltIn implements CniPlugin, Mending {
  private static final List<String> VERSIONS = List.of("0.3.0", "0.3.1", "0.4.0", "1.0.0", "1.1.0");
  private static final int INTERNAL = 999;

  /** A request, read. */
  record Asked(CniCall call, Node.Fields config, SpecVersion version, Deadline deadline) {
    String network() {
      return Json.textOf(config, "name");
    }

    Optional<CniResult> previous() {
      Node.Fields result = Json.objectOf(config, "prevResult");
      return result == null ? Optional.empty() : Optional.of(ResultJson.read(result));
    }

    /** From CNI_ARGS; empty when it is not there. */
    String argument(String name) {
      return call.args().stream()
          .filter(each -> each.name().equals(name))
          .map(CniCall.Argument::value)
          .findFirst()
          .orElse("");
    }

    /** An object within an object; empty when it is not there. */
    Node.Fields inner(String... path) {
      Node.Fields at = config;
      for (String name : path) {
        Node.Fields next = Json.objectOf(at, name);
        at = next == null ? JsonObject.EMPTY : next;
      }
      return at;
    }
  }

  @Override
  public final String call(CniCall call, Deadline deadline) {
    if (call.command() == CniCall.Command.VERSION) {
      return JsonWriter.go(
          new JsonObject()
              .put("cniVersion", "1.1.0")
              .put("supportedVersions", Json.texts(VERSIONS))
              .build());
    }
    return read(call, deadline, this::answer);
  }

  @Override
  public final void mend(CniCall call, Deadline deadline) {
    String _ =
        read(
            call,
            deadline,
            asked -> {
              requireNames(asked);
              mend(asked);
              return "";
            });
  }

  private interface Answer {
    String to(Asked asked) throws IOException;
  }

  private static String read(CniCall call, Deadline deadline, Answer answer) {
    try {
      Node.Fields config = Json.object(call.config());
      SpecVersion version = SpecVersion.supported(Json.textOf(config, "cniVersion"));
      return answer.to(new Asked(call, config, version, deadline));
    } catch (IllegalArgumentException | LinuxException | UncheckedIOException refused) {
      throw failed(String.valueOf(refused.getMessage()));
    } catch (IOException refused) {
      throw failed(refused.toString());
    }
  }

  private String answer(Asked asked) throws IOException {
    CniCall call = asked.call();
    switch (call.command()) {
      case ADD -> {
        requireNames(asked);
        return JsonWriter.goIndented(printed(asked, add(asked)));
      }
      case DEL -> {
        requireNames(asked);
        delete(asked);
      }
      case CHECK -> {
        requireNames(asked);
        check(asked);
      }
      case GC -> collect(asked);
      case STATUS -> status(asked);
      case VERSION -> throw new IllegalStateException("answered before");
    }
    return "";
  }

  private static void requireNames(Asked asked) {
    CniNames.requireContainer(asked.call().containerId());
    CniNames.requireInterface(asked.call().device());
    CniNames.requireNetwork(asked.network());
  }

  Node printed(Asked asked, CniResult result) {
    return ResultJson.printed(result, asked.version());
  }

  abstract CniResult add(Asked asked) throws IOException;

  abstract void delete(Asked asked) throws IOException;

  abstract void check(Asked asked) throws IOException;

  void collect(Asked asked) throws IOException {}

  void mend(Asked asked) {}

  void status(Asked asked) {}

  /** What a GC must leave alone, as {@code container/interface}. */
  static List<String> living(Asked asked) {
    String name =
        asked.config().value("cni.dev/valid-attachments") == null
            ? "cni.dev/attachments"
            : "cni.dev/valid-attachments";
    return Json.objectsOf(asked.config(), name).stream()
        .map(each -> Json.textOf(each, "containerID") + "/" + Json.textOf(each, "ifname"))
        .toList();
  }

  static CniFailure failed(String message) {
    return new CniFailure(INTERNAL, message, "");
  }
}
