package dev.jubelet.codec;

import dev.jubelet.model.container.ContainerRestartRule;
import dev.jubelet.model.container.ContainerRestartRuleOnExitCodes;
import dev.jubelet.model.scheduling.NodeSelectorRequirement;
import dev.jubelet.model.security.AppArmorProfile;
import dev.jubelet.model.security.SeccompProfile;
import java.util.Map;

/**
 * The choices that Kubernetes wants to be made. Elsewhere silence is the first word of the list;
 * here it would, for one, turn a forgotten seccomp type into Unconfined.
 */
final class RequiredFields {
  private static final Map<Class<? extends Record>, String> FIELDS =
      Map.of(
          SeccompProfile.class, "type",
          AppArmorProfile.class, "type",
          ContainerRestartRule.class, "action",
          ContainerRestartRuleOnExitCodes.class, "operator",
          NodeSelectorRequirement.class, "operator");

  private RequiredFields() {}

  static boolean has(Class<? extends Record> owner, String name) {
    return name.equals(FIELDS.get(owner));
  }
}
