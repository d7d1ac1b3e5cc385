package dev.jubelet.codec.tree;

import dev.jubelet.json.Node;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A changed copy of an object; what is added has the place of the object. */
public final class FieldsEdit {
  private final Node.Fields before;
  private final Map<String, Node.Field> fields;

  public FieldsEdit(Node.Fields before) {
    this.before = before;
    this.fields = new LinkedHashMap<>(before.fields());
  }

  /** Sets a field that is missing or null. */
  public FieldsEdit ifAbsent(String name, Node value) {
    Node.Field known = fields.get(name);
    return known == null || known.value() instanceof Node.Null ? put(name, value) : this;
  }

  /** Sets a field that is missing or has the empty value of its type, as Go sees absence. */
  public FieldsEdit ifEmpty(String name, String value) {
    Node.Field known = fields.get(name);
    boolean empty =
        known != null && known.value() instanceof Node.Text(String text, _) && text.isEmpty();
    return empty ? put(name, text(value)) : ifAbsent(name, text(value));
  }

  /** Sets a field that is missing or zero. */
  public FieldsEdit ifZero(String name, int value) {
    Node.Field known = fields.get(name);
    boolean zero =
        known != null && known.value() instanceof Node.Numeral(String text, _) && text.equals("0");
    return zero ? put(name, number(value)) : ifAbsent(name, number(value));
  }

  public FieldsEdit put(String name, Node value) {
    fields.put(name, new Node.Field(before.place(), value));
    return this;
  }

  /** Changes the object in that field, if there is one. */
  public FieldsEdit object(String name, UnaryOperator<Node.Fields> change) {
    Node.Field known = fields.get(name);
    if (known != null && known.value() instanceof Node.Fields inner) {
      fields.put(name, new Node.Field(known.place(), change.apply(inner)));
    }
    return this;
  }

  /** Changes every object in the list of that field. */
  public FieldsEdit each(String name, UnaryOperator<Node.Fields> change) {
    Node.Field known = fields.get(name);
    if (known != null && known.value() instanceof Node.Items list) {
      Node.Items changed =
          new Node.Items(
              list.items().stream()
                  .map(item -> item instanceof Node.Fields inner ? change.apply(inner) : item)
                  .toList(),
              list.place());
      fields.put(name, new Node.Field(known.place(), changed));
    }
    return this;
  }

  public Node.Fields build() {
    return new Node.Fields(fields, before.place());
  }

  public Node text(String value) {
    return new Node.Text(value, before.place());
  }

  public Node number(int value) {
    return new Node.Numeral(Integer.toString(value), before.place());
  }

  public Node bool(boolean value) {
    return new Node.Bool(value, before.place());
  }

  public Node emptyObject() {
    return new Node.Fields(Map.of(), before.place());
  }
}
