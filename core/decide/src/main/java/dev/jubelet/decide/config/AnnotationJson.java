package dev.jubelet.decide.config;

import dev.jubelet.model.container.ContainerPort;
import dev.jubelet.model.container.HttpGetAction;
import dev.jubelet.model.container.HttpHeader;
import dev.jubelet.model.container.LifecycleHandler;
import dev.jubelet.model.container.TcpSocketAction;
import dev.jubelet.model.meta.IntOrString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of a container that annotations carry as JSON, as the Go kubelet writes them. */
final class AnnotationJson {
  private AnnotationJson() {}

  static String ports(List<ContainerPort> ports) {
    return JsonObject.list(ports, AnnotationJson::port);
  }

  static String handler(LifecycleHandler handler) {
    JsonObject json = new JsonObject();
    if (handler.exec() != null) {
      JsonObject exec = new JsonObject();
      exec.listUnlessEmpty("command", handler.exec().command(), JsonText::quoted);
      json.raw("exec", exec.toString());
    }
    if (handler.httpGet() != null) {
      json.raw("httpGet", httpGet(handler.httpGet()));
    }
    if (handler.tcpSocket() != null) {
      json.raw("tcpSocket", tcpSocket(handler.tcpSocket()));
    }
    if (handler.sleep() != null) {
      String seconds = Long.toString(handler.sleep().seconds());
      json.raw("sleep", new JsonObject().raw("seconds", seconds).toString());
    }
    return json.toString();
  }

  private static String port(ContainerPort port) {
    return new JsonObject()
        .textUnlessEmpty("name", port.name())
        .numberUnlessZero("hostPort", port.hostPort())
        .raw("containerPort", Integer.toString(port.containerPort()))
        .textUnlessEmpty("protocol", port.protocol().wire())
        .textUnlessEmpty("hostIP", port.hostIP())
        .toString();
  }

  private static String httpGet(HttpGetAction action) {
    return new JsonObject()
        .textUnlessEmpty("path", action.path())
        .raw("port", intOrString(action.port()))
        .textUnlessEmpty("host", action.host())
        .textUnlessEmpty("scheme", action.scheme().wire())
        .listUnlessEmpty("httpHeaders", action.httpHeaders(), AnnotationJson::header)
        .toString();
  }

  private static String header(HttpHeader header) {
    return new JsonObject().text("name", header.name()).text("value", header.value()).toString();
  }

  private static String tcpSocket(TcpSocketAction action) {
    return new JsonObject()
        .raw("port", intOrString(action.port()))
        .textUnlessEmpty("host", action.host())
        .toString();
  }

  private static String intOrString(@Nullable IntOrString value) {
    return switch (value) {
      case null -> "0";
      case IntOrString.Number(int number) -> Integer.toString(number);
      case IntOrString.Text(String text) -> JsonText.quoted(text);
    };
  }
}
