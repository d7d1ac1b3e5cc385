package dev.jubelet.codec.rules;

import dev.jubelet.codec.tree.FieldPath;
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
  private static final FieldPath DATA = FieldPath.ROOT.child("data");

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
    Findings findings = new Findings();
    MetadataRules.check(map.metadata(), findings);
    keys(map.data(), DATA, findings);
    keys(map.binaryData(), FieldPath.ROOT.child("binaryData"), findings);
    for (String key : map.data().keySet()) {
      if (map.binaryData().containsKey(key)) {
        findings.invalid(DATA.key(key), key, "is also in binaryData");
      }
    }
    long size = map.binaryData().values().stream().mapToLong(Blob::size).sum();
    for (String text : map.data().values()) {
      size += text.getBytes(StandardCharsets.UTF_8).length;
    }
    size(size, findings);
    return findings.list();
  }

  public static List<Finding> check(Secret secret) {
    Findings findings = new Findings();
    MetadataRules.check(secret.metadata(), findings);
    keys(secret.data(), DATA, findings);
    keys(secret.stringData(), FieldPath.ROOT.child("stringData"), findings);
    Map<String, Blob> files = secret.files();
    size(files.values().stream().mapToLong(Blob::size).sum(), findings);
    for (String key : KEYS_OF_TYPE.getOrDefault(secret.type(), List.of())) {
      Blob value = files.get(key);
      if (value == null) {
        findings.required(DATA.key(key), "a Secret of type " + secret.type() + " has it");
      } else if (JSON_KEYS.contains(key) && !isJsonObject(value)) {
        findings.add(DATA.key(key), "Invalid value: must be a JSON object");
      }
    }
    if (secret.type().equals("kubernetes.io/basic-auth")
        && !files.containsKey("username")
        && !files.containsKey("password")) {
      findings.required(DATA, "a Secret of type " + secret.type() + " has username or password");
    }
    return findings.list();
  }

  private static void keys(Map<String, ?> data, FieldPath path, Findings findings) {
    data.keySet().forEach(key -> findings.grammar(path.key(key), key, Grammar.dataKey(key)));
  }

  private static void size(long bytes, Findings findings) {
    if (bytes > BYTES_MAX) {
      findings.add(DATA, "Too long: may not be more than " + BYTES_MAX + " bytes in all");
    }
  }

  private static boolean isJsonObject(Blob value) {
    return JsonReader.upTo(Trees.DOCUMENT_BYTES_MAX).find(value.text()).isPresent();
  }
}
