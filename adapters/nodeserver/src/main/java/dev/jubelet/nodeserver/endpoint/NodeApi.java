package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.nodeserver.access.RequestAuthorizer;
import dev.jubelet.nodeserver.http.HttpAnswer;
import dev.jubelet.nodeserver.http.HttpCall;
import dev.jubelet.nodeserver.http.HttpPort;
import dev.jubelet.nodeserver.http.Reply;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * All requests to the node's HTTPS port: first whether the caller may, then which endpoint it is.
 * Nothing is told to strangers, not even which paths there are.
 */
public final class NodeApi implements HttpPort.CallHandler {
  private static final Set<String> LONG = Set.of("exec", "attach", "portforward", "debug");
  private static final Set<String> METHODS =
      Set.of("OPTIONS", "GET", "HEAD", "POST", "PUT", "DELETE", "TRACE", "CONNECT");

  private final RequestAuthorizer authorizer;
  private final ServedNode node;
  private final EndpointRoutes routes;

  public NodeApi(RequestAuthorizer authorizer, ServedNode node, NodeRoutes endpoints) {
    this.authorizer = authorizer;
    this.node = node;
    this.routes = endpoints.routes();
  }

  @Override
  public void handle(HttpCall call, Reply reply) throws IOException {
    String path = counted(call.target().segments());
    String method = METHODS.contains(call.method()) ? call.method() : "other";
    Runnable answered = node.pages().metrics().requested(method, path, LONG.contains(path));
    try {
      Optional<HttpAnswer> objection = authorizer.objection(call);
      if (objection.isPresent()) {
        reply.send(objection.get());
        return;
      }
      reply.letIn();
      routes.answer(call, reply);
    } catch (Refused refused) {
      reply.send(refused.answer());
    } finally {
      answered.run();
    }
  }

  /** Few words, whatever strangers ask for: each is a time series. */
  private String counted(List<String> segments) {
    if (segments.isEmpty()) {
      return "other";
    }
    String first = segments.getFirst();
    String both =
        first.equals("metrics") && segments.size() > 1 ? first + "/" + segments.get(1) : first;
    return NodeRoutes.ROOTS.contains(both) ? both : "other";
  }
}
