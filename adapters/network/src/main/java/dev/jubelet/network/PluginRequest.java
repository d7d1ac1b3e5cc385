package dev.jubelet.network;

import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.model.runtime.config.DnsSettings;
import dev.jubelet.model.runtime.config.PortMapping;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.network.cache.Attachment;
import dev.jubelet.network.config.NetworkList;
import dev.jubelet.network.config.NetworkPlugin;
import dev.jubelet.network.result.CniResult;
import dev.jubelet.network.result.ResultJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a plugin reads on its standard input, byte for byte as libcni writes it. */
final class PluginRequest {
  private PluginRequest() {}

  static String of(
      NetworkList list,
      NetworkPlugin plugin,
      Optional<CniResult> previous,
      Node.Fields capabilities) {
    Map<String, Node> fields = named(list, plugin);
    previous.ifPresent(
        result -> fields.put("prevResult", ResultJson.handedOn(result, list.version())));
    Map<String, Node> wanted = new TreeMap<>();
    for (String capability : plugin.capabilities()) {
      Node value = capabilities.value(capability);
      if (value != null) {
        wanted.put(capability, value);
      }
    }
    if (wanted.isEmpty()) {
      return text(fields);
    }
    fields.put("runtimeConfig", object(wanted));
    return JsonWriter.go(Json.sorted(object(fields)));
  }

  /** STATUS is about a network as such. */
  static String status(NetworkList list, NetworkPlugin plugin) {
    return text(named(list, plugin));
  }

  /** GC names what is still in use, under both of the names that the specification has had. */
  static String collection(NetworkList list, NetworkPlugin plugin, List<Attachment> living) {
    List<Node> attachments = new ArrayList<>();
    for (Attachment each : living) {
      attachments.add(
          new JsonObject()
              .put("containerID", each.containerId())
              .put("ifname", each.device())
              .build());
    }
    Map<String, Node> fields = named(list, plugin);
    fields.put("cni.dev/valid-attachments", Json.items(attachments));
    fields.put("cni.dev/attachments", Json.items(attachments));
    return text(fields);
  }

  private static Map<String, Node> named(NetworkList list, NetworkPlugin plugin) {
    Map<String, Node> fields = new TreeMap<>();
    plugin.config().fields().forEach((name, field) -> fields.put(name, Json.sorted(field.value())));
    fields.put("name", Json.text(list.name()));
    fields.put("cniVersion", Json.text(list.version().text()));
    return fields;
  }

  private static String text(Map<String, Node> fields) {
    return JsonWriter.go(object(fields));
  }

  private static Node.Fields object(Map<String, Node> fields) {
    JsonObject object = new JsonObject();
    fields.forEach(object::put);
    return object.build();
  }

  /** What Kubernetes' runtimes tell plugins about a pod. */
  static Node.Fields capabilities(NetworkPod pod) {
    SandboxConfig config = pod.config();
    List<Node> ports = new ArrayList<>();
    for (PortMapping port : config.portMappings()) {
      if (port.hostPort() > 0) {
        ports.add(
            new JsonObject()
                .put("hostPort", port.hostPort())
                .put("containerPort", port.containerPort())
                .put("protocol", port.protocol().name().toLowerCase(Locale.ROOT))
                .put("hostIP", port.hostIp())
                .build());
      }
    }
    JsonObject all = new JsonObject().putUnlessEmpty("portMappings", ports);
    pod.bandwidth()
        .ifPresent(rates ->
            all.put(
                "bandwidth",
                new JsonObject()
                    .put("ingressRate", rates.ingressRate())
                    .put("ingressBurst", rates.ingressBurst())
                    .put("egressRate", rates.egressRate())
                    .put("egressBurst", rates.egressBurst())));
    DnsSettings dns = config.dns();
    if (!dns.equals(DnsSettings.NONE)) {
      all.put(
          "dns",
          new JsonObject()
              .put("servers", Json.texts(dns.servers()))
              .put("searches", Json.texts(dns.searches()))
              .put("options", Json.texts(dns.options())));
    }
    JsonObject annotations = new JsonObject();
    config.annotations().forEach(annotations::put);
    return all.putUnlessEmpty("io.kubernetes.cri.pod-annotations", annotations.build())
        .putUnlessEmpty("cgroupPath", config.cgroupParent())
        .build();
  }
}
