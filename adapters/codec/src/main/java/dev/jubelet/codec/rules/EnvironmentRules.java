package dev.jubelet.codec.rules;

import dev.jubelet.model.container.env.EnvFromSource;
import dev.jubelet.model.container.env.EnvVar;
import dev.jubelet.model.container.env.EnvVarSource;
import dev.jubelet.model.container.env.FileKeySelector;
import dev.jubelet.model.container.env.ObjectFieldSelector;
import dev.jubelet.model.container.env.ResourceFieldSelector;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The environment of containers, and the fields of the pod that it may show. */
final class EnvironmentRules {
  private static final List<String> ENV_FIELDS =
      List.of(
          "metadata.name",
          "metadata.namespace",
          "metadata.uid",
          "spec.nodeName",
          "spec.serviceAccountName",
          "status.hostIP",
          "status.hostIPs",
          "status.podIP",
          "status.podIPs");
  static final List<String> FILE_FIELDS =
      List.of(
          "metadata.annotations",
          "metadata.labels",
          "metadata.name",
          "metadata.namespace",
          "metadata.uid");
  private static final List<String> RESOURCES =
      List.of(
          "limits.cpu",
          "limits.ephemeral-storage",
          "limits.memory",
          "requests.cpu",
          "requests.ephemeral-storage",
          "requests.memory");
  private static final Set<String> DIVISORS =
      Set.of(
          "0", "1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei");
  private static final Pattern SUBSCRIPT =
      Pattern.compile("(metadata\\.(?:labels|annotations))\\['([^']*)'\\]");

  private EnvironmentRules() {}

  static void variable(EnvVar variable, Set<String> volumes, FieldCheck at) {
    at.child("name").named(variable.name(), Grammar::environmentName);
    if (variable.value().indexOf('\0') >= 0) {
      at.child("value").add("Invalid value: must not contain a NUL character");
    }
    EnvVarSource source = variable.valueFrom();
    if (source != null) {
      source(source, volumes, at.child("valueFrom"));
      if (!variable.value().isEmpty()) {
        at.child("valueFrom").add("Invalid value: not together with a value");
      }
    }
  }

  private static void source(EnvVarSource source, Set<String> volumes, FieldCheck at) {
    long sources =
        Stream.of(
                source.fieldRef(),
                source.resourceFieldRef(),
                source.configMapKeyRef(),
                source.secretKeyRef(),
                source.fileKeyRef())
            .filter(Objects::nonNull)
            .count();
    if (sources != 1) {
      at.add(
          "Invalid value: needs exactly one of fieldRef, resourceFieldRef, configMapKeyRef,"
              + " secretKeyRef and fileKeyRef");
    }
    if (source.fieldRef() != null) {
      field(source.fieldRef(), ENV_FIELDS, at.child("fieldRef"));
    }
    if (source.resourceFieldRef() != null) {
      resource(source.resourceFieldRef(), at.child("resourceFieldRef"));
    }
    if (source.configMapKeyRef() != null) {
      FieldCheck configMap = at.child("configMapKeyRef");
      configMap.child("name").named(source.configMapKeyRef().name(), Grammar::dnsSubdomain);
      configMap.child("key").present(source.configMapKeyRef().key());
    }
    if (source.secretKeyRef() != null) {
      FieldCheck secret = at.child("secretKeyRef");
      secret.child("name").named(source.secretKeyRef().name(), Grammar::dnsSubdomain);
      secret.child("key").present(source.secretKeyRef().key());
    }
    if (source.fileKeyRef() != null) {
      file(source.fileKeyRef(), volumes, at.child("fileKeyRef"));
    }
  }

  private static void file(FileKeySelector file, Set<String> volumes, FieldCheck at) {
    at.child("key").named(file.key(), Grammar::environmentName);
    at.child("path").named(file.path(), Grammar::descendingPath);
    MountRules.volume(file.volumeName(), volumes, at.child("volumeName"));
  }

  static void field(ObjectFieldSelector selector, List<String> fields, FieldCheck at) {
    if (!selector.apiVersion().isEmpty() && !selector.apiVersion().equals("v1")) {
      at.child("apiVersion").unsupported(selector.apiVersion(), List.of("v1"));
    }
    FieldCheck path = at.child("fieldPath");
    Matcher subscript = SUBSCRIPT.matcher(selector.fieldPath());
    if (subscript.matches()) {
      path.grammar(subscript.group(2), Grammar::qualifiedName);
    } else if (selector.fieldPath().isEmpty()) {
      path.required();
    } else if (!fields.contains(selector.fieldPath())) {
      path.unsupported(selector.fieldPath(), fields);
    }
  }

  static void resource(ResourceFieldSelector selector, FieldCheck at) {
    String name = selector.resource();
    boolean huge = name.startsWith("limits.hugepages-") || name.startsWith("requests.hugepages-");
    if (name.isEmpty()) {
      at.child("resource").required();
    } else if (!huge && !RESOURCES.contains(name)) {
      at.child("resource").unsupported(name, RESOURCES);
    }
    if (selector.divisor() != null) {
      String divisor = selector.divisor().toString();
      boolean cpu = name.endsWith(".cpu");
      boolean good = cpu ? Set.of("0", "1", "1m").contains(divisor) : DIVISORS.contains(divisor);
      if (!good) {
        at.child("divisor")
            .invalid(divisor, cpu ? "must be 1m or 1" : "must be 1 or one of a unit, such as 1Mi");
      }
    }
  }

  static void source(EnvFromSource source, FieldCheck at) {
    at.child("prefix").optional(source.prefix(), Grammar::environmentName);
    if ((source.configMapRef() == null) == (source.secretRef() == null)) {
      at.add("Invalid value: needs exactly one of configMapRef and secretRef");
    }
    if (source.configMapRef() != null) {
      at.child("configMapRef", "name").named(source.configMapRef().name(), Grammar::dnsSubdomain);
    }
    if (source.secretRef() != null) {
      at.child("secretRef", "name").named(source.secretRef().name(), Grammar::dnsSubdomain);
    }
  }
}
