package dev.jubelet.app.assembly;

import dev.jubelet.app.settings.ClusterSettings;
import dev.jubelet.app.settings.NodeConfig;
import dev.jubelet.cluster.client.ApiServer;
import dev.jubelet.cluster.pods.ApiPods;
import dev.jubelet.cluster.pods.KeptPods;
import dev.jubelet.cluster.pods.MirrorCalls;
import dev.jubelet.cluster.pods.MirrorPods;
import dev.jubelet.cluster.pods.NodeWatch;
import dev.jubelet.cluster.pods.PodCache;
import dev.jubelet.cluster.pods.PodStatuses;
import dev.jubelet.cluster.pods.RefusedPods;
import dev.jubelet.engine.NodeEngine;
import dev.jubelet.engine.status.StatusPublisher;
import dev.jubelet.ports.Effects;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.PodSource;
import dev.jubelet.ports.StatusSink;
import dev.jubelet.state.StateFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The node's part in a cluster, made when a kubeconfig is named. Nothing here waits for the API
 * server: whoever needs it asks again until it answers, and static pods run without it.
 */
final class ClusterAssembly {
  private final NodeConfig config;
  private final ClusterSettings settings;
  private final Closing closing;
  private final ApiPods.Means means;
  private final LateApiServer api = new LateApiServer();
  private final MirrorPods mirrors;
  private final StatusPublisher statuses;
  private final NodeWatch node;
  private final ApiPods pods;
  private volatile NodeWatch.Listener described = (_, _) -> {};

  /**
   * @param manifests the names of the sources of static pods
   */
  ClusterAssembly(
      NodeConfig config,
      ClusterSettings settings,
      SystemTime time,
      Effects effects,
      Journal journal,
      Closing closing,
      List<String> manifests) {
    this.config = config;
    this.settings = settings;
    this.closing = closing;
    this.means = new ApiPods.Means(time, () -> ThreadLocalRandom.current().nextDouble(), journal);
    StateFiles state = new StateFiles(config.rootDirectory().resolve("jubelet"), time::wall);
    PodCache cache = new PodCache();
    this.mirrors =
        new MirrorPods(
            cache, new MirrorCalls(api, config.nodeName()), time, effects, journal, manifests);
    PodStatuses shown = new PodStatuses(api, cache, mirrors, journal);
    this.statuses = new StatusPublisher(shown, effects, time);
    shown.onOverwritten(statuses::again);
    this.node =
        new NodeWatch(
            api,
            config.nodeName(),
            means,
            state,
            (labels, taints) -> described.described(labels, taints));
    this.pods =
        new ApiPods(
            api,
            config.nodeName(),
            cache,
            new KeptPods(state, effects, time, journal),
            new RefusedPods(statuses, journal),
            node.known(),
            means);
  }

  /** All sources of pods: manifests, whose pods get mirrors, and the API server. */
  List<PodSource> sources(List<PodSource> manifests) {
    List<PodSource> all = new ArrayList<>();
    manifests.forEach(source -> all.add(new OverheardSource(source, mirrors::delivered)));
    all.add(pods);
    return List.copyOf(all);
  }

  /** Asked for nothing before {@link #join}. */
  ApiServer api() {
    return api;
  }

  /** Statuses are shown here and in the API server, neither of which waits for the other. */
  StatusSink statuses(StatusSink own) {
    return new SharedStatuses(List.of(own, statuses));
  }

  /** Begins, before the sources do. */
  void join(NodeEngine engine) {
    closing.add(
        "retries",
        api.whenBack(() -> {
          statuses.retryNow();
          mirrors.retryNow();
        }));
    described =
        (labels, taints) -> {
          engine.nodeChanged(labels, taints);
          mirrors.retryNow();
        };
    closing.add("node watch", node);
    new ClusterCredentials(config.nodeName(), settings, means, closing, api).begin();
    node.start();
  }
}
