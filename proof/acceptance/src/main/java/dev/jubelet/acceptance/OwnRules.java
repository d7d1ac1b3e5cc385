package dev.jubelet.acceptance;

import dev.jubelet.linux.netlink.NfTable;
import dev.jubelet.linux.network.NetworkNamespace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The packet rules of the built-in CNI plugins, which iptables does not show. */
final class OwnRules {
  private static final List<String> PORTS =
      List.of("hostports", "hostip_hostports", "masquerading");

  private OwnRules() {}

  static List<String> in(Path namespace) {
    try (NetworkNamespace node = NetworkNamespace.open(namespace)) {
      return node.run(() -> {
        List<String> found = new ArrayList<>();
        for (NfTable.Family family : List.of(NfTable.Family.IPV4, NfTable.Family.IPV6)) {
          for (String chain : PORTS) {
            add(found, new NfTable(family, "cni_hostport"), chain);
          }
        }
        add(found, new NfTable(NfTable.Family.BOTH, "cni_plugins_masquerade"), "masq_checks");
        return found;
      });
    }
  }

  private static void add(List<String> found, NfTable table, String chain) {
    table.rules(chain).forEach(rule -> found.add(chain + " " + rule.comment()));
  }
}
