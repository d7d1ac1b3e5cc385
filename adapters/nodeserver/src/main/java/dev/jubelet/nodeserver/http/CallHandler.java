package dev.jubelet.nodeserver.http;

import java.io.IOException;

/** Answers requests, each on a virtual thread that is interrupted when its client is gone. */
@FunctionalInterface
public interface CallHandler {
  void handle(HttpCall call, Reply reply) throws IOException;
}
