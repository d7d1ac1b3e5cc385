package dev.jubelet.codec;

import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.codec.tree.Problems;
import dev.jubelet.json.Node;
import dev.jubelet.model.meta.GoDuration;
import dev.jubelet.model.meta.IntOrString;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.objects.Blob;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Base64;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Binds single values. As in Kubernetes a number is not a string, however it looks in YAML. */
final class Scalars {
  private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final BigDecimal INT_MIN = BigDecimal.valueOf(Integer.MIN_VALUE);
  private static final BigDecimal INT_MAX = BigDecimal.valueOf(Integer.MAX_VALUE);

  private static final String BASE64 =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  private final Problems problems;

  Scalars(Problems problems) {
    this.problems = problems;
  }

  /** The value, or null when the node says nothing or something wrong, which is then reported. */
  @Nullable Object bind(WireShape shape, Node node, FieldPath path) {
    return switch (shape) {
      case WireShape.Text _ -> text(node, path);
      case WireShape.Whole whole -> whole(whole, node, path);
      case WireShape.Real _ -> real(node, path);
      case WireShape.Bool _ -> bool(node, path);
      case WireShape.Moment _ -> moment(node, path);
      case WireShape.Span _ -> span(node, path);
      case WireShape.Amount _ -> amount(node, path);
      case WireShape.NumberOrText _ -> numberOrText(node, path);
      case WireShape.Bytes _ -> bytes(node, path);
      case WireShape.Word word -> word(word, node, path);
      case WireShape.Struct _, WireShape.Sequence _, WireShape.Dictionary _ ->
          throw new IllegalArgumentException("not a single value: " + shape);
    };
  }

  @Nullable Object text(Node node, FieldPath path) {
    return node instanceof Node.Text text ? text.value() : mismatch("a string", node, path);
  }

  @Nullable Object whole(WireShape.Whole shape, Node node, FieldPath path) {
    Long value = whole(node, path, shape.isLong());
    return value == null || shape.isLong() ? value : (Object) value.intValue();
  }

  private @Nullable Long whole(Node node, FieldPath path, boolean isLong) {
    if (!(node instanceof Node.Numeral number)) {
      mismatch("a number", node, path);
      return null;
    }
    BigDecimal min = isLong ? LONG_MIN : INT_MIN;
    BigDecimal max = isLong ? LONG_MAX : INT_MAX;
    BigDecimal exact = exact(number.text());
    if (exact == null || exact.compareTo(min) < 0 || exact.compareTo(max) > 0) {
      refuse(node, path, "number out of range: must be between " + min + " and " + max);
      return null;
    }
    // The comparison bounds the digits before the point; this bounds those after it.
    if (exact.scale() > 400 || exact.stripTrailingZeros().scale() > 0) {
      refuse(node, path, "expected a whole number, found " + number.text());
      return null;
    }
    return exact.longValue();
  }

  private static @Nullable BigDecimal exact(String text) {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException exponentBeyondReason) {
      return null;
    }
  }

  @Nullable Object real(Node node, FieldPath path) {
    if (!(node instanceof Node.Numeral number)) {
      return mismatch("a number", node, path);
    }
    double value = Double.parseDouble(number.text());
    return Double.isFinite(value) ? (Object) value : refuse(node, path, "number out of range");
  }

  @Nullable Object bool(Node node, FieldPath path) {
    return node instanceof Node.Bool bool
        ? Boolean.valueOf(bool.value())
        : mismatch("a boolean", node, path);
  }

  @Nullable Object moment(Node node, FieldPath path) {
    if (!(node instanceof Node.Text text)) {
      return mismatch("a time", node, path);
    }
    try {
      return Timestamps.parse(text.value());
    } catch (DateTimeException malformed) {
      return refuse(node, path, "times must look like 2030-01-02T15:04:05Z");
    }
  }

  @Nullable Object span(Node node, FieldPath path) {
    if (node instanceof Node.Numeral number && number.text().equals("0")) {
      return Duration.ZERO;
    }
    return node instanceof Node.Text text
        ? parsed(text.value(), GoDuration::parse, node, path)
        : mismatch("a duration", node, path);
  }

  @Nullable Object amount(Node node, FieldPath path) {
    return switch (node) {
      case Node.Text text -> parsed(text.value(), Quantity::parse, node, path);
      case Node.Numeral number -> parsed(number.text(), Quantity::parse, node, path);
      case Node.Fields _, Node.Items _, Node.Bool _, Node.Null _ ->
          mismatch("a quantity", node, path);
    };
  }

  @Nullable Object numberOrText(Node node, FieldPath path) {
    if (node instanceof Node.Text text) {
      return IntOrString.of(text.value());
    }
    if (!(node instanceof Node.Numeral)) {
      return mismatch("a number or a string", node, path);
    }
    Long value = whole(node, path, false);
    return value == null ? null : IntOrString.of(value.intValue());
  }

  /** By its own name, as {@link ExactJson} writes it. */
  @Nullable Object constant(WireShape.Word shape, Node node, FieldPath path) {
    if (!(node instanceof Node.Text text)) {
      return mismatch("a string", node, path);
    }
    for (Enum<?> word : shape.words()) {
      if (word.name().equals(text.value())) {
        return word;
      }
    }
    return refuse(node, path, "unknown word \"" + text.value() + "\"");
  }

  @Nullable Object word(WireShape.Word shape, Node node, FieldPath path) {
    if (!(node instanceof Node.Text text)) {
      return mismatch("a string", node, path);
    }
    for (Enum<?> word : shape.words()) {
      if (WireShape.wire(word).equals(text.value())) {
        return word;
      }
    }
    if (text.value().isEmpty()) {
      return null;
    }
    String supported =
        shape.words().stream()
            .map(WireShape::wire)
            .filter(word -> !word.isEmpty())
            .map(word -> '"' + word + '"')
            .collect(Collectors.joining(", "));
    return refuse(
        node, path, "Unsupported value: \"" + text.value() + "\": supported values: " + supported);
  }

  /** The value itself stays out of every message: it may be a secret. */
  @Nullable Object bytes(Node node, FieldPath path) {
    if (!(node instanceof Node.Text text)) {
      return mismatch("base64 text", node, path);
    }
    // Go's decoder skips line ends too, so that a block of lines can be written.
    String plain = text.value().replace("\n", "").replace("\r", "");
    for (int at = 0; at < plain.length(); at++) {
      char c = plain.charAt(at);
      boolean padding = c == '=' && at >= plain.length() - 2;
      if (!padding && BASE64.indexOf(c) < 0) {
        return refuse(
            node,
            path,
            "must be base64: character "
                + (at + 1)
                + " does not belong to it; plain text goes into stringData of a Secret or data of"
                + " a ConfigMap");
      }
    }
    if (plain.length() % 4 != 0) {
      return refuse(node, path, "must be base64: its length is no multiple of 4");
    }
    try {
      return Blob.of(Base64.getDecoder().decode(plain));
    } catch (IllegalArgumentException malformed) {
      return refuse(node, path, "must be base64: its end is damaged");
    }
  }

  private @Nullable Object parsed(
      String text, Function<String, ?> parser, Node node, FieldPath path) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException malformed) {
      return refuse(node, path, String.valueOf(malformed.getMessage()));
    }
  }

  private @Nullable Object mismatch(String expected, Node node, FieldPath path) {
    return refuse(node, path, "expected " + expected + ", found " + node.kind());
  }

  /** Always null, so that a refusal can be the answer. */
  private @Nullable Object refuse(Node node, FieldPath path, String message) {
    problems.error(node.place(), path, message);
    return null;
  }
}
