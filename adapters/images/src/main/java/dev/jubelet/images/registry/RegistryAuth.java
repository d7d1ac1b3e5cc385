package dev.jubelet.images.registry;

import dev.jubelet.json.JsonShape;
import dev.jubelet.json.Node;
import dev.jubelet.json.PartialJsonReader;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What one pull shows to the hosts that ask who it is: tokens by the token protocol of the
 * distribution project, or a password. Each host is asked once; credentials go to the registry that
 * they are for, and to a token server of the same site.
 */
final class RegistryAuth {
  private static final int ANSWER_MAX = 1024 * 1024;
  private static final int TOKEN_MAX = 32 * 1024;
  private static final PartialJsonReader ANSWER =
      new PartialJsonReader(JsonShape.values("token", "access_token"), ANSWER_MAX);

  private final RegistryHttp http;
  private final TransferGuard guard;
  private final Login login;
  private final String scope;
  private final Map<RegistryHost, String> shown = new ConcurrentHashMap<>();

  RegistryAuth(RegistryHttp http, TransferGuard guard, Login login, String repository) {
    this.http = http;
    this.guard = guard;
    this.login = login;
    this.scope = "repository:" + repository + ":pull";
  }

  /** What is shown to a host now; empty when it did not ask yet. */
  String of(RegistryHost host) {
    String known = shown.get(host);
    if (known == null && host.own() && !login.registryToken().isEmpty()) {
      return "Bearer " + login.registryToken();
    }
    return known == null ? "" : known;
  }

  /**
   * A host asked. Answers whether there is something else to show than before.
   *
   * @param before what it was shown and did not take
   */
  synchronized boolean asked(RegistryHost host, List<String> challenges, String before) {
    if (!of(host).equals(before)) {
      // Another layer's request got it meanwhile.
      return true;
    }
    Challenge challenge = Challenge.best(challenges).orElse(null);
    if (challenge == null) {
      return false;
    }
    Login mine = host.own() ? login : Login.NONE;
    String next;
    if (challenge.scheme().equals("bearer")) {
      next = "Bearer " + token(host, challenge, mine);
    } else {
      next = mine.hasPassword() ? mine.basic() : "";
    }
    if (next.isEmpty() || next.equals(before)) {
      return false;
    }
    shown.put(host, next);
    return true;
  }

  private String token(RegistryHost host, Challenge challenge, Login mine) {
    URI realm = realm(host, challenge.parameter("realm"));
    Login offered = sameSite(host.base(), realm) ? mine : Login.NONE;
    String query =
        "service=" + encoded(challenge.parameter("service")) + "&scope=" + encoded(scope);
    RegistryHttp.Ask ask;
    if (!offered.identityToken().isEmpty()) {
      ask =
          new RegistryHttp.Ask(
              realm,
              Map.of(),
              "",
              "grant_type=refresh_token&client_id=jubelet&"
                  + query
                  + "&refresh_token="
                  + encoded(offered.identityToken()));
    } else {
      String join = realm.getRawQuery() == null ? "?" : "&";
      ask =
          RegistryHttp.Ask.get(
              URI.create(realm + join + query),
              Map.of(),
              offered.hasPassword() ? offered.basic() : "");
    }
    HttpResponse<InputStream> response = http.sendOnce(host, ask, false);
    try (TransferGuard.Watched body = guard.watch(response.body())) {
      if (response.statusCode() != 200) {
        throw new OutsideFailure(
            response.statusCode() >= 500 ? FailureKind.UNAVAILABLE : FailureKind.DENIED,
            "the token server of " + host + " answers with status " + response.statusCode());
      }
      return token(host, body.stream(ANSWER_MAX));
    } catch (IOException cut) {
      throw Repository.transfer(host, cut);
    }
  }

  private static String token(RegistryHost host, InputStream content) throws IOException {
    Node.Fields answer = Documents.object(ANSWER, content, "answer of the token server");
    String token =
        answer.text("token").isEmpty() ? answer.text("access_token") : answer.text("token");
    boolean fit = token.chars().allMatch(each -> each > ' ' && each < 0x7f);
    if (token.isEmpty() || token.length() > TOKEN_MAX || !fit) {
      throw new OutsideFailure(
          FailureKind.DENIED, "the token server of " + host + " gives no usable token");
    }
    return token;
  }

  private static URI realm(RegistryHost host, String text) {
    try {
      URI realm = URI.create(text);
      boolean secure = "https".equals(realm.getScheme());
      boolean plain = "http".equals(realm.getScheme()) && "http".equals(host.base().getScheme());
      if (realm.getHost() != null && realm.getUserInfo() == null && (secure || plain)) {
        return realm;
      }
    } catch (IllegalArgumentException malformed) {
      // Said below.
    }
    throw new OutsideFailure(
        FailureKind.DENIED, host + " names a token server that cannot be used");
  }

  /** The same host, or hosts of one domain, such as {@code auth.} and {@code registry-1.}. */
  static boolean sameSite(URI one, URI other) {
    String first = one.getHost().toLowerCase(Locale.ROOT);
    String second = other.getHost().toLowerCase(Locale.ROOT);
    return first.equals(second) || (!site(first).isEmpty() && site(first).equals(site(second)));
  }

  private static String site(String host) {
    String[] labels = host.split("\\.", -1);
    boolean address = host.startsWith("[") || host.matches("[0-9.]+");
    return address || labels.length < 2
        ? ""
        : labels[labels.length - 2] + "." + labels[labels.length - 1];
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
