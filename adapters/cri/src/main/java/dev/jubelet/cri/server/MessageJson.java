package dev.jubelet.cri.server;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.MessageOrBuilder;
import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.json.TextPosition;
import java.util.List;

/**
 * A message as Go writes it that knows nothing of Protocol Buffers: fields have the names of the
 * protocol, numbers are numbers, also those of enumerations, and what is not set is left out.
 * Programs that read what {@code crictl inspect} shows expect this form.
 */
final class MessageJson {
  private MessageJson() {}

  static String of(MessageOrBuilder message) {
    return JsonWriter.go(object(message));
  }

  private static Node object(MessageOrBuilder message) {
    JsonObject object = new JsonObject();
    message
        .getAllFields()
        .forEach((field, value) -> object.put(field.getName(), field(field, value)));
    return object.build();
  }

  private static Node field(FieldDescriptor field, Object value) {
    if (!(value instanceof List<?> items)) {
      return single(value);
    }
    return field.isMapField()
        ? entries(field, items)
        : Json.items(items.stream().map(MessageJson::single).toList());
  }

  private static Node entries(FieldDescriptor map, List<?> entries) {
    FieldDescriptor key = map.getMessageType().findFieldByNumber(1);
    FieldDescriptor value = map.getMessageType().findFieldByNumber(2);
    JsonObject object = new JsonObject();
    for (Object each : entries) {
      Message entry = (Message) each;
      object.put(String.valueOf(entry.getField(key)), single(entry.getField(value)));
    }
    return object.build();
  }

  private static Node single(Object value) {
    return switch (value) {
      case MessageOrBuilder message -> object(message);
      case EnumValueDescriptor constant -> Json.number(constant.getNumber());
      // The values of variables, which are text for people.
      case ByteString bytes -> Json.text(bytes.toStringUtf8());
      case String text -> Json.text(text);
      case Boolean flag -> Json.bool(flag);
      default -> new Node.Numeral(String.valueOf(value), TextPosition.START);
    };
  }
}
