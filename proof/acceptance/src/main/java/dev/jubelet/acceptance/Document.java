package dev.jubelet.acceptance;

import dev.jubelet.codec.tree.Problems;
import dev.jubelet.codec.tree.Trees;
import dev.jubelet.json.Node;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A JSON answer to look into. What is absent stays absent all the way down, without a fuss. */
public record Document(@Nullable Node node) {
  public static Document parse(String json) {
    List<Node> documents = Trees.read(json, new Problems());
    return new Document(documents.isEmpty() ? null : documents.getFirst());
  }

  public Document at(String... path) {
    Node current = node;
    for (String name : path) {
      current = current instanceof Node.Fields fields ? fields.value(name) : null;
    }
    return new Document(current);
  }

  public boolean present() {
    return node != null;
  }

  public List<Document> items() {
    return node instanceof Node.Items items
        ? items.items().stream().map(Document::new).toList()
        : List.of();
  }

  public Set<String> names() {
    return node instanceof Node.Fields fields ? fields.fields().keySet() : Set.of();
  }

  /** A text, number or boolean as it is written; "" when there is none. */
  public String text() {
    return switch (node) {
      case Node.Text text -> text.value();
      case Node.Numeral numeral -> numeral.text();
      case Node.Bool bool -> String.valueOf(bool.value());
      case Node.Fields _, Node.Items _, Node.Null _ -> "";
      case null -> "";
    };
  }

  public long number() {
    String text = text();
    return text.isEmpty() ? 0 : Long.parseLong(text);
  }
}
