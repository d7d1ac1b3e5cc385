package dev.jubelet.nodeserver.access;

import dev.jubelet.nodeserver.http.HttpCall;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the token of a request, where it may be. */
final class BearerTokens {
  /** Kubernetes: browsers can set no header for a WebSocket, only the names of protocols. */
  private static final String PROTOCOL = "base64url.bearer.authorization.k8s.io.";

  private BearerTokens() {}

  static Optional<String> find(HttpCall call) throws BadCredential {
    String[] words = call.header("Authorization").strip().split(" ", 3);
    if (words.length >= 2
        && words[0].toLowerCase(Locale.ROOT).equals("bearer")
        && !words[1].isEmpty()) {
      return Optional.of(words[1]);
    }
    return call.wantsWebSocket() ? ofWebSocket(call) : Optional.empty();
  }

  /** Takes it out of the request too: whoever continues with the request needs no token. */
  private static Optional<String> ofWebSocket(HttpCall call) throws BadCredential {
    List<String> others = new ArrayList<>();
    String token = "";
    boolean seen = false;
    for (String header : call.request().headers().getAll(HttpHeaderNames.SEC_WEBSOCKET_PROTOCOL)) {
      for (String each : header.split(",", -1)) {
        String protocol = each.strip();
        if (!protocol.startsWith(PROTOCOL)) {
          others.add(protocol);
        } else if (seen) {
          throw new BadCredential("several bearer tokens are among the WebSocket protocols");
        } else {
          seen = true;
          token = decoded(protocol.substring(PROTOCOL.length()));
        }
      }
    }
    if (token.isEmpty()) {
      return Optional.empty();
    }
    if (others.isEmpty()) {
      throw new BadCredential("a bearer token is the only WebSocket protocol");
    }
    call.request().headers().set(HttpHeaderNames.SEC_WEBSOCKET_PROTOCOL, String.join(",", others));
    return Optional.of(token);
  }

  private static String decoded(String base64) throws BadCredential {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(base64);
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (IllegalArgumentException | CharacterCodingException notText) {
      throw new BadCredential("a bearer token among the WebSocket protocols is not base64");
    }
  }
}
