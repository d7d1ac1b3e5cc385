package dev.jubelet.network.builtin;

import dev.jubelet.json.Json;
import dev.jubelet.json.Node;
import dev.jubelet.network.result.CniResult;
import dev.jubelet.network.result.IpNetwork;
import dev.jubelet.network.result.ResultJson;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What host-local is told.
 *
 * @param sets of each one address is given
 * @param requested addresses that the pod wants to have
 */
record HostLocalConfig(
    Path directory,
    List<List<AddressRange>> sets,
    List<CniResult.Route> routes,
    String resolvConf,
    Set<InetAddress> requested) {
  private static final String DATA_DIR = "/var/lib/cni/networks";

  static HostLocalConfig read(BuiltIn.Asked asked) {
    Node.Fields ipam = Json.objectOf(asked.config(), "ipam");
    if (ipam == null) {
      throw new IllegalArgumentException("IPAM config missing 'ipam' key");
    }
    List<List<AddressRange>> sets = new ArrayList<>(sets(asked.inner("runtimeConfig"), "ipRanges"));
    if (!Json.textOf(ipam, "subnet").isEmpty()) {
      sets.add(List.of(AddressRange.read(ipam)));
    }
    sets.addAll(sets(ipam, "ranges"));
    if (sets.isEmpty()) {
      throw new IllegalArgumentException("no IP ranges specified");
    }
    requireApart(sets);
    String directory = Json.textOf(ipam, "dataDir");
    return new HostLocalConfig(
        Path.of(directory.isEmpty() ? DATA_DIR : directory).resolve(asked.network()),
        sets,
        ResultJson.readRoutes(ipam),
        Json.textOf(ipam, "resolvConf"),
        requested(asked));
  }

  private static List<List<AddressRange>> sets(Node.Fields object, String name) {
    List<List<AddressRange>> sets = new ArrayList<>();
    for (Node set : Json.listOf(object, name)) {
      if (!(set instanceof Node.Items items) || items.items().isEmpty()) {
        throw new IllegalArgumentException(name + ": empty range set");
      }
      List<AddressRange> ranges = new ArrayList<>();
      for (Node range : items.items()) {
        if (!(range instanceof Node.Fields fields)) {
          throw new IllegalArgumentException(name + ": a range must be an object");
        }
        ranges.add(AddressRange.read(fields));
      }
      if (ranges.stream().map(each -> each.subnet().v4()).distinct().count() > 1) {
        throw new IllegalArgumentException(name + ": mixed address families");
      }
      sets.add(List.copyOf(ranges));
    }
    return sets;
  }

  private static void requireApart(List<List<AddressRange>> sets) {
    List<AddressRange> all = sets.stream().flatMap(List::stream).toList();
    for (int i = 0; i < all.size(); i++) {
      for (int j = i + 1; j < all.size(); j++) {
        if (all.get(i).overlaps(all.get(j))) {
          throw new IllegalArgumentException(
              "ranges " + all.get(i) + " and " + all.get(j) + " overlap");
        }
      }
    }
  }

  private static Set<InetAddress> requested(BuiltIn.Asked asked) {
    List<String> texts = new ArrayList<>();
    if (!asked.argument("IP").isEmpty()) {
      texts.add(asked.argument("IP"));
    }
    texts.addAll(Json.textsOf(asked.inner("args", "cni"), "ips"));
    texts.addAll(Json.textsOf(asked.inner("runtimeConfig"), "ips"));
    Set<InetAddress> addresses = new LinkedHashSet<>();
    for (String text : texts) {
      addresses.add(
          text.indexOf('/') < 0 ? IpNetwork.address(text) : IpNetwork.parse(text).address());
    }
    return addresses;
  }
}
