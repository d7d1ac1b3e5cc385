package dev.jubelet.app.settings;

import dev.jubelet.app.settings.kubelet.KubeletConfiguration;
import dev.jubelet.app.settings.kubelet.KubeletConfiguration.NoEffect;
import dev.jubelet.app.settings.kubelet.KubeletConfiguration.PartlyInEffect;
import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.codec.tree.FieldsEdit;
import dev.jubelet.codec.tree.Problem;
import dev.jubelet.codec.tree.Problems;
import dev.jubelet.codec.tree.Trees;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import dev.jubelet.json.TextPosition;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One of the texts that a configuration is made of.
 *
 * @param source the file's name, or the words by which people know where a value comes from
 * @param fields only what this text says, without defaults; empty when there are errors
 */
record ConfigurationLayer(
    String source, Node.Fields fields, List<String> errors, List<String> warnings) {
  private static final String API_VERSION = KubeletConfiguration.API_VERSION;
  private static final String KIND = KubeletConfiguration.KIND;

  ConfigurationLayer {
    errors = List.copyOf(errors);
    warnings = List.copyOf(warnings);
  }

  /** Reads a file's text and finds all that is wrong with its form. */
  static ConfigurationLayer parse(String text, String source) {
    Problems problems = new Problems();
    List<Node> documents =
        Trees.read(text, problems).stream().filter(node -> !(node instanceof Node.Null)).toList();
    Node.Fields fields = problems.hasErrors() ? null : single(documents, problems);
    List<String> warnings = new ArrayList<>();
    if (fields != null) {
      checkKind(fields, "apiVersion", API_VERSION, problems);
      checkKind(fields, "kind", KIND, problems);
      RecordDecoder.strict().decode(fields, KubeletConfiguration.class, FieldPath.ROOT, problems);
      warnOfIdle(source, "", fields, KubeletConfiguration.class, warnings);
    }
    List<String> errors =
        problems.list().stream()
            .filter(Problem::isError)
            .map(problem -> sentence(source, problem))
            .toList();
    return new ConfigurationLayer(
        source,
        fields == null || !errors.isEmpty() ? JsonObject.EMPTY : fields,
        errors,
        errors.isEmpty() ? warnings : List.of());
  }

  static ConfigurationLayer unreadable(String source, String why) {
    return new ConfigurationLayer(
        source, JsonObject.EMPTY, List.of(source + ": " + why), List.of());
  }

  /** Where a field was set, as {@code FILE:LINE}; null when this layer does not set it. */
  @Nullable String place(String field) {
    Node.Field set = fields.fields().get(field.split("[.\\[]", 2)[0]);
    return set == null ? null : source + ":" + set.place().line();
  }

  private static Node.@Nullable Fields single(List<Node> documents, Problems problems) {
    if (documents.size() != 1) {
      problems.error(
          documents.isEmpty() ? TextPosition.START : documents.get(1).place(),
          documents.isEmpty()
              ? "the file is empty; it must hold one " + KIND
              : "the file must hold only one " + KIND);
      return null;
    }
    if (documents.getFirst() instanceof Node.Fields fields) {
      return withFlushFrequencyAsText(fields);
    }
    problems.error(
        documents.getFirst().place(),
        "expected a " + KIND + ", found " + documents.getFirst().kind());
    return null;
  }

  private static void checkKind(
      Node.Fields fields, String name, String expected, Problems problems) {
    String said = fields.text(name);
    if (!said.equals(expected)) {
      problems.error(
          FieldPath.ROOT.child(name).in(fields),
          FieldPath.ROOT.child(name),
          "must be " + expected + (said.isEmpty() ? "" : ", not " + said));
    }
  }

  // Kubernetes: a flush frequency that is a number counts nanoseconds.
  private static Node.Fields withFlushFrequencyAsText(Node.Fields fields) {
    return new FieldsEdit(fields)
        .object(
            "logging",
            logging ->
                logging.value("flushFrequency") instanceof Node.Numeral(String nanos, var place)
                    ? new FieldsEdit(logging)
                        .put("flushFrequency", new Node.Text(nanos + "ns", place))
                        .build()
                    : logging)
        .build();
  }

  private static String sentence(String source, Problem problem) {
    String field = problem.field().isEmpty() ? "" : problem.field() + ": ";
    return source + ":" + problem.line() + ": " + field + problem.message();
  }

  /** What a field does not do although its name says so; null when it does all of it. */
  private static @Nullable String lack(RecordComponent component) {
    if (component.isAnnotationPresent(NoEffect.class)) {
      return "has no effect";
    }
    PartlyInEffect partly = component.getAnnotation(PartlyInEffect.class);
    return partly == null ? null : partly.value();
  }

  /** Of every field that is set and does nothing, or not all. */
  private static void warnOfIdle(
      String source, String prefix, Node.Fields object, Class<?> type, List<String> warnings) {
    Map<String, RecordComponent> components =
        Arrays.stream(type.getRecordComponents())
            .collect(Collectors.toMap(RecordComponent::getName, each -> each));
    object
        .fields()
        .forEach((name, field) -> {
          RecordComponent component = components.get(name);
          String lack = component == null ? null : lack(component);
          if (lack != null) {
            warnings.add(
                "%s:%d: %s %s in this release"
                    .formatted(source, field.place().line(), prefix + name, lack));
          } else if (component != null
              && component.getType().isRecord()
              && field.value() instanceof Node.Fields inner) {
            warnOfIdle(source, prefix + name + ".", inner, component.getType(), warnings);
          }
        });
  }
}
