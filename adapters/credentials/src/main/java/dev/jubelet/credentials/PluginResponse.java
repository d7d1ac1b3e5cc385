package dev.jubelet.credentials;

import dev.jubelet.codec.tree.Trees;
import dev.jubelet.json.JsonReader;
import dev.jubelet.json.Node;
import dev.jubelet.model.image.CacheScope;
import dev.jubelet.model.image.ProviderAnswer;
import dev.jubelet.model.image.RegistryLogin;
import dev.jubelet.model.meta.GoDuration;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code CredentialProviderResponse}. No message repeats anything of it. */
final class PluginResponse {
  private static final String KIND = "CredentialProviderResponse";

  private PluginResponse() {}

  static ProviderAnswer read(String text, String apiVersion) {
    Node.Fields response =
        JsonReader.upTo(Trees.DOCUMENT_BYTES_MAX)
            .find(text)
            .orElseThrow(() -> wrong("its answer is not a JSON object"));
    if (!response.text("kind").equals(KIND)) {
      throw wrong("its answer is not a " + KIND);
    }
    if (!response.text("apiVersion").equals(apiVersion)) {
      throw wrong("its answer is not of apiVersion " + apiVersion);
    }
    return new ProviderAnswer(
        scope(response.text("cacheKeyType")), duration(response), logins(response));
  }

  private static CacheScope scope(String word) {
    for (CacheScope scope : CacheScope.values()) {
      if (scope.wire().equals(word)) {
        return scope;
      }
    }
    throw wrong("its answer has no cacheKeyType of Image, Registry or Global");
  }

  private static @Nullable Duration duration(Node.Fields response) {
    Node value = response.value("cacheDuration");
    if (value == null) {
      return null;
    }
    try {
      if (value instanceof Node.Text(String text, _)) {
        return GoDuration.parse(text);
      }
    } catch (IllegalArgumentException malformed) {
      // One message serves for all that is no duration; the text is not repeated.
    }
    throw wrong("its answer has a cacheDuration that is no duration");
  }

  private static List<RegistryLogin> logins(Node.Fields response) {
    Node auth = response.value("auth");
    if (auth == null) {
      return List.of();
    }
    if (!(auth instanceof Node.Fields entries)) {
      throw wrong("its answer has an auth that is no object");
    }
    List<RegistryLogin> logins = new ArrayList<>();
    entries
        .fields()
        .forEach((place, field) -> {
          if (!(field.value() instanceof Node.Fields entry)
              || !isText(entry.value("username"))
              || !isText(entry.value("password"))) {
            throw wrong("its answer has an entry of auth without username and password");
          }
          logins.add(RegistryLogin.of(place, entry.text("username"), entry.text("password")));
        });
    return logins;
  }

  private static boolean isText(@Nullable Node value) {
    return value == null || value instanceof Node.Text;
  }

  private static OutsideFailure wrong(String why) {
    return new OutsideFailure(FailureKind.BAD_SPEC, why);
  }
}
