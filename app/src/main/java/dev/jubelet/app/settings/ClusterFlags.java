package dev.jubelet.app.settings;

import dev.jubelet.json.Node;
import dev.jubelet.json.TextPosition;
import dev.jubelet.model.scheduling.TaintEffect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The part of the command line that is about a cluster; null and "" for what was not given. */
public record ClusterFlags(
    @Nullable Path kubeconfig,
    @Nullable Path bootstrapKubeconfig,
    @Nullable Path certDir,
    @Nullable Boolean registerNode,
    String nodeLabels,
    String registerWithTaints) {
  public static final ClusterFlags NONE = new ClusterFlags(null, null, null, null, "", "");

  /** The flags that stand for a field of the configuration. */
  void addTo(Map<String, Node.Field> fields, List<String> errors) {
    if (registerNode != null) {
      fields.put("registerNode", field(new Node.Bool(registerNode, TextPosition.START)));
    }
    if (!registerWithTaints.isEmpty()) {
      List<Node> taints = new ArrayList<>();
      for (String each : registerWithTaints.split(",", -1)) {
        taints.add(taint(each.strip(), errors));
      }
      fields.put("registerWithTaints", field(new Node.Items(taints, TextPosition.START)));
    }
  }

  /** {@code KEY=VALUE:EFFECT}, or without a value {@code KEY:EFFECT}. */
  private static Node taint(String text, List<String> errors) {
    int colon = text.lastIndexOf(':');
    int equals = text.indexOf('=');
    String effect = text.substring(colon + 1);
    if (colon < 1 || equals == 0) {
      errors.add(
          "--register-with-taints: taints must look like KEY=VALUE:EFFECT, but one is \""
              + text
              + "\"");
    } else if (Arrays.stream(TaintEffect.values()).noneMatch(e -> e.wire().equals(effect))) {
      errors.add(
          "--register-with-taints: an effect must be NoSchedule, PreferNoSchedule or NoExecute,"
              + " but one is \""
              + effect
              + "\"");
    }
    int end = Math.max(colon, 0);
    boolean valued = equals > 0 && equals < end;
    Map<String, Node.Field> fields = new LinkedHashMap<>();
    fields.put("key", text(text.substring(0, valued ? equals : end)));
    if (valued) {
      fields.put("value", text(text.substring(equals + 1, end)));
    }
    if (colon > 0) {
      fields.put("effect", text(effect));
    }
    return new Node.Fields(fields, TextPosition.START);
  }

  private static Node.Field text(String value) {
    return field(new Node.Text(value, TextPosition.START));
  }

  private static Node.Field field(Node value) {
    return new Node.Field(TextPosition.START, value);
  }
}
