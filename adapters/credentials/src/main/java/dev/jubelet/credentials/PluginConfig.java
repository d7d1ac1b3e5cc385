package dev.jubelet.credentials;

import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.codec.tree.Problem;
import dev.jubelet.codec.tree.Problems;
import dev.jubelet.codec.tree.Trees;
import dev.jubelet.json.Node;
import dev.jubelet.json.TextPosition;
import dev.jubelet.model.image.CredentialProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads {@code CredentialProviderConfig}: one file, or all of a directory by their names. */
public final class PluginConfig {
  private static final String KIND = "CredentialProviderConfig";
  private static final String GROUP = "kubelet.config.k8s.io/";
  private static final String PLUGIN_GROUP = "credentialprovider.kubelet.k8s.io/";
  private static final Set<String> VERSIONS = Set.of("v1", "v1beta1", "v1alpha1");
  private static final int BYTES_MAX = 1024 * 1024;

  /** The file, field by field. */
  record Document(List<Entry> providers) {}

  record Entry(
      String name,
      List<String> matchImages,
      @Nullable Duration defaultCacheDuration,
      String apiVersion,
      List<String> args,
      List<Variable> env,
      @Nullable TokenAttributes tokenAttributes) {}

  record Variable(String name, String value) {}

  record TokenAttributes(
      String serviceAccountTokenAudience,
      String cacheType,
      @Nullable Boolean requireServiceAccount,
      List<String> requiredServiceAccountAnnotationKeys,
      List<String> optionalServiceAccountAnnotationKeys) {}

  /**
   * @param errors all of them, each with its file and line; none means that the plugins are good
   */
  public record Loaded(List<Plugin> plugins, List<String> errors) {
    public Loaded {
      plugins = List.copyOf(plugins);
      errors = List.copyOf(errors);
    }
  }

  private final Path programs;
  private final List<String> errors = new ArrayList<>();
  private final Map<String, Plugin> plugins = new LinkedHashMap<>();

  private PluginConfig(Path programs) {
    this.programs = programs;
  }

  public static Loaded load(Path config, Path programs) {
    PluginConfig loading = new PluginConfig(programs);
    if (!Files.isDirectory(programs)) {
      loading.errors.add(programs + ": there is no such directory of credential providers");
    }
    for (Path file : loading.files(config)) {
      loading.read(file);
    }
    return new Loaded(List.copyOf(loading.plugins.values()), loading.errors);
  }

  private List<Path> files(Path config) {
    if (!Files.isDirectory(config)) {
      return List.of(config);
    }
    try (Stream<Path> all = Files.list(config)) {
      List<Path> files =
          all.filter(file -> file.toString().matches(".*\\.(json|yaml|yml)"))
              .filter(Files::isRegularFile)
              .sorted()
              .toList();
      if (files.isEmpty()) {
        errors.add(config + ": there is no .json, .yaml or .yml file in it");
      }
      return files;
    } catch (IOException unreadable) {
      errors.add(config + ": it cannot be read: " + unreadable.getMessage());
      return List.of();
    }
  }

  private void read(Path file) {
    Problems problems = new Problems();
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(BYTES_MAX + 1);
      if (bytes.length > BYTES_MAX) {
        problems.error(TextPosition.START, "it is larger than 1 MiB");
      } else {
        List<Node> documents =
            Trees.read(new String(bytes, StandardCharsets.UTF_8), problems).stream()
                .filter(node -> !(node instanceof Node.Null))
                .toList();
        document(documents, problems);
      }
    } catch (IOException unreadable) {
      problems.error(TextPosition.START, "it cannot be read: " + unreadable.getMessage());
    }
    for (Problem problem : problems.list()) {
      String field = problem.field().isEmpty() ? "" : problem.field() + ": ";
      errors.add(file + ":" + problem.line() + ": " + field + problem.message());
    }
  }

  private void document(List<Node> documents, Problems problems) {
    if (problems.hasErrors()) {
      return;
    }
    if (documents.size() != 1 || !(documents.getFirst() instanceof Node.Fields fields)) {
      problems.error(TextPosition.START, "the file must hold one " + KIND);
      return;
    }
    if (!fields.text("kind").equals(KIND) || !supported(fields.text("apiVersion"), GROUP)) {
      problems.error(
          fields.place(), "it must be a " + KIND + " of " + GROUP + "v1, v1beta1 or v1alpha1");
      return;
    }
    Document document =
        RecordDecoder.strict().decode(fields, Document.class, FieldPath.ROOT, problems);
    if (document == null) {
      return;
    }
    if (document.providers().isEmpty()) {
      problems.error(fields.place(), FieldPath.ROOT.child("providers"), "Required value");
    }
    for (int i = 0; i < document.providers().size(); i++) {
      FieldPath path = FieldPath.ROOT.child("providers").index(i);
      Problems own = new Problems();
      entry(document.providers().get(i), new Spot(path, path.in(fields), own));
      problems.addAll(own);
    }
  }

  private static boolean supported(String apiVersion, String group) {
    return apiVersion.startsWith(group) && VERSIONS.contains(apiVersion.substring(group.length()));
  }

  /** Where an entry stands, to complain about its fields. */
  private record Spot(FieldPath path, TextPosition place, Problems problems) {
    void require(boolean holds, String field, String message) {
      if (!holds) {
        problems.error(place, path.child(field), message);
      }
    }
  }

  private void entry(Entry entry, Spot spot) {
    String name = entry.name();
    boolean named = !name.isEmpty() && !name.matches("\\.\\.?|.*[/ \\x00].*");
    spot.require(named, "name", "must be the name of a program, without '/' and spaces");
    spot.require(
        supported(entry.apiVersion(), PLUGIN_GROUP),
        "apiVersion",
        "must be " + PLUGIN_GROUP + "v1, v1beta1 or v1alpha1");
    spot.require(!entry.matchImages().isEmpty(), "matchImages", "needs at least one pattern");
    Duration cache = entry.defaultCacheDuration();
    spot.require(
        cache != null && !cache.isNegative(),
        "defaultCacheDuration",
        "is needed and must not be negative");
    spot.require(
        entry.tokenAttributes() == null,
        "tokenAttributes",
        "service account tokens need an API server, which this node does not have");
    spot.require(!plugins.containsKey(name), "name", "there is another provider " + name);
    Path program = named ? programs.resolve(name) : programs;
    spot.require(
        !named || (Files.isRegularFile(program) && Files.isExecutable(program)),
        "name",
        "there is no program " + program);
    if (spot.problems().hasErrors()) {
      return;
    }
    Map<String, String> env = new LinkedHashMap<>();
    entry.env().forEach(variable -> env.put(variable.name(), variable.value()));
    plugins.put(
        name,
        new Plugin(
            new CredentialProvider(
                name, entry.matchImages(), Objects.requireNonNullElse(cache, Duration.ZERO)),
            program,
            entry.apiVersion(),
            entry.args(),
            env));
  }
}
