package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.nodeserver.http.HttpCall;
import dev.jubelet.nodeserver.http.Reply;
import java.io.IOException;
import java.util.Map;

/** Answers the requests to one kind of path, from callers who may ask. */
@FunctionalInterface
interface Endpoint {
  /**
   * @param names what stands in the path for the names of its pattern
   */
  void answer(HttpCall call, Map<String, String> names, Reply reply) throws IOException, Refused;
}
