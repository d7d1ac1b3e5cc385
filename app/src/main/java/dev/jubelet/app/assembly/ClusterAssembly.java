package dev.jubelet.app.assembly;

import dev.jubelet.app.host.HeapShare;
import dev.jubelet.app.settings.NodeConfig;
import dev.jubelet.app.settings.node.ClusterSettings;
import dev.jubelet.app.settings.node.PortSettings;
import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.events.ApiEvents;
import dev.jubelet.cluster.node.NodePresence;
import dev.jubelet.cluster.objects.ApiObjects;
import dev.jubelet.cluster.objects.SourcedObjects;
import dev.jubelet.cluster.pods.ApiPodFiles;
import dev.jubelet.cluster.pods.ApiPods;
import dev.jubelet.cluster.pods.MirrorCalls;
import dev.jubelet.cluster.pods.MirrorPods;
import dev.jubelet.cluster.pods.NodeWatch;
import dev.jubelet.cluster.pods.PodCache;
import dev.jubelet.cluster.pods.PodStatuses;
import dev.jubelet.cluster.pods.RefusedPods;
import dev.jubelet.engine.NodeEngine;
import dev.jubelet.engine.status.StatusPublisher;
import dev.jubelet.json.Node;
import dev.jubelet.linux.NodeMachine;
import dev.jubelet.model.scheduling.Taint;
import dev.jubelet.ports.Effects;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeObjects;
import dev.jubelet.ports.PodSource;
import dev.jubelet.ports.StatusSink;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.state.StateFiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * The node's part in a cluster, made when a kubeconfig is named. Nothing here waits for the API
 * server: whoever needs it asks again until it answers, and static pods run without it.
 */
final class ClusterAssembly {
  /** How long the API server is not told that a pod is being made. */
  private static final Duration BEGINNINGS = Duration.ofSeconds(2);

  /** MiB; a hundred and ten pods of 200 KiB fit in. */
  private static final int PODS = 24;

  /** MiB, for ConfigMaps, Secrets, services and runtime classes. */
  private static final int OBJECTS = 16;

  private final NodeConfig config;
  private final ClusterSettings settings;
  private final CloseStack closing;
  private final ApiContext context;
  private final DeferredApiServer api = new DeferredApiServer();
  private final MirrorPods mirrors;
  private final StatusPublisher statuses;
  private final NodeWatch node;
  private final ApiPods pods;
  private final ApiContext nodeContext;
  private final ApiEvents events;
  private final ApiObjects objects;

  /**
   * @param manifests the names of the sources of static pods
   */
  ClusterAssembly(
      NodeConfig config,
      ClusterSettings settings,
      SystemTime time,
      Effects effects,
      Journal journal,
      CloseStack closing,
      List<String> manifests) {
    this.config = config;
    this.settings = settings;
    this.closing = closing;
    this.context =
        new ApiContext(
            api,
            effects,
            time,
            () -> ThreadLocalRandom.current().nextDouble(),
            journal,
            new StateFiles(config.rootDirectory().resolve("jubelet"), time::wall));
    this.events =
        new ApiEvents(
            context,
            config.nodeName(),
            config.kubelet().eventRecordQPS(),
            config.kubelet().eventBurst());
    this.nodeContext = context.withJournal(events.journal(journal));
    this.objects = new ApiObjects(context, HeapShare.of("API objects", OBJECTS));
    PodCache cache = new PodCache();
    this.mirrors =
        new MirrorPods(context, cache, new MirrorCalls(api, config.nodeName()), manifests);
    PodStatuses shown = new PodStatuses(api, cache, mirrors, journal);
    this.statuses = new StatusPublisher(shown, effects, time, BEGINNINGS);
    shown.onOverwritten(statuses::again);
    this.node = new NodeWatch(context, config.nodeName());
    this.pods =
        new ApiPods(
            context,
            config.nodeName(),
            cache,
            new ApiPodFiles(context),
            new RefusedPods(statuses, journal),
            HeapShare.of("pods of the API server", PODS),
            node.known());
  }

  /** All sources of pods: manifests, whose pods get mirrors, and the API server. */
  List<PodSource> sources(List<PodSource> manifests) {
    List<PodSource> all = new ArrayList<>();
    manifests.forEach(source ->
        all.add(new ObservedSource(source, engine -> engine.andThen(mirrors::delivered))));
    Consumer<PodSource.Delivery> needed = objects::needed;
    all.add(new ObservedSource(pods, needed::andThen));
    return List.copyOf(all);
  }

  /** The node's own port, to which the API server comes; not before {@link #join}. */
  PortAssembly port(PortSettings port) {
    return new PortAssembly(config, port, settings.certificates(), api, context, closing);
  }

  /** What pods refer to, by where they come from. */
  NodeObjects objects(NodeObjects manifests) {
    return new SourcedObjects(manifests, objects);
  }

  /** Statuses are shown here and in the API server, neither of which waits for the other. */
  StatusSink statuses(StatusSink own) {
    return new StatusFanOut(List.of(own, statuses));
  }

  /** The node's journal, of which the cluster hears what concerns it. */
  Journal journal() {
    return nodeContext.journal();
  }

  /** Begins, before the sources do. */
  void join(NodeEngine engine, ContainerRuntime runtime, RuntimeLink.Greeting greeting) {
    NodePresence presence = presence(engine, runtime, greeting);
    closing.add("events", events);
    closing.add("node object", presence);
    events.start();
    engine.onHealthChange(presence::look);
    closing.add(
        "retries",
        api.whenBack(() -> {
          statuses.retryNow();
          mirrors.retryNow();
        }));
    closing.add("node watch", node);
    new ClusterCredentials(config.nodeName(), settings, context, closing, api).begin();
    presence.start();
    closing.add("objects", objects);
    objects.start();
    node.start(
        new NodeWatch.Listener() {
          @Override
          public void described(Map<String, String> labels, List<Taint> taints) {
            engine.nodeChanged(labels, taints);
            objects.labelled(labels);
            mirrors.retryNow();
          }

          @Override
          public void seen(Node.Fields object) {
            presence.seen(object);
          }

          @Override
          public void gone(Node.Fields object) {
            presence.gone(object);
          }
        });
  }

  private NodePresence presence(
      NodeEngine engine, ContainerRuntime runtime, RuntimeLink.Greeting greeting) {
    return new NodePresence(
        nodeContext,
        NodeProfiles.of(config, engine.facts(), greeting, new NodeMachine()),
        new NodePresence.Inputs(
            engine::health, runtime.images()::list, runtime.facts()::updatePodCidr),
        new NodePresence.Rhythm(
            config.kubelet().nodeStatusReportFrequency(),
            Duration.ofSeconds(config.kubelet().nodeLeaseDurationSeconds())));
  }
}
