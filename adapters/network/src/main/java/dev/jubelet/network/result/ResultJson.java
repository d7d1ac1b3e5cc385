package dev.jubelet.network.result;

import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Results in the forms of CNI 0.3.0 to 1.1.0. */
public final class ResultJson {
  private ResultJson() {}

  /**
   * @throws IllegalArgumentException when it is no result of a version that we know
   */
  public static CniResult read(Node.Fields object) {
    String said = Json.textOf(object, "cniVersion");
    // CNI: an answer without a version is one of the oldest, whose form is another.
    SpecVersion.supported(said.isEmpty() ? "0.1.0" : said);
    return new CniResult(
        Json.objectsOf(object, "interfaces").stream().map(ResultJson::readInterface).toList(),
        Json.objectsOf(object, "ips").stream().map(ResultJson::readAddress).toList(),
        readRoutes(object),
        readDns(object));
  }

  public static List<CniResult.Route> readRoutes(Node.Fields object) {
    return Json.objectsOf(object, "routes").stream().map(ResultJson::readRoute).toList();
  }

  public static CniResult.Dns readDns(Node.Fields object) {
    Node.Fields dns = Json.objectOf(object, "dns");
    return dns == null
        ? CniResult.Dns.EMPTY
        : new CniResult.Dns(
            Json.textsOf(dns, "nameservers"),
            Json.textOf(dns, "domain"),
            Json.textsOf(dns, "search"),
            Json.textsOf(dns, "options"));
  }

  private static CniResult.Interface readInterface(Node.Fields object) {
    return new CniResult.Interface(
        Json.textOf(object, "name"),
        Json.textOf(object, "mac"),
        Json.numberOf(object, "mtu", 0),
        Json.textOf(object, "sandbox"),
        Json.textOf(object, "socketPath"),
        Json.textOf(object, "pciID"));
  }

  private static CniResult.Address readAddress(Node.Fields object) {
    return new CniResult.Address(
        optional(object, "interface"),
        IpNetwork.parse(Json.textOf(object, "address")),
        gateway(object, "gateway"));
  }

  private static CniResult.Route readRoute(Node.Fields object) {
    return new CniResult.Route(
        IpNetwork.parse(Json.textOf(object, "dst")),
        gateway(object, "gw"),
        Json.numberOf(object, "mtu", 0),
        Json.numberOf(object, "advmss", 0),
        Json.numberOf(object, "priority", 0),
        optional(object, "table"),
        optional(object, "scope"));
  }

  private static OptionalInt optional(Node.Fields object, String name) {
    return object.value(name) == null
        ? OptionalInt.empty()
        : OptionalInt.of(Math.toIntExact(Json.numberOf(object, name, 0)));
  }

  private static Optional<InetAddress> gateway(Node.Fields object, String name) {
    String text = Json.textOf(object, name);
    return text.isEmpty() ? Optional.empty() : Optional.of(IpNetwork.address(text));
  }

  /** As a plugin prints it: an empty {@code dns} is written too. */
  public static Node.Fields printed(CniResult result, SpecVersion version) {
    JsonObject object = struct(result, version);
    return object.put("dns", dns(result.dns())).build();
  }

  /** As libcni hands it to the next plugin and keeps it; since 1.0 its fields are sorted. */
  public static Node handedOn(CniResult result, SpecVersion version) {
    if (!version.atLeast(SpecVersion.V1_0_0)) {
      return printed(result, version);
    }
    JsonObject object = struct(result, version);
    if (!result.dns().isEmpty()) {
      object.put("dns", dns(result.dns()));
    }
    return Json.sorted(object.build());
  }

  private static JsonObject struct(CniResult result, SpecVersion version) {
    boolean current = version.atLeast(SpecVersion.V1_0_0);
    List<Node> interfaces = new ArrayList<>();
    for (CniResult.Interface each : result.interfaces()) {
      JsonObject object =
          new JsonObject().put("name", each.name()).putUnlessEmpty("mac", each.mac());
      if (current) {
        object.putUnlessZero("mtu", each.mtu());
      }
      object.putUnlessEmpty("sandbox", each.sandbox());
      if (current) {
        object.putUnlessEmpty("socketPath", each.socketPath());
        object.putUnlessEmpty("pciID", each.pciId());
      }
      interfaces.add(object.build());
    }
    List<Node> addresses = new ArrayList<>();
    for (CniResult.Address each : result.addresses()) {
      addresses.add(address(each, current));
    }
    return new JsonObject()
        .put("cniVersion", version.text())
        .putUnlessEmpty("interfaces", interfaces)
        .putUnlessEmpty("ips", addresses)
        .putUnlessEmpty("routes", routes(result.routes()));
  }

  private static Node address(CniResult.Address address, boolean current) {
    JsonObject object = new JsonObject();
    if (!current) {
      object.put("version", address.network().v4() ? "4" : "6");
    }
    address.device().ifPresent(index -> object.put("interface", index));
    object.put("address", address.network().toString());
    address.gateway().ifPresent(gateway -> object.put("gateway", IpNetwork.text(gateway)));
    return object.build();
  }

  private static List<Node> routes(List<CniResult.Route> routes) {
    List<Node> nodes = new ArrayList<>();
    for (CniResult.Route route : routes) {
      JsonObject object = new JsonObject().put("dst", route.destination().toString());
      route.gateway().ifPresent(gateway -> object.put("gw", IpNetwork.text(gateway)));
      object.putUnlessZero("mtu", route.mtu());
      object.putUnlessZero("advmss", route.advmss());
      object.putUnlessZero("priority", route.priority());
      route.table().ifPresent(table -> object.put("table", table));
      route.scope().ifPresent(scope -> object.put("scope", scope));
      nodes.add(object.build());
    }
    return nodes;
  }

  private static Node dns(CniResult.Dns dns) {
    return new JsonObject()
        .putUnlessEmpty("nameservers", dns.nameservers().stream().map(Json::text).toList())
        .putUnlessEmpty("domain", dns.domain())
        .putUnlessEmpty("search", dns.search().stream().map(Json::text).toList())
        .putUnlessEmpty("options", dns.options().stream().map(Json::text).toList())
        .build();
  }
}
