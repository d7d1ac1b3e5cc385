package dev.jubelet.codec;

import dev.jubelet.codec.rules.Finding;
import dev.jubelet.codec.rules.PodValidation;
import dev.jubelet.codec.rules.StaticPodRules;
import dev.jubelet.codec.tree.DocumentLines;
import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.codec.tree.Problem;
import dev.jubelet.codec.tree.Problems;
import dev.jubelet.codec.tree.Trees;
import dev.jubelet.json.Node;
import dev.jubelet.json.TextPosition;
import dev.jubelet.model.objects.NodeObject;
import dev.jubelet.model.pod.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads what people write for a node: pods and the objects that they refer to, alone or in lists,
 * as YAML documents or JSON.
 */
public final class PodManifests {
  private static final RecordDecoder DECODER = RecordDecoder.lenient();
  private static final String LIST = "List";
  private static final List<String> KINDS =
      List.of("Pod", "ConfigMap", "Secret", "PersistentVolume", "PersistentVolumeClaim");
  private static final String EXPECTED =
      "expected Pod, ConfigMap, Secret, PersistentVolume, PersistentVolumeClaim or a list of them";

  /**
   * What a text gave.
   *
   * @param source where the text came from, for people
   * @param pods the good pods, in their order, with the defaults of the API server
   * @param objects the other good objects, in their order
   * @param usable whether all that is understood here is good: an object of a kind that means
   *     nothing to a node is an error, but not one of the objects beside it
   */
  public record Parsed(
      String source,
      List<Pod> pods,
      List<NodeObject> objects,
      List<Problem> problems,
      boolean usable) {
    public Parsed {
      pods = List.copyOf(pods);
      objects = List.copyOf(objects);
      problems = List.copyOf(problems);
    }

    /** Nothing could be read. */
    public static Parsed unreadable(String source, String why) {
      Problem problem = new Problem(Problem.Severity.ERROR, 1, 1, "", why);
      return new Parsed(source, List.of(), List.of(), List.of(problem), false);
    }

    public boolean hasErrors() {
      return problems.stream().anyMatch(Problem::isError);
    }

    /** The problems as sentences that begin with the source. */
    public List<String> sentences() {
      return problems.stream()
          .map(problem -> source + ": " + (problem.isError() ? "" : "warning: ") + problem)
          .toList();
    }
  }

  private final Problems problems = new Problems();
  private final Problems foreign = new Problems();
  private final List<Pod> pods = new ArrayList<>();
  private final List<NodeObject> objects = new ArrayList<>();

  private final Function<Pod, List<Finding>> rules;

  private PodManifests(Function<Pod, List<Finding>> rules) {
    this.rules = rules;
  }

  /** Never throws: whatever the text is, there are objects or an error with a line. */
  public static Parsed parse(String text, String source) {
    return parse(text, source, new PodManifests(PodValidation::check));
  }

  /** The same for pods that no API server knows, which can have less. */
  public static Parsed parseStatic(String text, String source) {
    return parse(text, source, new PodManifests(PodManifests::staticRules));
  }

  private static List<Finding> staticRules(Pod pod) {
    List<Finding> findings = new ArrayList<>(PodValidation.check(pod));
    findings.addAll(StaticPodRules.check(pod));
    return findings;
  }

  private static Parsed parse(String text, String source, PodManifests reading) {
    reading.read(text);
    boolean understood = !reading.pods.isEmpty() || !reading.objects.isEmpty();
    boolean usable = !reading.problems.hasErrors() && (understood || !reading.foreign.hasErrors());
    reading.problems.addAll(reading.foreign);
    DocumentLines lines = new DocumentLines(text);
    List<Problem> placed =
        reading.problems.list().stream()
            .map(problem -> problem.inDocument(lines.documentOf(problem.line())))
            .toList();
    return new Parsed(source, reading.pods, reading.objects, placed, usable);
  }

