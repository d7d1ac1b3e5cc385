package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.nodeserver.http.HttpAnswer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** What Prometheus reads. */
final class MetricPages {
  private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final ServedNode node;

  MetricPages(ServedNode node) {
    this.node = node;
  }

  /** What the node counts of its own work. */
  HttpAnswer node() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream(32 * 1024);
    node.metrics().writeTo(text);
    return HttpAnswer.of(200, TYPE, text.toString(StandardCharsets.UTF_8));
  }
}
