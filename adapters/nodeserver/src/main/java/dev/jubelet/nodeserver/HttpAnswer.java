package dev.jubelet.nodeserver;

/** A whole answer: the node's pages are small enough to be made before they are sent. */
record HttpAnswer(int status, String contentType, String body) {
  static HttpAnswer text(int status, String text) {
    return new HttpAnswer(status, "text/plain; charset=utf-8", text);
  }

  static HttpAnswer notFound() {
    return text(404, "404 page not found\n");
  }
}
