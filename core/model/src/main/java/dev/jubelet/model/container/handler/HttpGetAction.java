package dev.jubelet.model.container.handler;

import dev.jubelet.model.meta.IntOrString;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record HttpGetAction(
    String path,
    @Nullable IntOrString port,
    String host,
    UriScheme scheme,
    List<HttpHeader> httpHeaders) {

  public HttpGetAction {
    httpHeaders = List.copyOf(httpHeaders);
  }
}
