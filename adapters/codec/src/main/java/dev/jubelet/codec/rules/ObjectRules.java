package dev.jubelet.codec.rules;

import dev.jubelet.codec.tree.Trees;
import dev.jubelet.json.JsonReader;
import dev.jubelet.model.objects.Blob;
import dev.jubelet.model.objects.ConfigMap;
import dev.jubelet.model.objects.Secret;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the API server would refuse in a ConfigMap or a Secret. No message shows a value. */
public final class ObjectRules {
  private static final int BYTES_MAX = 1024 * 1024;

  /** The keys that a type of Secret promises to its readers. */
  private static final Map<String, List<String>> KEYS_OF_TYPE =
      Map.of(
          "kubernetes.io/dockercfg", List.of(".dockercfg"),
          "kubernetes.io/dockerconfigjson", List.of(".dockerconfigjson"),
          "kubernetes.io/ssh-auth", List.of("ssh-privatekey"),
          "kubernetes.io/tls", List.of("tls.crt", "tls.key"));

  private static final Set<String> JSON_KEYS = Set.of(".dockercfg", ".dockerconfigjson");

  private ObjectRules() {}

  public static List<Finding> check(ConfigMap map) {
    FieldCheck root = FieldCheck.root();
    FieldCheck data = root.child("data");
    MetadataRules.check(map.metadata(), root.child("metadata"));
    keys(map.data(), data);
    keys(map.binaryData(), root.child("binaryData"));
    for (String key : map.data().keySet()) {
      if (map.binaryData().containsKey(key)) {
        data.key(key).invalid(key, "is also in binaryData");
      }
    }
    long size = map.binaryData().values().stream().mapToLong(Blob::size).sum();
    for (String text : map.data().values()) {
      size += text.getBytes(StandardCharsets.UTF_8).length;
    }
    size(size, data);
    return root.found();
  }

  public static List<Finding> check(Secret secret) {
    FieldCheck root = FieldCheck.root();
    FieldCheck data = root.child("data");
    MetadataRules.check(secret.metadata(), root.child("metadata"));
    keys(secret.data(), data);
    keys(secret.stringData(), root.child("stringData"));
    Map<String, Blob> files = secret.files();
    size(files.values().stream().mapToLong(Blob::size).sum(), data);
    for (String key : KEYS_OF_TYPE.getOrDefault(secret.type(), List.of())) {
      Blob value = files.get(key);
      if (value == null) {
        data.key(key).required("a Secret of type " + secret.type() + " has it");
      } else if (JSON_KEYS.contains(key) && !isJsonObject(value)) {
        data.key(key).add("Invalid value: must be a JSON object");
      }
    }
    if (secret.type().equals("kubernetes.io/basic-auth")
        && !files.containsKey("username")
        && !files.containsKey("password")) {
      data.required("a Secret of type " + secret.type() + " has username or password");
    }
    return root.found();
  }

  private static void keys(Map<String, ?> data, FieldCheck at) {
    data.keySet().forEach(key -> at.key(key).grammar(key, Grammar::dataKey));
  }

  private static void size(long bytes, FieldCheck at) {
    if (bytes > BYTES_MAX) {
      at.add("Too long: may not be more than " + BYTES_MAX + " bytes in all");
    }
  }

  private static boolean isJsonObject(Blob value) {
    return JsonReader.upTo(Trees.DOCUMENT_BYTES_MAX).find(value.text()).isPresent();
  }
}
