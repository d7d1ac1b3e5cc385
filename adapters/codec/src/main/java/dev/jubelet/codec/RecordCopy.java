package dev.jubelet.codec;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Copies of records with some components changed, for records too wide to be rebuilt by hand. */
public final class RecordCopy {
  private RecordCopy() {}

  /** The same record with other values for the named components. */
  @SuppressWarnings("unchecked") // The plan makes records of the class that it was made for.
  public static <T extends Record> T with(T original, Map<String, ?> changes) {
    RecordPlan plan = RecordPlan.of(original.getClass());
    List<RecordPlan.Part> parts = plan.parts();
    for (String name : changes.keySet()) {
      if (plan.indexOf(name) < 0) {
        throw new IllegalArgumentException(original.getClass() + " has no " + name);
      }
    }
    @Nullable Object[] values = new @Nullable Object[parts.size()];
    for (int i = 0; i < values.length; i++) {
      RecordPlan.Part part = parts.get(i);
      Object change = changes.get(part.name());
      values[i] = change != null ? change : RecordPlan.value(part, original);
    }
    return (T) plan.make(values);
  }

  /** The record in which nothing is said. */
  public static <T extends Record> T absent(Class<T> type) {
    return type.cast(RecordPlan.of(type).absent());
  }
}
