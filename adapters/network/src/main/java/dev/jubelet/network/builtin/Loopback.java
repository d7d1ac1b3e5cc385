package dev.jubelet.network.builtin;

import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import dev.jubelet.linux.netlink.Addresses;
import dev.jubelet.linux.netlink.Link;
import dev.jubelet.linux.netlink.Links;
import dev.jubelet.linux.network.NetlinkSocket;
import dev.jubelet.linux.network.NetworkNamespace;
import dev.jubelet.network.result.CniResult;
import dev.jubelet.network.result.IpNetwork;
import dev.jubelet.network.result.ResultJson;
import dev.jubelet.network.result.SpecVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Sets a pod's {@code lo} up. */
final class Loopback extends BuiltIn {
  private static final String DEVICE = "lo";

  @Override
  CniResult add(Asked asked) {
    List<CniResult.Address> found = new ArrayList<>();
    try (NetworkNamespace pod = HostNetwork.requirePod(asked.call().netns());
        NetlinkSocket socket = HostNetwork.routes(pod)) {
      Links links = new Links(socket);
      Link lo = links.require(DEVICE);
      links.up(lo);
      List<Addresses.OfLink> all = new Addresses(socket).list(lo);
      for (int bytes : new int[] {4, 16}) {
        all.stream()
            .filter(each -> each.address().getAddress().length == bytes)
            .findFirst()
            .map(each -> new IpNetwork(each.address(), each.prefix()))
            .ifPresent(each ->
                found.add(new CniResult.Address(OptionalInt.of(0), each, Optional.empty())));
      }
      for (Addresses.OfLink each : all) {
        if (!each.address().isLoopbackAddress()) {
          throw failed(
              "loopback interface found with non-loopback address "
                  + IpNetwork.text(each.address()));
        }
      }
    }
    CniResult.Interface lo =
        new CniResult.Interface(DEVICE, "00:00:00:00:00:00", asked.call().netns());
    return asked
        .previous()
        .orElse(new CniResult(List.of(lo), found, List.of(), CniResult.Dns.EMPTY));
  }

  /** The reference prints its own result in the form of 1.0 under whatever version was asked. */
  @Override
  Node printed(Asked asked, CniResult result) {
    if (asked.previous().isPresent()) {
      return super.printed(asked, result);
    }
    return new JsonObject(ResultJson.printed(result, SpecVersion.V1_0_0))
        .put("cniVersion", asked.version().text())
        .build();
  }

  @Override
  void delete(Asked asked) {
    Optional<NetworkNamespace> pod = HostNetwork.pod(asked.call().netns());
    if (pod.isPresent()) {
      try (NetworkNamespace namespace = pod.get();
          NetlinkSocket socket = HostNetwork.routes(namespace)) {
        Links links = new Links(socket);
        links.down(links.require(DEVICE));
      }
    }
  }

  @Override
  void check(Asked asked) {
    try (NetworkNamespace pod = HostNetwork.requirePod(asked.call().netns());
        NetlinkSocket socket = HostNetwork.routes(pod)) {
      if (!new Links(socket).require(DEVICE).up()) {
        throw failed("loopback interface is down");
      }
    }
  }
}
