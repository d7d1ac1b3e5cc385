package dev.jubelet.codec;

import dev.jubelet.model.objects.Blob;
import java.util.List;
import java.util.Map;

/** About how much memory the values of records take. */
public final class RecordSize {
  static final int OBJECT = 16;
  static final int REFERENCE = 8;
  static final int MAP_ENTRY = 64;
  private static final int STRING = 48;

  private RecordSize() {}

  /** A value with all that is in it. */
  public static long of(Object value) {
    return switch (value) {
      case String text -> text(text);
      case Blob blob -> STRING + (long) blob.size();
      case Enum<?> _, Boolean _ -> 0;
      case List<?> list -> {
        long sum = OBJECT;
        for (Object item : list) {
          sum += REFERENCE + of(item);
        }
        yield sum;
      }
      case Map<?, ?> map -> {
        long sum = MAP_ENTRY;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          sum += MAP_ENTRY + of(entry.getKey()) + of(entry.getValue());
        }
        yield sum;
      }
      case Record struct -> {
        List<RecordPlan.Part> parts = RecordPlan.of(struct.getClass()).parts();
        long sum = struct(parts.size());
        for (RecordPlan.Part part : parts) {
          Object inner = RecordPlan.value(part, struct);
          sum += inner == null ? 0 : of(inner);
        }
        yield sum;
      }
      default -> STRING;
    };
  }

  static long struct(int parts) {
    return OBJECT + (long) REFERENCE * parts;
  }

  /** One character beyond Latin-1 makes all characters of a text take two bytes. */
  static long text(String text) {
    int length = text.length();
    if (length == 0) {
      return 0;
    }
    for (int i = 0; i < length; i++) {
      if (text.charAt(i) > 0xff) {
        return STRING + 2L * length;
      }
    }
    return STRING + (long) length;
  }
}
