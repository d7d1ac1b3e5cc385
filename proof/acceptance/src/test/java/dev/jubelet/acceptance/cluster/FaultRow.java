package dev.jubelet.acceptance.cluster;

import dev.jubelet.acceptance.host.Tool;
import java.util.List;

/**
 * A fault and what a client sees of it.
 *
 * @param seen exit code of curl and HTTP status
 */
record FaultRow(ProxyFault fault, String seen) {
  static List<FaultRow> all() {
    return List.of(
        new FaultRow(ProxyFault.RESET, "35 000"),
        new FaultRow(ProxyFault.DROP, "28 000"),
        new FaultRow(ProxyFault.TLS_ERROR, "60 000"),
        new FaultRow(ProxyFault.SERVER_ERROR, "0 500"),
        new FaultRow(ProxyFault.TOO_MANY, "0 429"),
        new FaultRow(ProxyFault.ONE_BYTE_PER_SECOND, "28 000"),
        new FaultRow(ProxyFault.HALF_OPEN, "0 200"));
  }

  String ask(RealCluster cluster, FaultProxy faults) {
    Tool.Result result =
        cluster
            .namespace()
            .in("curl", "-s", "-m", "3", "-o", "/dev/null", "-w", "%{http_code}")
            .and("--cacert", cluster.keys().authority().toString())
            .and(faults.server() + "/readyz")
            .attempt();
    return result.exit() + " " + result.out();
  }
}
