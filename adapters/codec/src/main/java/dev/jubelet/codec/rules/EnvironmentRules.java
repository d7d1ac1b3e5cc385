package dev.jubelet.codec.rules;

import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.model.container.env.ConfigMapKeySelector;
import dev.jubelet.model.container.env.EnvFromSource;
import dev.jubelet.model.container.env.EnvVar;
import dev.jubelet.model.container.env.EnvVarSource;
import dev.jubelet.model.container.env.FileKeySelector;
import dev.jubelet.model.container.env.ObjectFieldSelector;
import dev.jubelet.model.container.env.ResourceFieldSelector;
import dev.jubelet.model.container.env.SecretKeySelector;
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

  static void variables(
      List<EnvVar> variables, Set<String> volumes, FieldPath path, Findings findings) {
    for (int i = 0; i < variables.size(); i++) {
      EnvVar variable = variables.get(i);
      FieldPath at = path.index(i);
      findings.named(at.child("name"), variable.name(), Grammar.environmentName(variable.name()));
      if (variable.value().indexOf('\0') >= 0) {
        findings.add(at.child("value"), "Invalid value: must not contain a NUL character");
      }
      EnvVarSource source = variable.valueFrom();
      if (source != null) {
        source(source, volumes, at.child("valueFrom"), findings);
        if (!variable.value().isEmpty()) {
          findings.add(at.child("valueFrom"), "Invalid value: not together with a value");
        }
      }
    }
  }

  private static void source(
      EnvVarSource source, Set<String> volumes, FieldPath path, Findings findings) {
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
      findings.add(
          path,
          "Invalid value: needs exactly one of fieldRef, resourceFieldRef, configMapKeyRef,"
              + " secretKeyRef and fileKeyRef");
    }
    if (source.fieldRef() != null) {
      field(source.fieldRef(), ENV_FIELDS, path.child("fieldRef"), findings);
    }
    if (source.resourceFieldRef() != null) {
      resource(source.resourceFieldRef(), path.child("resourceFieldRef"), findings);
    }
    ConfigMapKeySelector configMap = source.configMapKeyRef();
    if (configMap != null) {
      key(configMap.name(), configMap.key(), path.child("configMapKeyRef"), findings);
    }
    SecretKeySelector secret = source.secretKeyRef();
    if (secret != null) {
      key(secret.name(), secret.key(), path.child("secretKeyRef"), findings);
    }
    if (source.fileKeyRef() != null) {
      file(source.fileKeyRef(), volumes, path.child("fileKeyRef"), findings);
    }
  }

  private static void key(String name, String key, FieldPath path, Findings findings) {
    findings.named(path.child("name"), name, Grammar.dnsSubdomain(name));
    if (key.isEmpty()) {
      findings.required(path.child("key"));
    }
  }

  private static void file(
      FileKeySelector file, Set<String> volumes, FieldPath path, Findings findings) {
    findings.named(path.child("key"), file.key(), Grammar.environmentName(file.key()));
    findings.named(path.child("path"), file.path(), Grammar.descendingPath(file.path()));
    if (file.volumeName().isEmpty()) {
      findings.required(path.child("volumeName"));
    } else if (!volumes.contains(file.volumeName())) {
      findings.notFound(path.child("volumeName"), file.volumeName());
    }
  }

  static void field(
      ObjectFieldSelector selector, List<String> fields, FieldPath path, Findings findings) {
    if (!selector.apiVersion().isEmpty() && !selector.apiVersion().equals("v1")) {
      findings.unsupported(path.child("apiVersion"), selector.apiVersion(), List.of("v1"));
    }
    FieldPath at = path.child("fieldPath");
    Matcher subscript = SUBSCRIPT.matcher(selector.fieldPath());
    if (subscript.matches()) {
      findings.grammar(at, subscript.group(2), Grammar.qualifiedName(subscript.group(2)));
    } else if (selector.fieldPath().isEmpty()) {
      findings.required(at);
    } else if (!fields.contains(selector.fieldPath())) {
      findings.unsupported(at, selector.fieldPath(), fields);
    }
  }

  static void resource(ResourceFieldSelector selector, FieldPath path, Findings findings) {
    String name = selector.resource();
    boolean huge = name.startsWith("limits.hugepages-") || name.startsWith("requests.hugepages-");
    if (name.isEmpty()) {
      findings.required(path.child("resource"));
    } else if (!huge && !RESOURCES.contains(name)) {
      findings.unsupported(path.child("resource"), name, RESOURCES);
    }
    if (selector.divisor() != null) {
      String divisor = selector.divisor().toString();
      boolean cpu = name.endsWith(".cpu");
      boolean good = cpu ? Set.of("0", "1", "1m").contains(divisor) : DIVISORS.contains(divisor);
      if (!good) {
        findings.invalid(
            path.child("divisor"),
            divisor,
            cpu ? "must be 1m or 1" : "must be 1 or one of a unit, such as 1Mi");
      }
    }
  }

  static void sources(List<EnvFromSource> sources, FieldPath path, Findings findings) {
    for (int i = 0; i < sources.size(); i++) {
      EnvFromSource source = sources.get(i);
      FieldPath at = path.index(i);
      if (!source.prefix().isEmpty()) {
        findings.grammar(
            at.child("prefix"), source.prefix(), Grammar.environmentName(source.prefix()));
      }
      if ((source.configMapRef() == null) == (source.secretRef() == null)) {
        findings.add(at, "Invalid value: needs exactly one of configMapRef and secretRef");
      }
      if (source.configMapRef() != null) {
        String name = source.configMapRef().name();
        findings.named(at.child("configMapRef", "name"), name, Grammar.dnsSubdomain(name));
      }
      if (source.secretRef() != null) {
        String name = source.secretRef().name();
        findings.named(at.child("secretRef", "name"), name, Grammar.dnsSubdomain(name));
      }
    }
  }
}
