package dev.jubelet.cluster.heap;

import dev.jubelet.cluster.access.ClientIdentity;
import dev.jubelet.cluster.access.ClusterAccess;
import dev.jubelet.cluster.access.UserAccess;
import dev.jubelet.cluster.client.ApiConnections;
import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.HttpApiServer;
import dev.jubelet.cluster.client.RequestRateLimiter;
import dev.jubelet.cluster.objects.ApiObjects;
import dev.jubelet.cluster.pods.ApiPodFiles;
import dev.jubelet.cluster.pods.ApiPods;
import dev.jubelet.cluster.pods.MirrorCalls;
import dev.jubelet.cluster.pods.MirrorPods;
import dev.jubelet.cluster.pods.PodCache;
import dev.jubelet.cluster.pods.PodStatuses;
import dev.jubelet.cluster.pods.RefusedPods;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.PodSource;
import dev.jubelet.testkit.Await;
import dev.jubelet.testkit.InlineEffects;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.Pods;
import dev.jubelet.testkit.RecordingJournal;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The part of a node that hears of pods or ConfigMaps, in a process of its own. */
final class SmallHeapNode {
  private final ManualTime time = new ManualTime();
  private final RecordingJournal journal = new RecordingJournal();
  private final ApiContext context;

  private SmallHeapNode(ApiConnections connections, Path state) {
    context =
        new ApiContext(
            new HttpApiServer(connections, RequestRateLimiter.unlimited(time)),
            InlineEffects.atOnce(),
            time,
            () -> 0.5,
            journal,
            new PlainState(state));
  }

  /** Arguments: the server, a directory, and the number of ConfigMaps, or 0 for pods. */
  public static void main(String[] arguments) throws Exception {
    ManualTime time = new ManualTime();
    RecordingJournal journal = new RecordingJournal();
    ClusterAccess access =
        new ClusterAccess(
            URI.create(arguments[0]),
            "",
            true,
            Optional.empty(),
            Optional.empty(),
            true,
            UserAccess.NOBODY);
    ClientIdentity identity = new ClientIdentity(access, Optional.empty(), time, journal);
    try (ApiConnections connections =
        new ApiConnections(identity, "test/1", time, () -> 0.5, journal)) {
      SmallHeapNode node = new SmallHeapNode(connections, Path.of(arguments[1]));
      int configMaps = Integer.parseInt(arguments[2]);
      System.out.println(configMaps == 0 ? node.pods() : node.objects(configMaps));
    }
    System.exit(0);
  }

  private String pods() throws Exception {
    PodCache cache = new PodCache();
    MirrorPods mirrors =
        new MirrorPods(context, cache, new MirrorCalls(context.api(), "n1"), List.of("file"));
    PodStatuses statuses = new PodStatuses(context.api(), cache, mirrors, journal);
    MemoryBudget memory = new MemoryBudget("pods of the API server", 24 << 20);
    CompletableFuture<PodSource.Delivery> delivered = new CompletableFuture<>();
    ApiPods pods =
        new ApiPods(
            context,
            "n1",
            cache,
            new ApiPodFiles(context),
            new RefusedPods(statuses, journal),
            memory,
            CompletableFuture.completedFuture(null));
    pods.start(delivered::complete);
    int taken = delivered.get(100, TimeUnit.SECONDS).pods().size();
    String told =
        "taken %d, refused %d, %d KiB, %s"
            .formatted(taken, journal.lines().size(), memory.used() >> 10, heap());
    pods.close();
    return told;
  }

  private String objects(int count) {
    MemoryBudget memory = new MemoryBudget("API objects", 16 << 20);
    try (ApiObjects objects = new ApiObjects(context, memory)) {
      String volumes =
          IntStream.range(0, count)
              .mapToObj(i -> "{name: v%d, configMap: {name: cm-%d}}".formatted(i, i))
              .collect(Collectors.joining(","));
      objects.needed(
          new PodSource.Delivery(
              "api",
              List.of(
                  Pods.fromYaml(
                      """
                      apiVersion: v1
                      kind: Pod
                      metadata: {name: a, namespace: shop, uid: u}
                      spec: {containers: [{name: a, image: i}], volumes: [%s]}
                      """
                          .formatted(volumes))),
              List.of()));
      List<String> refusals = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        refusals.addAll(refusal(objects, "cm-" + i));
      }
      return "taken %d, refused %d, %d KiB, %s; %s"
          .formatted(
              count - refusals.size(),
              refusals.size(),
              memory.used() >> 10,
              heap(),
              refusals.isEmpty() ? "" : refusals.getFirst());
    }
  }

  private static List<String> refusal(ApiObjects objects, String name) {
    Await.until("an answer", () -> !trouble(objects, name).startsWith("failed to sync"));
    String trouble = trouble(objects, name);
    return trouble.isEmpty() ? List.of() : List.of(trouble);
  }

  private static String trouble(ApiObjects objects, String name) {
    try {
      var _ = objects.configMap("shop", name);
      return "";
    } catch (OutsideFailure failure) {
      return failure.text();
    }
  }

  private static String heap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return "heap %d MiB".formatted((runtime.totalMemory() - runtime.freeMemory()) >> 20);
  }
}
