package dev.jubelet.network;

import dev.jubelet.json.JsonObject;
import dev.jubelet.linux.network.NetworkNamespace;
import dev.jubelet.network.cache.Attachment;
import dev.jubelet.network.cache.AttachmentBuilder;
import dev.jubelet.network.cache.AttachmentCache;
import dev.jubelet.network.config.ConfigDirectory;
import dev.jubelet.network.config.NetworkList;
import dev.jubelet.network.config.WatchedConfig;
import dev.jubelet.network.plugin.CniCall;
import dev.jubelet.network.plugin.CniFailure;
import dev.jubelet.network.plugin.CniNames;
import dev.jubelet.network.plugin.CniPlugin;
import dev.jubelet.network.plugin.Deadline;
import dev.jubelet.network.plugin.InstalledPlugins;
import dev.jubelet.network.plugin.PluginFiles;
import dev.jubelet.network.plugin.PluginProcesses;
import dev.jubelet.network.plugin.Plugins;
import dev.jubelet.network.result.CniResult;
import dev.jubelet.network.result.SpecVersion;
import dev.jubelet.ports.FailureKind;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** Pods and their networks, by CNI. Every call may be repeated, and ends by its own deadlines. */
public final class CniNetworks implements AutoCloseable {
  /** A turn is waited for as long as this many calls may take. */
  private static final int TURN_CALLS = 10;

  private final NetworkSettings settings;
  private final NetworkListener listener;
  private final WatchedConfig configuration;
  private final AttachmentCache cache;
  private final PluginProcesses processes;
  private final InstalledPlugins plugins;
  private final CniCommands calls;
  private final CniLocks cniLocks = new CniLocks();
  private final LinkMender mender = new LinkMender();

  public sealed interface Attached {
    /**
     * @param addresses of the pod, in the order of the plugins
     */
    record Done(List<InetAddress> addresses) implements Attached {
      public Done {
        addresses = List.copyOf(addresses);
      }
    }

    record Failed(FailureKind kind, String message) implements Attached {}
  }

  public sealed interface Detached {
    record Done() implements Detached {}

    /** Something is left, and remembered: a further call tries again. */
    record Failed(FailureKind kind, String message) implements Detached {}
  }

  public sealed interface Checked {
    record Intact() implements Checked {}

    /** Its configuration is too old to be asked, or asks not to be. */
    record Unknown(String why) implements Checked {}

    record Broken(String message) implements Checked {}
  }

  public sealed interface Status {
    record Ready(String network) implements Status {}

    record NotReady(String message) implements Status {}
  }

  /**
   * @param removed sandboxes of which something was taken away
   * @param failures what could not be, for people
   */
  public record Collected(List<String> removed, List<String> failures) {
    public Collected {
      removed = List.copyOf(removed);
      failures = List.copyOf(failures);
    }
  }

  /**
   * @param builtIn plugins of our own by type, which may call others
   */
  public CniNetworks(
      NetworkSettings settings,
      Function<Plugins, Map<String, CniPlugin>> builtIn,
      NetworkListener listener) {
    CniNames.requireInterface(settings.device());
    this.settings = settings;
    this.listener = listener;
    this.configuration = new WatchedConfig(settings.configuration(), listener::changed);
    this.cache = new AttachmentCache(settings.state());
    this.processes = new PluginProcesses(settings.state());
    this.plugins =
        new InstalledPlugins(
            new PluginFiles(settings.programs(), listener::warning),
            processes,
            settings.choice(),
            builtIn);
    this.calls = new CniCommands(plugins, settings.callDeadline());
    configuration.start();
  }

  /** Gives a pod its network. When that fails, nothing is left of the attempt. */
  public Attached attach(NetworkPod pod) {
    try {
      CniNames.requireContainer(pod.sandboxId());
      Optional<NetworkList> network = configuration.found().network();
      if (network.isEmpty()) {
        return new Attached.Failed(FailureKind.UNAVAILABLE, noNetwork());
      }
      return inTurn(pod.sandboxId(), () -> attach(pod, network.get()));
    } catch (CniFailure failed) {
      return new Attached.Failed(kind(failed), failed.message());
    }
  }

