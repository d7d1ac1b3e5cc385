package dev.jubelet.codec.rules;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.ContainerRestartPolicy;
import dev.jubelet.model.container.ContainerRestartRule;
import dev.jubelet.model.container.EphemeralContainer;
import dev.jubelet.model.container.ResourceRequirements;
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
  private final ProbeRules probes;
  private final Set<String> names = new HashSet<>();

  ContainerRules(PodSpec spec, Set<String> volumes) {
    this.spec = spec;
    this.volumes = volumes;
    this.probes = new ProbeRules(spec);
  }

  void check(FieldCheck path) {
    if (spec.containers().isEmpty()) {
      path.child("containers").required();
    }
    Set<String> hostPorts = new HashSet<>();
    path.child("containers")
        .each(
            spec.containers(),
            (container, at) -> {
              common(container, at);
              probes.check(container, at);
              PortRules.hostPorts(container.ports(), hostPorts, at.child("ports"));
            });
    path.child("initContainers").each(spec.initContainers(), this::init);
    Set<String> targets = Set.copyOf(names);
    path.child("ephemeralContainers")
        .each(spec.ephemeralContainers(), (container, at) -> ephemeral(container, targets, at));
  }

  private void init(Container container, FieldCheck at) {
    common(container, at);
    if (container.restartPolicy() == ContainerRestartPolicy.ALWAYS) {
      probes.check(container, at);
    } else {
      ProbeRules.forbid(container, at, "an init container needs restartPolicy Always for it");
    }
    PortRules.hostPorts(container.ports(), new HashSet<>(), at.child("ports"));
  }

  private void ephemeral(EphemeralContainer ephemeral, Set<String> targets, FieldCheck at) {
    Container container = ephemeral.asContainer();
    common(container, at);
    String target = ephemeral.targetContainerName();
    if (!target.isEmpty() && !targets.contains(target)) {
      at.child("targetContainerName").notFound(target);
    }
    String why = "not for ephemeral containers";
    ProbeRules.forbid(container, at, why);
    at.child("ports").forbidIf(!container.ports().isEmpty(), why);
    ResourceRequirements resources = container.resources();
    at.child("resources")
        .forbidIf(!resources.limits().isEmpty() || !resources.requests().isEmpty(), why);
    at.child("volumeMounts")
        .each(
            container.volumeMounts(),
            (mount, each) -> {
              each.child("subPath").forbidIf(!mount.subPath().isEmpty(), why);
              each.child("subPathExpr").forbidIf(!mount.subPathExpr().isEmpty(), why);
            });
  }

  private void common(Container container, FieldCheck at) {
    FieldCheck name = at.child("name");
    name.named(container.name(), Grammar::dnsLabel);
    if (!container.name().isEmpty() && !names.add(container.name())) {
      name.duplicate(container.name());
    }
    image(container.image(), at.child("image"));
    PortRules.check(container.ports(), spec.hostNetwork(), at.child("ports"));
    at.child("env")
        .each(
            container.env(),
            (variable, each) -> EnvironmentRules.variable(variable, volumes, each));
    at.child("envFrom").each(container.envFrom(), EnvironmentRules::source);
    MountRules.check(container, volumes, at);
    ResourceRules.container(container.resources(), at.child("resources"));
    restartRules(container, at);
    SecurityRules.container(
        container.securityContext(),
        !Boolean.FALSE.equals(spec.hostUsers()),
        at.child("securityContext"));
  }

  private static void image(String image, FieldCheck at) {
    if (image.isEmpty()) {
      at.required();
    } else if (image.chars().anyMatch(c -> Character.isWhitespace(c) || c < ' ')) {
      at.invalid(image, "must not contain whitespace");
    }
  }

  private static void restartRules(Container container, FieldCheck path) {
    List<ContainerRestartRule> rules = container.restartPolicyRules();
    FieldCheck at = path.child("restartPolicyRules");
    if (!rules.isEmpty() && container.restartPolicy() == null) {
      path.child("restartPolicy").required("restartPolicyRules need a restartPolicy");
    }
    if (rules.size() > RULES_MAX) {
      at.add("Too many: " + rules.size() + ": must have at most " + RULES_MAX);
    }
    at.each(
        rules,
        (rule, each) -> {
          FieldCheck codes = each.child("exitCodes");
          if (rule.exitCodes() == null) {
            codes.required();
          } else if (rule.exitCodes().values().size() > EXIT_CODES_MAX) {
            codes.child("values").add("Too many: must have at most " + EXIT_CODES_MAX);
          }
        });
  }
}
