package dev.jubelet.codec.rules;

import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.ContainerRestartPolicy;
import dev.jubelet.model.container.ContainerRestartRule;
import dev.jubelet.model.container.ContainerRestartRuleOnExitCodes;
import dev.jubelet.model.container.EphemeralContainer;
import dev.jubelet.model.pod.PodSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Containers of all kinds; their names are unique across the kinds. */
final class ContainerRules {
  private static final int RULES_MAX = 20;
  private static final int EXIT_CODES_MAX = 255;

  private final PodSpec spec;
  private final Set<String> volumes;
  private final Findings findings;
  private final ProbeRules probes;
  private final Set<String> names = new HashSet<>();

  ContainerRules(PodSpec spec, Set<String> volumes, Findings findings) {
    this.spec = spec;
    this.volumes = volumes;
    this.findings = findings;
    this.probes = new ProbeRules(spec, findings);
  }

  void check(FieldPath path) {
    FieldPath main = path.child("containers");
    if (spec.containers().isEmpty()) {
      findings.required(main);
    }
    Set<String> hostPorts = new HashSet<>();
    for (int i = 0; i < spec.containers().size(); i++) {
      Container container = spec.containers().get(i);
      common(container, main.index(i));
      probes.check(container, main.index(i));
      PortRules.hostPorts(container.ports(), hostPorts, main.index(i).child("ports"), findings);
    }
    for (int i = 0; i < spec.initContainers().size(); i++) {
      init(spec.initContainers().get(i), path.child("initContainers").index(i));
    }
    Set<String> targets = Set.copyOf(names);
    for (int i = 0; i < spec.ephemeralContainers().size(); i++) {
      ephemeral(
          spec.ephemeralContainers().get(i), targets, path.child("ephemeralContainers").index(i));
    }
  }

  private void init(Container container, FieldPath path) {
    common(container, path);
    if (container.restartPolicy() == ContainerRestartPolicy.ALWAYS) {
      probes.check(container, path);
    } else {
      probes.forbid(container, path, "an init container needs restartPolicy Always for it");
    }
    PortRules.hostPorts(container.ports(), new HashSet<>(), path.child("ports"), findings);
  }

  private void ephemeral(EphemeralContainer ephemeral, Set<String> targets, FieldPath path) {
    Container container = ephemeral.asContainer();
    common(container, path);
    String target = ephemeral.targetContainerName();
    if (!target.isEmpty() && !targets.contains(target)) {
      findings.notFound(path.child("targetContainerName"), target);
    }
    String why = "not for ephemeral containers";
    probes.forbid(container, path, why);
    if (!container.ports().isEmpty()) {
      findings.forbidden(path.child("ports"), why);
    }
    if (!container.resources().limits().isEmpty() || !container.resources().requests().isEmpty()) {
      findings.forbidden(path.child("resources"), why);
    }
    for (int i = 0; i < container.volumeMounts().size(); i++) {
      if (!container.volumeMounts().get(i).subPath().isEmpty()) {
        findings.forbidden(path.child("volumeMounts").index(i).child("subPath"), why);
      }
      if (!container.volumeMounts().get(i).subPathExpr().isEmpty()) {
        findings.forbidden(path.child("volumeMounts").index(i).child("subPathExpr"), why);
      }
    }
  }

  private void common(Container container, FieldPath path) {
    FieldPath name = path.child("name");
    findings.named(name, container.name(), Grammar.dnsLabel(container.name()));
    if (!container.name().isEmpty() && !names.add(container.name())) {
      findings.duplicate(name, container.name());
    }
    image(container.image(), path.child("image"));
    PortRules.check(container.ports(), spec.hostNetwork(), path.child("ports"), findings);
    EnvironmentRules.variables(container.env(), volumes, path.child("env"), findings);
    EnvironmentRules.sources(container.envFrom(), path.child("envFrom"), findings);
    MountRules.check(container, volumes, path, findings);
    ResourceRules.container(container.resources(), path.child("resources"), findings);
    restartRules(container, path);
    SecurityRules.container(
        container.securityContext(),
        !Boolean.FALSE.equals(spec.hostUsers()),
        path.child("securityContext"),
        findings);
  }

  private void image(String image, FieldPath path) {
    if (image.isEmpty()) {
      findings.required(path);
    } else if (image.chars().anyMatch(c -> Character.isWhitespace(c) || c < ' ')) {
      findings.invalid(path, image, "must not contain whitespace");
    }
  }

  private void restartRules(Container container, FieldPath path) {
    List<ContainerRestartRule> rules = container.restartPolicyRules();
    FieldPath at = path.child("restartPolicyRules");
    if (!rules.isEmpty() && container.restartPolicy() == null) {
      findings.required(path.child("restartPolicy"), "restartPolicyRules need a restartPolicy");
    }
    if (rules.size() > RULES_MAX) {
      findings.add(at, "Too many: " + rules.size() + ": must have at most " + RULES_MAX);
    }
    for (int i = 0; i < rules.size(); i++) {
      FieldPath codes = at.index(i).child("exitCodes");
      ContainerRestartRuleOnExitCodes exitCodes = rules.get(i).exitCodes();
      if (exitCodes == null) {
        findings.required(codes);
      } else if (exitCodes.values().size() > EXIT_CODES_MAX) {
        findings.add(codes.child("values"), "Too many: must have at most " + EXIT_CODES_MAX);
      }
    }
  }
}
