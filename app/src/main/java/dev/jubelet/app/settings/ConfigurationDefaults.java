package dev.jubelet.app.settings;

import dev.jubelet.app.settings.kubelet.KubeletConfiguration;
import dev.jubelet.app.settings.kubelet.KubeletConfiguration.ZeroCounts;
import dev.jubelet.codec.tree.Problems;
import dev.jubelet.codec.tree.Trees;
import dev.jubelet.json.Node;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Fills in what a configuration leaves open, as the Go kubelet does. */
public final class ConfigurationDefaults {
  private static final String RESOURCE = "defaults.yaml";

  /** Fields in which a zero was said by somebody, wherever they are. */
  private static final Set<String> ZERO_COUNTS =
      zeroCounts(KubeletConfiguration.class).collect(Collectors.toUnmodifiableSet());

  private static final Set<String> ZERO_DURATIONS = Set.of("", "0", "0s", "0ms", "0m", "0h");

  private ConfigurationDefaults() {}

  /** The defaults as a configuration file. */
  public static String text() {
    try (InputStream in = ConfigurationDefaults.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing in this build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  static Node.Fields fill(Node.Fields configuration) {
    Node.Fields defaults = (Node.Fields) Trees.read(text(), new Problems()).getFirst();
    Map<String, Node.Field> special = new LinkedHashMap<>(configuration.fields());
    if (isSet(configuration, "nodeStatusUpdateFrequency")
        && !isSet(configuration, "nodeStatusReportFrequency")) {
      special.put(
          "nodeStatusReportFrequency", configuration.fields().get("nodeStatusUpdateFrequency"));
    }
    if (configuration.value("serializeImagePulls") == null && pullsInParallel(configuration)) {
      special.put(
          "serializeImagePulls",
          new Node.Field(configuration.place(), new Node.Bool(false, configuration.place())));
    }
    return fill(new Node.Fields(special, configuration.place()), defaults);
  }

  private static Node.Fields fill(Node.Fields said, Node.Fields defaults) {
    Map<String, Node.Field> all = new LinkedHashMap<>(said.fields());
    defaults
        .fields()
        .forEach((name, byDefault) -> {
          if (!isSet(said, name)) {
            all.put(name, byDefault);
          } else if (byDefault.value() instanceof Node.Fields inside
              && said.value(name) instanceof Node.Fields object
              && (!name.equals("evictionHard") || mergesEvictionSettings(said))) {
            all.put(name, new Node.Field(byDefault.place(), fill(object, inside)));
          }
        });
    return new Node.Fields(all, said.place());
  }

  private static Stream<String> zeroCounts(Class<?> type) {
    return Arrays.stream(type.getRecordComponents())
        .flatMap(component ->
            component.isAnnotationPresent(ZeroCounts.class)
                ? Stream.of(component.getName())
                : component.getType().isRecord()
                    ? zeroCounts(component.getType())
                    : Stream.empty());
  }

  private static boolean isSet(Node.Fields object, String name) {
    Node value = object.value(name);
    return value != null && (ZERO_COUNTS.contains(name) || !isZero(value));
  }

  private static boolean isZero(@Nullable Node value) {
    return (value instanceof Node.Numeral(String number, _) && number.equals("0"))
        || (value instanceof Node.Text(String text, _) && ZERO_DURATIONS.contains(text));
  }

  private static boolean mergesEvictionSettings(Node.Fields configuration) {
    return configuration.value("mergeDefaultEvictionSettings") instanceof Node.Bool(boolean on, _)
        && on;
  }

  private static boolean pullsInParallel(Node.Fields configuration) {
    return configuration.value("maxParallelImagePulls") instanceof Node.Numeral(String number, _)
        && !number.startsWith("-")
        && !Set.of("0", "1").contains(number);
  }
}
