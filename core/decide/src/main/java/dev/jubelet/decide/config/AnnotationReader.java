package dev.jubelet.decide.config;

import dev.jubelet.model.container.ContainerPort;
import dev.jubelet.model.container.ExecAction;
import dev.jubelet.model.container.HttpGetAction;
import dev.jubelet.model.container.HttpHeader;
import dev.jubelet.model.container.LifecycleHandler;
import dev.jubelet.model.container.Protocol;
import dev.jubelet.model.container.SleepAction;
import dev.jubelet.model.container.TcpSocketAction;
import dev.jubelet.model.container.UriScheme;
import dev.jubelet.model.meta.IntOrString;
import dev.jubelet.model.meta.WireName;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads back what {@link AnnotationJson}, or the Go kubelet, has written. What cannot be understood
 * is an {@link IllegalArgumentException}.
 */
final class AnnotationReader {
  private AnnotationReader() {}

  static LifecycleHandler handler(String json) {
    Map<?, ?> handler = object(JsonReader.read(json));
    Object exec = handler.get("exec");
    Object httpGet = handler.get("httpGet");
    Object tcpSocket = handler.get("tcpSocket");
    Object sleep = handler.get("sleep");
    return new LifecycleHandler(
        exec == null ? null : exec(object(exec)),
        httpGet == null ? null : httpGet(object(httpGet)),
        tcpSocket == null ? null : tcpSocket(object(tcpSocket)),
        sleep == null ? null : new SleepAction(number(object(sleep), "seconds")));
  }

  static List<ContainerPort> ports(String json) {
    return list(JsonReader.read(json)).stream().map(port -> port(object(port))).toList();
  }

  private static ExecAction exec(Map<?, ?> exec) {
    return new ExecAction(
        list(exec.get("command")).stream().map(AnnotationReader::string).toList());
  }

  private static HttpGetAction httpGet(Map<?, ?> action) {
    return new HttpGetAction(
        text(action, "path"),
        intOrString(action.get("port")),
        text(action, "host"),
        word(UriScheme.values(), text(action, "scheme"), UriScheme.HTTP),
        list(action.get("httpHeaders")).stream()
            .map(AnnotationReader::object)
            .map(header -> new HttpHeader(text(header, "name"), text(header, "value")))
            .toList());
  }

  private static TcpSocketAction tcpSocket(Map<?, ?> action) {
    return new TcpSocketAction(intOrString(action.get("port")), text(action, "host"));
  }

  private static ContainerPort port(Map<?, ?> port) {
    return new ContainerPort(
        text(port, "name"),
        Math.toIntExact(number(port, "hostPort")),
        Math.toIntExact(number(port, "containerPort")),
        word(Protocol.values(), text(port, "protocol"), Protocol.TCP),
        text(port, "hostIP"));
  }

  private static <E extends WireName> E word(E[] words, String wire, E unlessSaid) {
    for (E word : words) {
      if (word.wire().equals(wire)) {
        return word;
      }
    }
    if (wire.isEmpty()) {
      return unlessSaid;
    }
    throw new IllegalArgumentException("an unknown word");
  }

  private static @Nullable IntOrString intOrString(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case JsonReader.Number(String digits) -> IntOrString.of(Integer.parseInt(digits));
      case Object other -> IntOrString.of(string(other));
    };
  }

  private static Map<?, ?> object(@Nullable Object value) {
    if (value instanceof Map<?, ?> fields) {
      return fields;
    }
    throw new IllegalArgumentException("not an object");
  }

  private static List<?> list(@Nullable Object value) {
    return switch (value) {
      case null -> List.of();
      case List<?> items -> items;
      default -> throw new IllegalArgumentException("not a list");
    };
  }

  private static String string(@Nullable Object value) {
    if (value instanceof String string) {
      return string;
    }
    throw new IllegalArgumentException("not a text");
  }

  private static String text(Map<?, ?> object, String field) {
    return string(Objects.requireNonNullElse(object.get(field), ""));
  }

  private static long number(Map<?, ?> object, String field) {
    return switch (object.get(field)) {
      case null -> 0;
      case JsonReader.Number(String digits) -> Long.parseLong(digits);
      default -> throw new IllegalArgumentException("not a number");
    };
  }
}
