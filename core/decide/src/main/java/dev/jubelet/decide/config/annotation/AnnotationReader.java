package dev.jubelet.decide.config.annotation;

import dev.jubelet.json.Json;
import dev.jubelet.json.JsonReader;
import dev.jubelet.json.Node;
import dev.jubelet.model.container.ContainerPort;
import dev.jubelet.model.container.Protocol;
import dev.jubelet.model.container.handler.ExecAction;
import dev.jubelet.model.container.handler.HttpGetAction;
import dev.jubelet.model.container.handler.HttpHeader;
import dev.jubelet.model.container.handler.LifecycleHandler;
import dev.jubelet.model.container.handler.SleepAction;
import dev.jubelet.model.container.handler.TcpSocketAction;
import dev.jubelet.model.container.handler.UriScheme;
import dev.jubelet.model.meta.IntOrString;
import dev.jubelet.model.meta.WireName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads back what {@link AnnotationJson}, or the Go kubelet, has written. What cannot be understood
 * is an {@link IllegalArgumentException}.
 */
final class AnnotationReader {
  /** Kubernetes: all annotations of an object together have less. */
  private static final JsonReader READER = JsonReader.upTo(256 * 1024).notDeeperThan(16);

  private AnnotationReader() {}

  static LifecycleHandler handler(String json) {
    Node.Fields handler = READER.readObject(json);
    Node.Fields exec = Json.objectOf(handler, "exec");
    Node.Fields httpGet = Json.objectOf(handler, "httpGet");
    Node.Fields tcpSocket = Json.objectOf(handler, "tcpSocket");
    Node.Fields sleep = Json.objectOf(handler, "sleep");
    return new LifecycleHandler(
        exec == null ? null : new ExecAction(Json.textsOf(exec, "command")),
        httpGet == null ? null : httpGet(httpGet),
        tcpSocket == null ? null : tcpSocket(tcpSocket),
        sleep == null ? null : new SleepAction(Json.numberOf(sleep, "seconds", 0)));
  }

  static List<ContainerPort> ports(String json) {
    if (!(READER.read(json) instanceof Node.Items list)) {
      throw new IllegalArgumentException("not a list");
    }
    List<ContainerPort> ports = new ArrayList<>();
    for (Node item : list.items()) {
      if (!(item instanceof Node.Fields port)) {
        throw new IllegalArgumentException("not an object");
      }
      ports.add(port(port));
    }
    return List.copyOf(ports);
  }

  private static HttpGetAction httpGet(Node.Fields action) {
    return new HttpGetAction(
        Json.textOf(action, "path"),
        intOrString(action, "port"),
        Json.textOf(action, "host"),
        word(UriScheme.values(), Json.textOf(action, "scheme"), UriScheme.HTTP),
        Json.objectsOf(action, "httpHeaders").stream()
            .map(
                header -> new HttpHeader(Json.textOf(header, "name"), Json.textOf(header, "value")))
            .toList());
  }

  private static TcpSocketAction tcpSocket(Node.Fields action) {
    return new TcpSocketAction(intOrString(action, "port"), Json.textOf(action, "host"));
  }

  private static ContainerPort port(Node.Fields port) {
    return new ContainerPort(
        Json.textOf(port, "name"),
        Json.intOf(port, "hostPort", 0),
        Json.intOf(port, "containerPort", 0),
        word(Protocol.values(), Json.textOf(port, "protocol"), Protocol.TCP),
        Json.textOf(port, "hostIP"));
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

  private static @Nullable IntOrString intOrString(Node.Fields object, String name) {
    return switch (object.value(name)) {
      case null -> null;
      case Node.Numeral _ -> IntOrString.of(Json.intOf(object, name, 0));
      case Node _ -> IntOrString.of(Json.textOf(object, name));
    };
  }
}
