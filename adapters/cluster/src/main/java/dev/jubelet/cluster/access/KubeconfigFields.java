package dev.jubelet.cluster.access;

import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.codec.tree.Problems;
import dev.jubelet.json.Node;
import dev.jubelet.json.TextPosition;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The fields of an object in a kubeconfig; complaints name the field and never repeat a value. */
record KubeconfigFields(Node.Fields object, FieldPath path, Path directory, Problems problems) {
  TextPosition place(String name) {
    Node.Field field = object.fields().get(name);
    return field == null ? object.place() : field.place();
  }

  void error(String name, String message) {
    problems.error(place(name), name.isEmpty() ? path : path.child(name), message);
  }

  String text(String name) {
    Node value = object.value(name);
    if (value != null && !(value instanceof Node.Text)) {
      error(name, "must be a string, not " + value.kind());
    }
    return object.text(name);
  }

  /** A text that is there and says something. */
  Optional<String> said(String name) {
    return Optional.of(text(name)).filter(text -> !text.isEmpty());
  }

  String required(String name) {
    String text = text(name);
    if (text.isEmpty() && (object.value(name) == null || object.value(name) instanceof Node.Text)) {
      error(name, "is required");
    }
    return text;
  }

  boolean flag(String name) {
    Node value = object.value(name);
    if (value == null || value instanceof Node.Bool) {
      return value instanceof Node.Bool(boolean set, _) && set;
    }
    error(name, "must be true or false, not " + value.kind());
    return false;
  }

  /** An object within; null when it is not there. */
  @Nullable KubeconfigFields inner(String name) {
    Node value = object.value(name);
    if (value instanceof Node.Fields fields) {
      return new KubeconfigFields(fields, path.child(name), directory, problems);
    }
    if (value != null) {
      error(name, "must be an object, not " + value.kind());
    }
    return null;
  }

  List<KubeconfigFields> items(String name) {
    List<KubeconfigFields> found = new ArrayList<>();
    List<Node> list = list(name);
    for (int i = 0; i < list.size(); i++) {
      FieldPath at = path.child(name).index(i);
      if (list.get(i) instanceof Node.Fields fields) {
        found.add(new KubeconfigFields(fields, at, directory, problems));
      } else {
        problems.error(list.get(i).place(), at, "must be an object");
      }
    }
    return found;
  }

  List<String> texts(String name) {
    for (Node item : list(name)) {
      if (!(item instanceof Node.Text)) {
        error(name, "must be a list of strings");
      }
    }
    return object.texts(name);
  }

  private List<Node> list(String name) {
    Node value = object.value(name);
    if (value != null && !(value instanceof Node.Items)) {
      error(name, "must be a list, not " + value.kind());
    }
    return object.items(name);
  }

  void noneOf(Map<String, String> refused) {
    refused.forEach((name, why) -> {
      if (object.value(name) != null) {
        error(name, why);
      }
    });
  }

  /**
   * Kubernetes: {@code NAME-data} wins over {@code NAME}, which is a file beside the kubeconfig.
   */
  Optional<TextSource> source(String name) {
    String data = name + "-data";
    String encoded = text(data);
    if (!encoded.isEmpty()) {
      try {
        byte[] bytes = Base64.getDecoder().decode(encoded.replaceAll("\\s", ""));
        return Optional.of(
            new TextSource.Inline(
                path.child(data).toString(), new String(bytes, StandardCharsets.UTF_8)));
      } catch (IllegalArgumentException notBase64) {
        error(data, "is not base64");
        return Optional.empty();
      }
    }
    return file(name).map(TextSource.InFile::new);
  }

  Optional<Path> file(String name) {
    Optional<String> file = said(name);
    if (file.filter(text -> text.indexOf('\0') >= 0).isPresent()) {
      error(name, "is not a path");
      return Optional.empty();
    }
    return file.map(text -> directory.resolve(text).normalize());
  }
}
