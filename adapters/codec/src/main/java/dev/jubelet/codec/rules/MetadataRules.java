package dev.jubelet.codec.rules;

import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.model.meta.ObjectMeta;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/** Names, labels and annotations. */
final class MetadataRules {
  private static final int ANNOTATIONS_BYTES_MAX = 256 * 1024;

  private MetadataRules() {}

  static void check(ObjectMeta meta, Findings findings) {
    FieldPath path = FieldPath.ROOT.child("metadata");
    findings.named(path.child("name"), meta.name(), Grammar.dnsSubdomain(meta.name()));
    if (!meta.namespace().isEmpty()) {
      findings.grammar(
          path.child("namespace"), meta.namespace(), Grammar.dnsLabel(meta.namespace()));
    }
    if (!meta.uid().isEmpty() && !isUid(meta.uid())) {
      // The UID names directories and cgroups on the node.
      findings.invalid(path.child("uid"), meta.uid(), "must be at most 128 letters, digits or '-'");
    }
    findings.atLeast(0, path.child("generation"), meta.generation());
    labels(meta.labels(), path.child("labels"), findings);
    annotations(meta.annotations(), path.child("annotations"), findings);
  }

  private static boolean isUid(String uid) {
    return uid.length() <= 128
        && uid.chars()
            .allMatch(c ->
                (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || c == '-');
  }

  static void labels(Map<String, String> labels, FieldPath path, Findings findings) {
    labels.forEach((key, value) -> {
      FieldPath at = path.key(key);
      findings.grammar(at, key, Grammar.qualifiedName(key));
      findings.grammar(at, value, Grammar.labelValue(value));
    });
  }

  private static void annotations(
      Map<String, String> annotations, FieldPath path, Findings findings) {
    long size = 0;
    for (Map.Entry<String, String> entry : annotations.entrySet()) {
      String key = entry.getKey();
      findings.grammar(path.key(key), key, Grammar.qualifiedName(key.toLowerCase(Locale.ROOT)));
      size += key.getBytes(StandardCharsets.UTF_8).length;
      size += entry.getValue().getBytes(StandardCharsets.UTF_8).length;
    }
    if (size > ANNOTATIONS_BYTES_MAX) {
      findings.add(path, "Too long: may not be more than " + ANNOTATIONS_BYTES_MAX + " bytes");
    }
  }
}
