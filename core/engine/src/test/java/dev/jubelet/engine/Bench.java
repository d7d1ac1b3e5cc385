package dev.jubelet.engine;

import dev.jubelet.decide.image.CredentialVerification;
import dev.jubelet.decide.resources.MachineFacts;
import dev.jubelet.decide.restart.BackoffSchedule;
import dev.jubelet.decide.status.StatusInput;
import dev.jubelet.engine.act.Permits;
import dev.jubelet.engine.act.PodActuator;
import dev.jubelet.engine.act.PodRunSettings;
import dev.jubelet.engine.image.ImagePuller;
import dev.jubelet.engine.image.PullLimits;
import dev.jubelet.engine.pod.PodWorkerContext;
import dev.jubelet.engine.status.StatusPublisher;
import dev.jubelet.engine.timeline.Timelines;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.model.runtime.config.DnsSettings;
import dev.jubelet.ports.NodeServices;
import dev.jubelet.ports.StartTraces;
import dev.jubelet.testkit.FakeCgroups;
import dev.jubelet.testkit.FakeCredentials;
import dev.jubelet.testkit.FakeDirectories;
import dev.jubelet.testkit.FakeNetwork;
import dev.jubelet.testkit.FakeNodeState;
import dev.jubelet.testkit.FakeObjects;
import dev.jubelet.testkit.FakePullRecords;
import dev.jubelet.testkit.FakeStatusSink;
import dev.jubelet.testkit.FakeVolumes;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.Outside;
import dev.jubelet.testkit.Pods;
import dev.jubelet.testkit.RecordingJournal;
import dev.jubelet.testkit.TimedEffects;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.fault.FaultScript;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.fault.OutsideCall;
import dev.jubelet.testkit.runtime.ContainerScript;
import dev.jubelet.testkit.runtime.FakeRuntime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A node of fakes on virtual time that writes down every call to the outside world. */
public final class Bench {
  public final ManualTime time = new ManualTime();
  public final Outside outside = Outside.virtual(time::now);
  public final FakeRuntime runtime = new FakeRuntime(outside);
  public final FakeVolumes volumes = new FakeVolumes(outside);
  public final FakeDirectories directories = FakeDirectories.beside(volumes, outside);
  public final FakeCgroups cgroups = new FakeCgroups(outside, runtime::killPod);
  public final FakeObjects objects = new FakeObjects();
  public final FakeNetwork network = new FakeNetwork(outside);
  public final FakeCredentials credentials = new FakeCredentials();
  public final FakePullRecords pullRecords = new FakePullRecords();
  public final FakeStatusSink statuses = new FakeStatusSink();
  public final RecordingJournal journal = new RecordingJournal();
  public final FakeNodeState state = new FakeNodeState();
  public final FaultScript faults = new FaultScript();
  public TimedEffects effects = new TimedEffects(time, outside);
  public Timelines timelines = new Timelines(time, StartTraces.NONE);
  public StatusPublisher publisher = new StatusPublisher(statuses, effects, time);

  /**
   * How long every call takes. Where looks and steps run side by side it must not be zero: nothing
   * could tell which of two that happened at the same instant was first.
   */
  public Duration callTime = Duration.ZERO;

  private final List<Timed> calls = new ArrayList<>();
  private final Map<String, ContainerScript> scripts = new LinkedHashMap<>();

  private record Timed(OutsideCall call, Instant at) {}

  public Bench() {
    outside.faults(call -> {
      calls.add(new Timed(call, time.now()));
      Fault fault = faults.next(call);
      return fault instanceof Fault.None ? Fault.slow(callTime) : fault;
    });
    runtime.scripts((sandbox, container) ->
        scripts.getOrDefault(container.image().userSpecified(), ContainerScript.forever()));
  }

  /** The image is present, and containers of it do what the script says. */
  public Bench image(String reference, ContainerScript script) {
    runtime.image(reference);
    scripts.put(reference, script);
    return this;
  }

  public Bench image(String reference) {
    return image(reference, ContainerScript.forever());
  }

