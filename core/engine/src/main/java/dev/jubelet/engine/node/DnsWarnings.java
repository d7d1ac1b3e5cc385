package dev.jubelet.engine.node;

import dev.jubelet.decide.config.dns.PodDns;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.Journal;

/** Tells once for every pod that begins what its resolver cannot bear. */
public record DnsWarnings(NodeSettings settings, Journal journal) {
  public void tell(PodLifecycle lifecycle) {
    Pod pod = lifecycle.pod();
    boolean begins =
        lifecycle instanceof PodLifecycle.Waiting || lifecycle instanceof PodLifecycle.Syncing;
    if (pod != null && begins) {
      PodDns.complaints(pod, settings)
          .forEach(why -> journal.announce(Journal.Level.WARNING, pod, "DNSConfigForming", why));
    }
  }
}
