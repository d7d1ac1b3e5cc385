package dev.jubelet.credentials;

import dev.jubelet.json.JsonException;
import dev.jubelet.json.JsonShape;
import dev.jubelet.json.Node;
import dev.jubelet.json.PartialJsonReader;
import dev.jubelet.model.image.RegistryLogin;
import dev.jubelet.model.runtime.config.RegistryCredential;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * The two forms of docker's configuration: {@code config.json}, which has its logins under {@code
 * auths}, and the older {@code .dockercfg}, which has nothing else. No message repeats a value.
 */
final class DockerConfig {
  /** Far more registries than one pull can try. */
  private static final int LOGINS_MAX = 1000;

  /** A Secret has at most 1 MiB, and what is not a login in it is skipped. */
  private static final int KEPT_MAX = 2 * 1024 * 1024;

  private static final JsonShape LOGINS =
      new JsonShape.Entries(
          LOGINS_MAX, JsonShape.values("auth", "username", "password", "identitytoken"));
  private static final PartialJsonReader JSON =
      new PartialJsonReader(new JsonShape.Fields(Map.of("auths", LOGINS)), KEPT_MAX);
  private static final PartialJsonReader LEGACY = new PartialJsonReader(LOGINS, KEPT_MAX);

  private DockerConfig() {}

  static List<RegistryLogin> json(String text) {
    Node auths = document(JSON, text).value("auths");
    if (auths == null) {
      return List.of();
    }
    if (auths instanceof Node.Fields fields) {
      return logins(fields, "auths");
    }
    throw wrong("auths", "expected an object, found " + auths.kind());
  }

  static List<RegistryLogin> legacy(String text) {
    return logins(document(LEGACY, text), "");
  }

  private static Node.Fields document(PartialJsonReader reader, String text) {
    try {
      if (text.stripLeading().startsWith("{") && reader.read(text) instanceof Node.Fields object) {
        return object;
      }
    } catch (JsonException malformed) {
      throw wrong("", "it is not valid JSON, see line " + malformed.place().line());
    }
    throw wrong("", "it is not a JSON object");
  }

  private static List<RegistryLogin> logins(Node.Fields entries, String path) {
    List<RegistryLogin> logins = new ArrayList<>();
    entries
        .fields()
        .forEach((place, field) -> {
          String at = path + "[" + place + "]";
          if (!(field.value() instanceof Node.Fields entry)) {
            throw wrong(at, "expected an object, found " + field.value().kind());
          }
          logins.add(new RegistryLogin(place, credential(entry, at)));
        });
    return logins;
  }

  /** Kubernetes: {@code auth} wins over the two fields that it stands for. */
  private static RegistryCredential credential(Node.Fields entry, String at) {
    String token = text(entry, "identitytoken", at);
    String auth = text(entry, "auth", at);
    if (auth.isEmpty()) {
      return new RegistryCredential(
          text(entry, "username", at), text(entry, "password", at), "", "", token, "");
    }
    String pair;
    try {
      // Docker pads, others do not; this decoder takes both.
      pair = new String(Base64.getDecoder().decode(auth.strip()), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      throw wrong(at + ".auth", "it is not base64");
    }
    int colon = pair.indexOf(':');
    if (colon < 0) {
      throw wrong(at + ".auth", "it must be base64 of username:password");
    }
    return new RegistryCredential(
        pair.substring(0, colon), pair.substring(colon + 1), "", "", token, "");
  }

  private static String text(Node.Fields entry, String name, String at) {
    Node value = entry.value(name);
    if (value == null || value instanceof Node.Text) {
      return entry.text(name);
    }
    throw wrong(at + "." + name, "expected a string, found " + value.kind());
  }

  private static OutsideFailure wrong(String field, String why) {
    return new OutsideFailure(FailureKind.BAD_SPEC, field.isEmpty() ? why : field + ": " + why);
  }
}
