package dev.jubelet.network;

import dev.jubelet.json.Json;
import dev.jubelet.json.Node;
import dev.jubelet.network.cache.Attachment;
import dev.jubelet.network.cache.AttachmentBuilder;
import dev.jubelet.network.config.NetworkList;
import dev.jubelet.network.config.NetworkPlugin;
import dev.jubelet.network.plugin.CniCall;
import dev.jubelet.network.plugin.CniFailure;
import dev.jubelet.network.plugin.Deadline;
import dev.jubelet.network.plugin.Mending;
import dev.jubelet.network.plugin.PluginVersions;
import dev.jubelet.network.plugin.Plugins;
import dev.jubelet.network.result.CniResult;
import dev.jubelet.network.result.ResultJson;
import dev.jubelet.network.result.SpecVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The commands of CNI for a whole list of plugins, in the order that it prescribes. */
final class CniCommands {
  private final Plugins plugins;
  private final PluginVersions versions;
  private final Duration callDeadline;

  CniCommands(Plugins plugins, Duration callDeadline) {
    this.plugins = plugins;
    this.versions = new PluginVersions(plugins);
    this.callDeadline = callDeadline;
  }

  /** Each plugin gets the result of the one before it. */
  CniResult add(NetworkList list, Attachment attachment) {
    Optional<CniResult> previous = Optional.empty();
    for (NetworkPlugin plugin : list.plugins()) {
      String config = PluginRequest.of(list, plugin, previous, attachment.capabilities());
      previous = Optional.of(result(plugin, call(CniCall.Command.ADD, plugin, attachment, config)));
    }
    return previous.orElse(CniResult.EMPTY);
  }

  /** Sets the pod's {@code lo} up, which is no part of a network but of every pod. */
  void loopback(NetworkList list, Attachment attachment) {
    String config =
        "{\"cniVersion\":\"%s\",\"name\":\"cni-loopback\",\"type\":\"loopback\"}"
            .formatted(list.version());
    CniCall call =
        request(
            CniCall.Command.ADD,
            AttachmentBuilder.builder(attachment).device("lo").build(),
            config);
    String _ = plugins.find("loopback").call(call, Deadline.in(callDeadline));
  }

  private static CniResult result(NetworkPlugin plugin, String answer) {
    try {
      return ResultJson.read(Json.object(answer));
    } catch (IllegalArgumentException noResult) {
      throw new CniFailure(CniFailure.DECODING_FAILURE, "its result cannot be understood", noResult)
          .from(described(plugin, CniCall.Command.ADD));
    }
  }

  /** Backwards, each with the result of the whole. */
  void delete(NetworkList list, Attachment attachment) {
    Attachment now = withoutGoneNamespace(attachment);
    Optional<CniResult> result =
        list.version().atLeast(SpecVersion.V0_4_0) ? now.result() : Optional.empty();
    for (NetworkPlugin plugin : list.plugins().reversed()) {
      String config = PluginRequest.of(list, plugin, result, now.capabilities());
      String _ = call(CniCall.Command.DEL, plugin, now, config);
    }
  }

  /** CNI: DEL is run without a namespace when that is gone, and releases what it can. */
  private static Attachment withoutGoneNamespace(Attachment attachment) {
    if (attachment.netns().isEmpty() || Files.exists(Path.of(attachment.netns()))) {
      return attachment;
    }
    return AttachmentBuilder.builder(attachment).netns("").build();
  }

  void check(NetworkList list, Attachment attachment) {
    for (NetworkPlugin plugin : list.plugins()) {
      String config =
          PluginRequest.of(list, plugin, attachment.result(), attachment.capabilities());
      String _ = call(CniCall.Command.CHECK, plugin, attachment, config);
    }
  }

  /** Has those plugins that can put back what is missing; others are left alone. */
  void mend(NetworkList list, Attachment attachment) {
    for (NetworkPlugin plugin : list.plugins()) {
      if (plugins.find(plugin.type()) instanceof Mending mending) {
        String config =
            PluginRequest.of(list, plugin, attachment.result(), attachment.capabilities());
        mending.mend(request(CniCall.Command.CHECK, attachment, config), Deadline.in(callDeadline));
      }
    }
  }

  /** Whether all plugins are there, speak the list's version, and if they can tell, are ready. */
  void status(NetworkList list) {
    for (NetworkPlugin plugin : list.plugins()) {
      versions.require(plugin.type(), list.version(), Deadline.in(callDeadline));
    }
    if (list.version().atLeast(SpecVersion.V1_1_0)) {
      for (NetworkPlugin plugin : list.plugins()) {
        general(CniCall.Command.STATUS, plugin, PluginRequest.status(list, plugin));
      }
    }
  }

  /** GC of every plugin; what one of them cannot do does not keep the others from it. */
  List<String> collect(NetworkList list, List<Attachment> living) {
    List<String> failures = new ArrayList<>();
    if (list.version().atLeast(SpecVersion.V1_1_0) && !list.collectionDisabled()) {
      for (NetworkPlugin plugin : list.plugins()) {
        try {
          general(CniCall.Command.GC, plugin, PluginRequest.collection(list, plugin, living));
        } catch (CniFailure failed) {
          failures.add(failed.message());
        }
      }
    }
    return failures;
  }

  private void general(CniCall.Command command, NetworkPlugin plugin, String config) {
    String _ = ask(plugin, CniCall.general(command, plugins.searchPath(), config));
  }

  private String call(
      CniCall.Command command, NetworkPlugin plugin, Attachment attachment, String config) {
    return ask(plugin, request(command, attachment, config));
  }

  private CniCall request(CniCall.Command command, Attachment attachment, String config) {
    return new CniCall(
        command,
        attachment.containerId(),
        attachment.netns(),
        attachment.device(),
        attachment.args(),
        plugins.searchPath(),
        config);
  }

  private String ask(NetworkPlugin plugin, CniCall call) {
    try {
      return plugins.find(plugin.type()).call(call, Deadline.in(callDeadline));
    } catch (CniFailure failed) {
      throw failed.from(described(plugin, call.command()));
    }
  }

  private static String described(NetworkPlugin plugin, CniCall.Command command) {
    Node name = plugin.config().value("name");
    return "plugin "
        + plugin.type()
        + (name instanceof Node.Text text ? " (" + text.value() + ")" : "")
        + " failed ("
        + command
        + ")";
  }
}
