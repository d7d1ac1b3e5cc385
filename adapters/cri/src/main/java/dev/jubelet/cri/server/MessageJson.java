package dev.jubelet.cri.server;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.MessageOrBuilder;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A message as Go writes it that knows nothing of Protocol Buffers: fields have the names of the
 * protocol, numbers are numbers, also those of enumerations, and what is not set is left out.
 * Programs that read what {@code crictl inspect} shows expect this form.
 */
final class MessageJson {
  private MessageJson() {}

  static String of(MessageOrBuilder message) {
    return message.getAllFields().entrySet().stream()
        .map(field ->
            quoted(field.getKey().getName()) + ":" + field(field.getKey(), field.getValue()))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String field(FieldDescriptor field, Object value) {
    if (!(value instanceof List<?> items)) {
      return single(value);
    }
    return field.isMapField()
        ? items.stream()
            .map(item -> entry(field, (Message) item))
            .collect(Collectors.joining(",", "{", "}"))
        : items.stream().map(MessageJson::single).collect(Collectors.joining(",", "[", "]"));
  }

  private static String entry(FieldDescriptor map, Message entry) {
    FieldDescriptor key = map.getMessageType().findFieldByNumber(1);
    FieldDescriptor value = map.getMessageType().findFieldByNumber(2);
    return quoted(String.valueOf(entry.getField(key))) + ":" + single(entry.getField(value));
  }

  private static String single(Object value) {
    return switch (value) {
      case MessageOrBuilder message -> of(message);
      case EnumValueDescriptor constant -> String.valueOf(constant.getNumber());
      // The values of variables, which are text for people.
      case ByteString bytes -> quoted(bytes.toStringUtf8());
      case String text -> quoted(text);
      default -> String.valueOf(value);
    };
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        default -> {
          if (c < ' ') {
            out.append("\\u%04x".formatted((int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    return out.append('"').toString();
  }
}
