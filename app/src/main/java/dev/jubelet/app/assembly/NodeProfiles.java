package dev.jubelet.app.assembly;

import dev.jubelet.app.command.VersionCommand;
import dev.jubelet.app.settings.NodeConfig;
import dev.jubelet.app.settings.kubelet.KubeletConfiguration;
import dev.jubelet.decide.node.NodeProfile;
import dev.jubelet.linux.NodeMachine;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.node.NodeAddress;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.node.NodeFactsBuilder;
import dev.jubelet.model.node.NodeSystemInfo;
import dev.jubelet.model.runtime.RuntimeVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the node says of itself in its cluster. */
final class NodeProfiles {
  private static final long KIB = 1024;
  private static final String ATTACHED_BY_CONTROLLER =
      "volumes.kubernetes.io/controller-managed-attach-detach";

  private NodeProfiles() {}

  static NodeProfile of(
      NodeConfig config, NodeFacts facts, RuntimeLink.Greeting greeting, NodeMachine machine) {
    KubeletConfiguration kubelet = config.kubelet();
    return new NodeProfile(
        readable(facts),
        new NodeProfile.Registration(
            kubelet.registerNode(),
            kubelet.enableControllerAttachDetach()
                ? Map.of(ATTACHED_BY_CONTROLLER, "true")
                : Map.of(),
            kubelet.providerID()),
        addresses(config, machine),
        info(greeting.version(), machine),
        greeting.features(),
        kubelet.port(),
        kubelet.nodeStatusMaxImages(),
        declared(config));
  }

  /** Of those that Kubernetes knows by name, the ones that pods find here. */
  static List<String> declared(NodeConfig config) {
    List<String> declared = new ArrayList<>();
    if (config.reporting().port().isPresent()) {
      declared.add("ExtendWebSocketsToKubelet");
    }
    // The API server forbids these resizes of pods on nodes that do not name them.
    declared.add("InPlacePodLevelResourcesVerticalScaling");
    declared.add("InPlacePodVerticalScalingInitContainers");
    declared.add("RestartAllContainersOnContainerExits");
    return declared;
  }

  private static List<NodeAddress> addresses(NodeConfig config, NodeMachine machine) {
    List<NodeAddress> addresses = new ArrayList<>();
    (config.nodeIps().isEmpty() ? machine.addresses() : config.nodeIps())
        .forEach(ip -> addresses.add(new NodeAddress("InternalIP", ip)));
    addresses.add(new NodeAddress("Hostname", config.nodeName()));
    return addresses;
  }

  private static NodeSystemInfo info(RuntimeVersion runtime, NodeMachine machine) {
    long swap = machine.swapBytes();
    return new NodeSystemInfo(
        machine.machineId(),
        machine.systemUuid(),
        machine.bootId(),
        machine.kernelVersion(),
        machine.osImage(),
        runtime.name() + "://" + bare(runtime.version()),
        VersionCommand.kubeletVersion(),
        "",
        machine.operatingSystem(),
        machine.architecture(),
        swap > 0 ? new NodeSystemInfo.Swap(swap) : null);
  }

  /** Kubernetes: a version begins with a number. */
  private static String bare(String version) {
    return version.startsWith("v") ? version.substring(1) : version;
  }

  /** As people are used to read memory and disks. */
  private static NodeFacts readable(NodeFacts facts) {
    return NodeFactsBuilder.builder(facts)
        .capacity(readable(facts.capacity()))
        .allocatable(readable(facts.allocatable()))
        .build();
  }

  private static Map<String, Quantity> readable(Map<String, Quantity> amounts) {
    Map<String, Quantity> readable = new LinkedHashMap<>(amounts);
    for (String name : List.of("memory", "ephemeral-storage")) {
      readable.computeIfPresent(
          name,
          (_, amount) ->
              amount.value() % KIB == 0 ? Quantity.parse(amount.value() / KIB + "Ki") : amount);
    }
    return readable;
  }
}