  private void read(String text) {
    boolean empty = true;
    for (Node document : Trees.read(text, problems)) {
      if (!(document instanceof Node.Null)) {
        empty = false;
        document(document);
      }
    }
    if (empty && !problems.hasErrors()) {
      problems.error(TextPosition.START, "there is no pod here");
    }
  }

  private void document(Node document) {
    if (!(document instanceof Node.Fields object)) {
      problems.error(document.place(), "expected an object of kind Pod, found " + document.kind());
      return;
    }
    String kind = kindOf(object, FieldPath.ROOT, null);
    String listed = itemKind(kind);
    if (kind.equals(LIST)) {
      items(object, null);
    } else if (listed != null) {
      items(object, listed);
    } else {
      object(kind, object, FieldPath.ROOT);
    }
  }

  /** What a list such as PodList has items of. */
  private static @Nullable String itemKind(String kind) {
    String item = kind.endsWith(LIST) ? kind.substring(0, kind.length() - LIST.length()) : "";
    return KINDS.contains(item) ? item : null;
  }

  /** The kind, or "" when it could not be told and that is reported. */
  private String kindOf(Node.Fields object, FieldPath path, @Nullable String fallback) {
    boolean implied = fallback != null && object.value("kind") == null;
    String kind = fallback != null && implied ? fallback : object.text("kind");
    TextPosition place = FieldPath.ROOT.child("kind").in(object);
    if (kind.isEmpty()) {
      problems.error(place, path.child("kind"), "Required value: " + EXPECTED);
      return "";
    }
    if (implied && object.value("apiVersion") == null) {
      return kind;
    }
    String version = object.text("apiVersion");
    boolean known = KINDS.contains(kind) || kind.equals(LIST) || itemKind(kind) != null;
    if (known && !version.equals("v1")) {
      FieldPath at = path.child("apiVersion");
      String message =
          version.isEmpty()
              ? "Required value: expected v1"
              : "Unsupported value: \"" + version + "\": supported values: \"v1\"";
      problems.error(FieldPath.ROOT.child("apiVersion").in(object), at, message);
      return "";
    }
    return kind;
  }

  private void items(Node.Fields list, @Nullable String impliedKind) {
    Node items = list.value("items");
    if (items == null) {
      return;
    }
    FieldPath path = FieldPath.ROOT.child("items");
    if (!(items instanceof Node.Items all)) {
      problems.error(items.place(), path, "expected a list, found " + items.kind());
      return;
    }
    for (int i = 0; i < all.items().size(); i++) {
      FieldPath at = path.index(i);
      if (all.items().get(i) instanceof Node.Fields object) {
        object(kindOf(object, at, impliedKind), object, at);
      } else {
        Node item = all.items().get(i);
        problems.error(item.place(), at, "expected an object, found " + item.kind());
      }
    }
  }

  private void object(String kind, Node.Fields manifest, FieldPath path) {
    switch (kind) {
      case "" -> {}
      case "Pod" -> pod(manifest, path);
      case "ConfigMap", "Secret", "PersistentVolume", "PersistentVolumeClaim" -> {
        NodeObject object = ObjectManifests.read(kind, manifest, path, problems);
        if (object != null) {
          objects.add(object);
        }
      }
      default ->
          foreign.error(
              FieldPath.ROOT.child("kind").in(manifest),
              path.child("kind"),
              "kind " + kind + " means nothing to a node; " + EXPECTED);
    }
  }

  private void pod(Node.Fields manifest, FieldPath path) {
    Node.Fields complete = PodDefaults.apply(manifest);
    Problems own = new Problems();
    Pod pod = DECODER.decode(complete, Pod.class, path, own);
    if (pod != null) {
      rules.apply(pod).forEach(finding -> finding.tell(manifest, path, own));
      if (!own.hasErrors()) {
        pods.add(pod);
      }
    }
    problems.addAll(own);
  }
}
