package dev.jubelet.codec;

import dev.jubelet.codec.tree.FieldsEdit;
import dev.jubelet.json.Node;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the API server would fill into a pod, so that a static pod means the same as any other. */
final class PodDefaults {
  private static final int MODE_0644 = 420;
  private static final int TOKEN_SECONDS = 3600;

  private PodDefaults() {}

  static Node.Fields apply(Node.Fields pod) {
    return new FieldsEdit(pod).object("spec", PodDefaults::spec).build();
  }

  private static Node.Fields spec(Node.Fields spec) {
    boolean hostNetwork = spec.value("hostNetwork") instanceof Node.Bool(boolean value, _) && value;
    FieldsEdit edit = new FieldsEdit(spec);
    edit.ifEmpty("dnsPolicy", "ClusterFirst")
        .ifEmpty("restartPolicy", "Always")
        .ifAbsent("securityContext", edit.emptyObject())
        .ifAbsent("terminationGracePeriodSeconds", edit.number(30))
        .ifEmpty("schedulerName", "default-scheduler")
        .ifAbsent("enableServiceLinks", edit.bool(true))
        .each("containers", container -> container(container, hostNetwork))
        .each("initContainers", container -> container(container, hostNetwork))
        .each("ephemeralContainers", container -> container(container, false))
        .each("volumes", PodDefaults::volume);
    String oldName = spec.text("serviceAccount");
    if (!oldName.isEmpty()) {
      edit.ifEmpty("serviceAccountName", oldName);
    }
    return edit.build();
  }

  private static Node.Fields container(Node.Fields container, boolean hostNetwork) {
    return new FieldsEdit(container)
        .ifEmpty("imagePullPolicy", pullPolicy(container.text("image")))
        .ifEmpty("terminationMessagePath", "/dev/termination-log")
        .ifEmpty("terminationMessagePolicy", "File")
        .each("ports", port -> port(port, hostNetwork))
        .each("env", env -> new FieldsEdit(env).object("valueFrom", PodDefaults::fieldRef).build())
        .object("resources", PodDefaults::resources)
        .object("livenessProbe", PodDefaults::probe)
        .object("readinessProbe", PodDefaults::probe)
        .object("startupProbe", PodDefaults::probe)
        .object("lifecycle", PodDefaults::lifecycle)
        .build();
  }

  /** Always for what can change under its name: the tag latest, which is also the tag of none. */
  static String pullPolicy(String image) {
    int digest = image.indexOf('@');
    String name = digest < 0 ? image : image.substring(0, digest);
    int colon = name.indexOf(':', name.lastIndexOf('/') + 1);
    String tag = colon < 0 ? (digest < 0 ? "latest" : "") : name.substring(colon + 1);
    return tag.equals("latest") && !name.isEmpty() ? "Always" : "IfNotPresent";
  }

  private static Node.Fields port(Node.Fields port, boolean hostNetwork) {
    FieldsEdit edit = new FieldsEdit(port).ifEmpty("protocol", "TCP");
    if (hostNetwork && port.value("containerPort") instanceof Node.Numeral number) {
      boolean zero =
          port.value("hostPort") instanceof Node.Numeral(String text, _) && text.equals("0");
      if (zero || port.value("hostPort") == null) {
        edit.put("hostPort", number);
      }
    }
    return edit.build();
  }

  private static Node.Fields resources(Node.Fields resources) {
    if (!(resources.value("limits") instanceof Node.Fields limits)) {
      return resources;
    }
    Map<String, Node.Field> all = new LinkedHashMap<>();
    Node requests = resources.value("requests");
    if (requests instanceof Node.Fields known) {
      all.putAll(known.fields());
    } else if (requests != null) {
      return resources;
    }
    limits.fields().forEach(all::putIfAbsent);
    return new FieldsEdit(resources)
        .put("requests", new Node.Fields(all, resources.place()))
        .build();
  }

  private static Node.Fields probe(Node.Fields probe) {
    return new FieldsEdit(probe)
        .ifZero("timeoutSeconds", 1)
        .ifZero("periodSeconds", 10)
        .ifZero("successThreshold", 1)
        .ifZero("failureThreshold", 3)
        .object("httpGet", PodDefaults::httpGet)
        .object("grpc", grpc -> withText(grpc, "service"))
        .build();
  }

  private static Node.Fields withText(Node.Fields fields, String name) {
    FieldsEdit edit = new FieldsEdit(fields);
    return edit.ifAbsent(name, edit.text("")).build();
  }

  private static Node.Fields lifecycle(Node.Fields lifecycle) {
    return new FieldsEdit(lifecycle)
        .object("postStart", PodDefaults::hook)
        .object("preStop", PodDefaults::hook)
        .build();
  }

  private static Node.Fields hook(Node.Fields hook) {
    return new FieldsEdit(hook).object("httpGet", PodDefaults::httpGet).build();
  }

  private static Node.Fields httpGet(Node.Fields action) {
    return new FieldsEdit(action).ifEmpty("path", "/").ifEmpty("scheme", "HTTP").build();
  }

  private static Node.Fields fieldRef(Node.Fields source) {
    return new FieldsEdit(source)
        .object("fieldRef", ref -> new FieldsEdit(ref).ifEmpty("apiVersion", "v1").build())
        .build();
  }

  private static Node.Fields volume(Node.Fields volume) {
    FieldsEdit edit = new FieldsEdit(volume);
    // An unknown source is left alone: the warning about it must not become an empty directory.
    boolean sourceless =
        volume.fields().keySet().stream()
            .allMatch(name -> name.equals("name") || volume.value(name) == null);
    if (sourceless) {
      edit.put("emptyDir", edit.emptyObject());
    }
    return edit.object("secret", PodDefaults::defaultMode)
        .object("configMap", PodDefaults::defaultMode)
        .object("downwardAPI", source -> downwardFiles(defaultMode(source)))
        .object("projected", PodDefaults::projected)
        .object("hostPath", source -> withText(source, "type"))
        .object("image", PodDefaults::image)
        .build();
  }

  private static Node.Fields defaultMode(Node.Fields source) {
    FieldsEdit edit = new FieldsEdit(source);
    return edit.ifAbsent("defaultMode", edit.number(MODE_0644)).build();
  }

  private static Node.Fields downwardFiles(Node.Fields source) {
    return new FieldsEdit(source).each("items", PodDefaults::fieldRef).build();
  }

  private static Node.Fields projected(Node.Fields source) {
    return new FieldsEdit(defaultMode(source))
        .each(
            "sources",
            part ->
                new FieldsEdit(part)
                    .object("downwardAPI", PodDefaults::downwardFiles)
                    .object("serviceAccountToken", PodDefaults::token)
                    .build())
        .build();
  }

  private static Node.Fields token(Node.Fields token) {
    FieldsEdit edit = new FieldsEdit(token);
    return edit.ifAbsent("expirationSeconds", edit.number(TOKEN_SECONDS)).build();
  }

  private static Node.Fields image(Node.Fields source) {
    return new FieldsEdit(source)
        .ifEmpty("pullPolicy", pullPolicy(source.text("reference")))
        .build();
  }
}
