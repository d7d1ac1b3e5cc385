package dev.jubelet.decide.config.annotation;

import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.model.container.ContainerPort;
import dev.jubelet.model.container.handler.HttpGetAction;
import dev.jubelet.model.container.handler.HttpHeader;
import dev.jubelet.model.container.handler.LifecycleHandler;
import dev.jubelet.model.container.handler.TcpSocketAction;
import dev.jubelet.model.meta.IntOrString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of a container that annotations carry as JSON, as the Go kubelet writes them. */
final class AnnotationJson {
  private AnnotationJson() {}

  static String ports(List<ContainerPort> ports) {
    return JsonWriter.go(Json.items(ports.stream().map(AnnotationJson::port).toList()));
  }

  static String handler(LifecycleHandler handler) {
    JsonObject json = new JsonObject();
    if (handler.exec() != null) {
      List<Node> command = handler.exec().command().stream().map(Json::text).toList();
      json.put("exec", new JsonObject().putUnlessEmpty("command", command));
    }
    if (handler.httpGet() != null) {
      json.put("httpGet", httpGet(handler.httpGet()));
    }
    if (handler.tcpSocket() != null) {
      json.put("tcpSocket", tcpSocket(handler.tcpSocket()));
    }
    if (handler.sleep() != null) {
      json.put("sleep", new JsonObject().put("seconds", handler.sleep().seconds()));
    }
    return JsonWriter.go(json.build());
  }

  private static Node port(ContainerPort port) {
    return new JsonObject()
        .putUnlessEmpty("name", port.name())
        .putUnlessZero("hostPort", port.hostPort())
        .put("containerPort", port.containerPort())
        .putUnlessEmpty("protocol", port.protocol().wire())
        .putUnlessEmpty("hostIP", port.hostIP())
        .build();
  }

  private static Node httpGet(HttpGetAction action) {
    return new JsonObject()
        .putUnlessEmpty("path", action.path())
        .put("port", intOrString(action.port()))
        .putUnlessEmpty("host", action.host())
        .putUnlessEmpty("scheme", action.scheme().wire())
        .putUnlessEmpty(
            "httpHeaders", action.httpHeaders().stream().map(AnnotationJson::header).toList())
        .build();
  }

  private static Node header(HttpHeader header) {
    return new JsonObject().put("name", header.name()).put("value", header.value()).build();
  }

  private static Node tcpSocket(TcpSocketAction action) {
    return new JsonObject()
        .put("port", intOrString(action.port()))
        .putUnlessEmpty("host", action.host())
        .build();
  }

  private static Node intOrString(@Nullable IntOrString value) {
    return switch (value) {
      case null -> Json.number(0);
      case IntOrString.Number(int number) -> Json.number(number);
      case IntOrString.Text(String text) -> Json.text(text);
    };
  }
}
