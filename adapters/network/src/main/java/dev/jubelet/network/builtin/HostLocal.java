package dev.jubelet.network.builtin;

import dev.jubelet.network.result.CniResult;
import dev.jubelet.network.result.IpNetwork;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Gives addresses out of ranges of this machine, each in turn. */
final class HostLocal extends BuiltIn {
  @Override
  CniResult add(Asked asked) throws IOException {
    HostLocalConfig config = HostLocalConfig.read(asked);
    CniResult.Dns dns =
        config.resolvConf().isEmpty() ? CniResult.Dns.EMPTY : dns(Path.of(config.resolvConf()));
    List<CniResult.Address> given = new ArrayList<>();
    Set<InetAddress> requested = new LinkedHashSet<>(config.requested());
    try (AddressStore store = open(asked, config)) {
      try {
        for (int set = 0; set < config.sets().size(); set++) {
          given.add(allocate(store, config.sets().get(set), set, asked, requested));
        }
        if (!requested.isEmpty()) {
          throw failed("failed to allocate all requested IPs: " + requested);
        }
      } catch (RuntimeException | IOException refused) {
        // Only what this call gave: an earlier ADD of the same pod keeps what it has.
        for (CniResult.Address each : given) {
          store.release(each.network().address());
        }
        throw refused;
      }
    }
    return new CniResult(List.of(), given, config.routes(), dns);
  }

  private static AddressStore open(Asked asked, HostLocalConfig config) throws IOException {
    return AddressStore.open(config.directory(), asked.deadline().left());
  }

  private static CniResult.Address allocate(
      AddressStore store, List<AddressRange> set, int number, Asked asked, Set<InetAddress> wanted)
      throws IOException {
    String container = asked.call().containerId();
    String device = asked.call().device();
    for (InetAddress address : wanted) {
      Optional<AddressRange> range =
          set.stream().filter(each -> each.contains(address)).findFirst();
      if (range.isPresent()) {
        wanted.remove(address);
        if (address.equals(range.get().gateway())) {
          throw failed("requested ip " + IpNetwork.text(address) + " is subnet's gateway");
        }
        if (!store.reserve(address, container, device, number)) {
          throw failed(
              "requested IP address " + IpNetwork.text(address) + " is not available in " + set);
        }
        return given(address, range.get());
      }
    }
    for (InetAddress has : store.of(container, device)) {
      if (set.stream().anyMatch(each -> each.contains(has))) {
        throw failed(IpNetwork.text(has) + " has been allocated to " + container + " already");
      }
    }
    return next(store, set, number, container, device);
  }

  /** Goes on after the one that was given last, so that an address rests before it comes again. */
  private static CniResult.Address next(
      AddressStore store, List<AddressRange> set, int number, String container, String device)
      throws IOException {
    InetAddress last = store.last(number).orElse(null);
    int at = 0;
    InetAddress address = set.getFirst().start();
    for (int i = 0; last != null && i < set.size(); i++) {
      if (set.get(i).contains(last)) {
        at = last.equals(set.get(i).end()) ? (i + 1) % set.size() : i;
        address =
            at == i && !last.equals(set.get(i).end())
                ? IpNetwork.plus(last, 1)
                : set.get(at).start();
        break;
      }
    }
    InetAddress first = address;
    do {
      AddressRange range = set.get(at);
      if (!address.equals(range.gateway()) && store.reserve(address, container, device, number)) {
        return given(address, range);
      }
      if (address.equals(range.end())) {
        at = (at + 1) % set.size();
        address = set.get(at).start();
      } else {
        address = IpNetwork.plus(address, 1);
      }
    } while (!address.equals(first));
    throw failed("no IP addresses available in range set: " + set);
  }

  private static CniResult.Address given(InetAddress address, AddressRange range) {
    return new CniResult.Address(
        OptionalInt.empty(),
        new IpNetwork(address, range.subnet().prefix()),
        Optional.of(range.gateway()));
  }

  private static CniResult.Dns dns(Path resolvConf) {
    List<String> servers = new ArrayList<>();
    String domain = "";
    List<String> search = new ArrayList<>();
    List<String> options = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(resolvConf)) {
        List<String> words = Arrays.asList(line.strip().split("\\s+"));
        if (words.size() < 2
            || words.getFirst().startsWith("#")
            || words.getFirst().startsWith(";")) {
          continue;
        }
        switch (words.getFirst()) {
          case "nameserver" -> servers.add(words.get(1));
          case "domain" -> domain = words.get(1);
          case "search" -> search.addAll(words.subList(1, words.size()));
          case "options" -> options.addAll(words.subList(1, words.size()));
          default -> {}
        }
      }
    } catch (IOException refused) {
      throw failed(resolvConf + " cannot be read: " + refused);
    }
    return new CniResult.Dns(servers, domain, search, options);
  }

  @Override
  void delete(Asked asked) throws IOException {
    HostLocalConfig config = HostLocalConfig.read(asked);
    if (!AddressStore.exists(config.directory())) {
      // On a full disk it could not be made, and a pod must be deleted all the same.
      return;
    }
    try (AddressStore store = open(asked, config)) {
      store.release(asked.call().containerId(), asked.call().device());
    }
  }

  @Override
  void check(Asked asked) throws IOException {
    try (AddressStore store = open(asked, HostLocalConfig.read(asked))) {
      if (store.of(asked.call().containerId(), asked.call().device()).isEmpty()) {
        throw failed(
            "host-local: Failed to find address added by container " + asked.call().containerId());
      }
    }
  }

  @Override
  void collect(Asked asked) throws IOException {
    try (AddressStore store = open(asked, HostLocalConfig.read(asked))) {
      store.keepOnly(living(asked));
    }
  }
}