  private Attached attach(NetworkPod pod, NetworkList network) {
    CniNames.requireNetwork(network.name());
    // An earlier attempt may have been cut off anywhere: CNI wants a DEL before the next ADD.
    cache.of(pod.sandboxId()).forEach(this::takeAway);
    Attachment wanted =
        AttachmentBuilder.builder(nothing(pod.sandboxId(), network))
            .netns(pod.netns().toString())
            .args(args(pod))
            .capabilities(PluginRequest.capabilities(pod))
            .build();
    cache.write(wanted, network.version());
    try {
      if (settings.choice() != InstalledPlugins.Choice.PROGRAM_ONLY) {
        calls.loopback(network, wanted);
      }
      CniResult result = calls.add(network, wanted);
      cache.write(wanted.with(result), network.version());
      mender.needs(pod.sandboxId(), result.hostLinks());
      return new Attached.Done(result.podAddresses());
    } catch (CniFailure failed) {
      return new Attached.Failed(kind(failed), failed.message() + undone(wanted));
    }
  }

  private String undone(Attachment attachment) {
    try {
      takeAway(attachment);
      return "";
    } catch (CniFailure again) {
      return "; and it could not be undone yet: " + again.message();
    }
  }

  /** By the configuration with which it was made, which may no longer be the directory's. */
  private void takeAway(Attachment attachment) {
    mender.forget(attachment.containerId());
    calls.delete(configOf(attachment), attachment);
    cache.remove(attachment.network(), attachment.containerId(), attachment.device());
  }

  /** Plugins that have files of their own are not in the text that libcni keeps. */
  private NetworkList configOf(Attachment attachment) {
    Optional<NetworkList> now = configuration.found().network();
    if (now.isPresent() && now.get().text().equals(attachment.config())) {
      return now.get();
    }
    try {
      NetworkList then = NetworkList.read(attachment.config());
      if (then.name().equals(attachment.network()) && !then.plugins().isEmpty()) {
        return then;
      }
    } catch (IllegalArgumentException damaged) {
      // Then the network of today, if it has the same name, is the best that is known.
    }
    return now.filter(each -> each.name().equals(attachment.network()))
        .orElseThrow(() ->
            new CniFailure(
                CniFailure.INVALID_CONFIG,
                "the configuration of network " + attachment.network() + " is lost",
                ""));
  }

  private static List<CniCall.Argument> args(NetworkPod pod) {
    return List.of(
        new CniCall.Argument("IgnoreUnknown", "1"),
        new CniCall.Argument("K8S_POD_NAMESPACE", pod.config().namespace()),
        new CniCall.Argument("K8S_POD_NAME", pod.config().name()),
        new CniCall.Argument("K8S_POD_INFRA_CONTAINER_ID", pod.sandboxId()),
        new CniCall.Argument("K8S_POD_UID", pod.config().uid()));
  }

  /** Takes it away again; a pod that never had one, or whose namespace is gone, is as welcome. */
  public Detached detach(String sandboxId) {
    try {
      return inTurn(
          sandboxId,
          () -> {
            List<Attachment> known = cache.of(sandboxId);
            if (known.isEmpty()) {
              forgotten(sandboxId);
            }
            known.forEach(this::takeAway);
            return new Detached.Done();
          });
    } catch (CniFailure failed) {
      return new Detached.Failed(kind(failed), failed.message());
    }
  }

  /** Nothing is remembered, but plugins may: a cache can be lost, and DEL does no harm. */
  private void forgotten(String sandboxId) {
    configuration
        .found()
        .network()
        .filter(network -> !network.name().isEmpty())
        .ifPresent(network -> calls.delete(network, nothing(sandboxId, network)));
  }

  /** An attachment of which nothing is known, or made. */
  private Attachment nothing(String sandboxId, NetworkList network) {
    return new Attachment(
        sandboxId,
        network.name(),
        settings.device(),
        "",
        List.of(),
        JsonObject.EMPTY,
        network.text(),
        Optional.empty());
  }

  /** Whether a pod's network still is as it was made. */
  public Checked check(String sandboxId) {
    try {
      return inTurn(
          sandboxId,
          () -> {
            List<Attachment> known = cache.of(sandboxId);
            if (known.isEmpty()) {
              return new Checked.Broken("it has no network");
            }
            Checked answer = new Checked.Intact();
            for (Attachment each : known) {
              NetworkList network = configOf(each);
              if (each.result().isEmpty()) {
                return new Checked.Broken("its network was not finished");
              } else if (!network.version().atLeast(SpecVersion.V0_4_0)) {
                answer = new Checked.Unknown("CNI " + network.version() + " has no CHECK");
              } else if (network.checkDisabled()) {
                answer = new Checked.Unknown("network " + network.name() + " has disableCheck");
              } else {
                calls.check(network, each);
              }
            }
            return answer;
          });
    } catch (CniFailure failed) {
      return new Checked.Broken(failed.message());
    }
  }

