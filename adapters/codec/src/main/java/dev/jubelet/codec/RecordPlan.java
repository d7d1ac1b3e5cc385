package dev.jubelet.codec;

import dev.jubelet.model.meta.IntOrString;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.objects.Blob;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How to make one kind of record, and how to read it; made once for each class. */
final class RecordPlan {
  /**
   * @param nullable whether absence is a value of its own
   * @param boxed whether a zero was said by somebody, as with a pointer in Go
   */
  record Part(String name, WireShape shape, boolean nullable, boolean boxed, Method accessor) {}

  private static final ClassValue<RecordPlan> PLANS =
      new ClassValue<>() {
        @Override
        protected RecordPlan computeValue(Class<?> type) {
          return new RecordPlan(type);
        }
      };

  private final Constructor<?> constructor;
  private final List<Part> parts;
  private final Map<String, Integer> indexes;
  private volatile @Nullable Object absent;

  static RecordPlan of(Class<?> type) {
    return PLANS.get(type);
  }

  private RecordPlan(Class<?> type) {
    List<Part> found = new ArrayList<>();
    Map<String, Integer> byName = new LinkedHashMap<>();
    List<Class<?>> types = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      boolean nullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
      Method accessor = component.getAccessor();
      accessor.setAccessible(true);
      byName.put(component.getName(), found.size());
      types.add(component.getType());
      found.add(
          new Part(
              component.getName(),
              WireShape.of(component.getGenericType()),
              nullable,
              nullable && !component.getType().isPrimitive(),
              accessor));
    }
    parts = List.copyOf(found);
    indexes = byName;
    try {
      constructor = type.getDeclaredConstructor(types.toArray(Class<?>[]::new));
      constructor.setAccessible(true);
    } catch (NoSuchMethodException impossible) {
      throw new IllegalStateException(type + " has no canonical constructor", impossible);
    }
  }

  List<Part> parts() {
    return parts;
  }

  /** The position of the component of that name, or -1. */
  int indexOf(String name) {
    return indexes.getOrDefault(name, -1);
  }

  /** Passes on what the record's own constructor refuses. */
  Object make(@Nullable Object[] values) {
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException refused) {
      if (refused.getCause() instanceof RuntimeException reason) {
        throw reason;
      }
      throw new IllegalStateException(refused.getCause());
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The record in which nothing is said. */
  Object absent() {
    Object known = absent;
    if (known == null) {
      @Nullable Object[] values = new @Nullable Object[parts.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = absent(parts.get(i));
      }
      known = make(values);
      absent = known;
    }
    return known;
  }

  static @Nullable Object absent(Part part) {
    return part.nullable() ? null : absent(part.shape());
  }

  /** Whether there is no empty value that could stand for it. */
  static boolean mustBeSaid(Part part) {
    return !part.nullable()
        && switch (part.shape()) {
          case WireShape.Moment _, WireShape.Word _, WireShape.Struct _ -> true;
          case WireShape _ -> false;
        };
  }

  static Object absent(WireShape shape) {
    return switch (shape) {
      case WireShape.Text _ -> "";
      case WireShape.Whole whole -> whole.isLong() ? (Object) 0L : (Object) 0;
      case WireShape.Real _ -> 0.0;
      case WireShape.Bool _ -> false;
      case WireShape.Moment _ -> Instant.EPOCH;
      case WireShape.Span _ -> Duration.ZERO;
      case WireShape.Amount _ -> Quantity.ZERO;
      case WireShape.NumberOrText _ -> IntOrString.of(0);
      case WireShape.Bytes _ -> Blob.of("");
      case WireShape.Word word -> word.words().getFirst();
      case WireShape.Sequence _ -> List.of();
      case WireShape.Dictionary _ -> Map.of();
      case WireShape.Struct struct -> of(struct.type()).absent();
    };
  }

  static @Nullable Object value(Part part, Object owner) {
    try {
      return part.accessor().invoke(owner);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
