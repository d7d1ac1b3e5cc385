package dev.jubelet.codec.rules;

import dev.jubelet.model.meta.ObjectMeta;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/** Names, labels and annotations. */
final class MetadataRules {
  private static final int ANNOTATIONS_BYTES_MAX = 256 * 1024;

  private MetadataRules() {}

  static void check(ObjectMeta meta, FieldCheck at) {
    at.child("name").named(meta.name(), Grammar::dnsSubdomain);
    at.child("namespace").optional(meta.namespace(), Grammar::dnsLabel);
    if (!meta.uid().isEmpty() && !isUid(meta.uid())) {
      // The UID names directories and cgroups on the node.
      at.child("uid").invalid(meta.uid(), "must be at most 128 letters, digits or '-'");
    }
    at.child("generation").atLeast(0, meta.generation());
    labels(meta.labels(), at.child("labels"));
    annotations(meta.annotations(), at.child("annotations"));
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

  static void labels(Map<String, String> labels, FieldCheck at) {
    labels.forEach((key, value) -> {
      at.key(key).grammar(key, Grammar::qualifiedName);
      at.key(key).grammar(value, Grammar::labelValue);
    });
  }

  private static void annotations(Map<String, String> annotations, FieldCheck at) {
    long size = 0;
    for (Map.Entry<String, String> entry : annotations.entrySet()) {
      String key = entry.getKey();
      at.key(key).grammar(key, name -> Grammar.qualifiedName(name.toLowerCase(Locale.ROOT)));
      size += key.getBytes(StandardCharsets.UTF_8).length;
      size += entry.getValue().getBytes(StandardCharsets.UTF_8).length;
    }
    if (size > ANNOTATIONS_BYTES_MAX) {
      at.add("Too long: may not be more than " + ANNOTATIONS_BYTES_MAX + " bytes");
    }
  }
}