  /**
   * Puts back, now and from now on, what somebody takes from the networks of pods: a bridge, a
   * port, an address or a rule. Only our own plugins can do that.
   *
   * @param host opens the namespace that takes the host's part
   */
  public void keepUp(Supplier<NetworkNamespace> host) {
    mender.start(host, cache::all, this::mend, listener::warning);
  }

  private void mend(String sandboxId) {
    boolean _ =
        inTurn(
            sandboxId,
            () -> {
              for (Attachment each : cache.of(sandboxId)) {
                if (each.result().isPresent()) {
                  mender.needs(sandboxId, each.result().get().hostLinks());
                  calls.mend(configOf(each), each);
                }
              }
              return true;
            });
  }

  /** CRI's condition NetworkReady. */
  public Status status() {
    Optional<NetworkList> network = configuration.found().network();
    if (network.isEmpty()) {
      return new Status.NotReady(noNetwork());
    }
    try {
      calls.status(network.get());
      return new Status.Ready(network.get().name());
    } catch (CniFailure failed) {
      return new Status.NotReady("Network plugin returns error: " + failed.message());
    }
  }

  private String noNetwork() {
    ConfigDirectory.Found found = configuration.found();
    return "no network configuration found in "
        + settings.configuration()
        + (found.problems().isEmpty() ? "" : ": " + String.join("; ", found.problems()));
  }

  /**
   * Takes away what belongs to no pod. Nothing is attached or detached meanwhile.
   *
   * @param living asked when nothing can change any more: the sandboxes that keep what they have
   */
  public Collected collect(Supplier<Set<String>> living) {
    List<String> failures = new ArrayList<>();
    Set<String> removed = new LinkedHashSet<>();
    try {
      cniLocks.alone(
          containerLock(),
          () -> {
            processes.killFormer();
            cache.sweep();
            Set<String> kept = Set.copyOf(living.get());
            for (Attachment each : cache.all()) {
              if (!kept.contains(each.containerId())) {
                removeStale(each, removed, failures);
              }
            }
            configuration
                .found()
                .network()
                .ifPresent(network -> {
                  List<Attachment> left =
                      cache.all().stream()
                          .filter(each -> each.network().equals(network.name()))
                          .toList();
                  failures.addAll(calls.collect(network, left));
                });
            return removed;
          });
    } catch (CniFailure failed) {
      failures.add(failed.message());
    }
    return new Collected(List.copyOf(removed), failures);
  }

  private void removeStale(Attachment stale, Set<String> removed, List<String> failures) {
    try {
      takeAway(stale);
      removed.add(stale.containerId());
    } catch (CniFailure failed) {
      failures.add(stale.containerId() + ": " + failed.message());
    }
  }

  private <T> T inTurn(String sandboxId, Supplier<T> work) {
    CniNames.requireContainer(sandboxId);
    return cniLocks.of(sandboxId, containerLock(), work);
  }

  private Deadline containerLock() {
    return Deadline.in(settings.callDeadline().multipliedBy(TURN_CALLS));
  }

  private static FailureKind kind(CniFailure failure) {
    return switch (failure.code()) {
      case CniFailure.INCOMPATIBLE_VERSION,
          CniFailure.UNSUPPORTED_FIELD,
          CniFailure.INVALID_ENVIRONMENT,
          CniFailure.INVALID_CONFIG ->
          FailureKind.BAD_SPEC;
      case CniFailure.UNKNOWN_CONTAINER -> FailureKind.NOT_FOUND;
      case CniFailure.TRY_AGAIN_LATER -> FailureKind.TIMED_OUT;
      case CniFailure.NOT_AVAILABLE, CniFailure.LIMITED_CONNECTIVITY -> FailureKind.UNAVAILABLE;
      default -> FailureKind.INTERNAL;
    };
  }

  @Override
  public void close() {
    configuration.close();
    mender.close();
    plugins.close();
  }
}