  public static Pod pod(String name, String uid, String spec) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, namespace: default, uid: %s}
        spec:
        %s
        """
            .formatted(name, uid, spec.indent(2)));
  }

  /** One container "a" of image "img:1". */
  public static Pod pod(String uid) {
    return pod("p-" + uid, uid, "containers: [{name: a, image: \"img:1\"}]");
  }

  /** Our process dies: nothing of it goes on, and all that is outside stays. */
  public void processDies() {
    effects.abandon();
    time.forgetAll();
    runtime.clientsGone();
    effects = new TimedEffects(time, outside);
    publisher = new StatusPublisher(statuses, effects, time);
    timelines = new Timelines(time, StartTraces.NONE);
  }

  // What was asked of the outside world

  public List<Operation> takeCalls() {
    List<Operation> taken = calls.stream().map(c -> c.call().operation()).toList();
    calls.clear();
    return taken;
  }

  /** When an operation was asked for, in milliseconds since the given moment. */
  public List<Long> takeTimes(Operation operation, Instant since) {
    List<Long> times =
        calls.stream()
            .filter(c -> c.call().operation() == operation)
            .map(c -> Duration.between(since, c.at()).toMillis())
            .toList();
    calls.clear();
    return times;
  }

  public List<Operation> takeChanges() {
    return takeCalls().stream().filter(Operation::changes).toList();
  }

  public Optional<ObservedContainer> newest(PodUid uid, String name) {
    return runtime.allContainers().stream()
        .filter(c -> c.uid().equals(uid) && c.name().equals(name))
        .reduce((older, newer) -> newer);
  }

  public long running(PodUid uid) {
    return runtime.allContainers().stream().filter(c -> c.uid().equals(uid) && c.running()).count();
  }

  // Time

  public void run() {
    advance(Duration.ZERO);
  }

  /** Lets everything happen that is due until then, here and in the runtime. */
  public void advance(Duration duration) {
    Instant target = time.now().plus(duration);
    while (true) {
      Optional<Instant> next =
          Stream.of(time.nextDue(), runtime.nextDue())
              .flatMap(Optional::stream)
              .filter(at -> !at.isAfter(target))
              .min(Instant::compareTo);
      if (next.isEmpty()) {
        break;
      }
      time.advanceTo(next.get().isBefore(time.now()) ? time.now() : next.get());
      runtime.advance(time.now());
    }
    time.advanceTo(target);
  }

  public void advanceSeconds(long seconds) {
    advance(Duration.ofSeconds(seconds));
  }

  // Parts of the engine

  public PodActuator.Outside actuatorOutside() {
    return new PodActuator.Outside(
        runtime.runtime(),
        volumes,
        cgroups,
        directories,
        objects,
        network,
        credentials,
        pullRecords);
  }

  public ImagePuller puller() {
    return new ImagePuller(
        runtime.runtime().images(),
        new ImagePuller.Sources(objects, credentials, pullRecords, CredentialVerification.STANDARD),
        PullLimits.ofTogether(100),
        time,
        journal);
  }

  public NodeServices node() {
    return new NodeServices(time, effects, () -> 0.0, journal);
  }

  public PodWorkerContext services(Consumer<PodUid> look) {
    return new PodWorkerContext(
        node(),
        new PodActuator(
            actuatorOutside(), runSettings(), time, new Permits("a free start", 100), puller()),
        publisher,
        look,
        new StatusInput.Basics(List.of("10.0.0.1"), "containerd", runSettings().machine()),
        BackoffSchedule.STANDARD,
        timelines);
  }

  public static NodeFacts facts(String cpu, String pods) {
    Map<String, Quantity> amounts = new LinkedHashMap<>();
    amounts.put("cpu", Quantity.parse(cpu));
    amounts.put("memory", Quantity.parse("16Gi"));
    amounts.put("ephemeral-storage", Quantity.parse("100Gi"));
    amounts.put("pods", Quantity.parse(pods));
    return new NodeFacts(
        "node", Map.of("kubernetes.io/os", "linux"), amounts, amounts, "linux", "amd64");
  }

  public static PodRunSettings runSettings() {
    return runSettings(facts("4", "110"));
  }

  public static PodRunSettings runSettings(NodeFacts facts) {
    return new PodRunSettings(
        new NodeSettings(
            "node",
            List.of("10.0.0.1"),
            "/var/lib/kubelet",
            "/var/log/pods",
            new NodeSettings.Cgroups(
                "", CgroupDriver.CGROUPFS, true, true, Duration.ofMillis(100), -1, false, false),
            new NodeSettings.Dns(List.of(), "cluster.local", DnsSettings.NONE),
            false,
            NodeSettings.Admission.USUAL),
        facts,
        new MachineFacts(true, true, false, true, List.of(), List.of()),
        PodRunSettings.OwnUsers.NONE);
  }
}
