package dev.jubelet.state;

import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonShape;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.json.PartialJsonReader;
import dev.jubelet.model.image.PullAccess;
import dev.jubelet.model.image.PullSecret;
import dev.jubelet.model.image.PullServiceAccount;
import dev.jubelet.model.image.PulledImage;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** ImagePullIntent and ImagePulledRecord of kubelet.config.k8s.io/v1beta1, as Go writes them. */
final class PullRecordJson {
  /** Twenty names with a hundred secrets each have no more. */
  static final int BYTES_MAX = 2 << 20;

  private static final String VERSION = "kubelet.config.k8s.io/v1beta1";
  private static final String INTENT = "ImagePullIntent";
  private static final String RECORD = "ImagePulledRecord";
  private static final int ITEMS_MAX = 1000;

  private static final PartialJsonReader READER =
      new PartialJsonReader(
          new JsonShape.Fields(
              Map.of(
                  "kind", JsonShape.VALUE,
                  "image", JsonShape.VALUE,
                  "lastUpdatedTime", JsonShape.VALUE,
                  "imageRef", JsonShape.VALUE,
                  "credentialMapping",
                      new JsonShape.Entries(
                          ITEMS_MAX,
                          new JsonShape.Fields(
                              Map.of(
                                  "kubernetesSecrets",
                                      new JsonShape.Items(
                                          ITEMS_MAX,
                                          JsonShape.values(
                                              "uid", "namespace", "name", "credentialHash")),
                                  "kubernetesServiceAccounts",
                                      new JsonShape.Items(
                                          ITEMS_MAX, JsonShape.values("uid", "namespace", "name")),
                                  "nodePodsAccessible", JsonShape.VALUE))))),
          2 * BYTES_MAX);

  private PullRecordJson() {}

  static String begun(String image) {
    return line(object(INTENT).put("image", image));
  }

  static String pulled(PulledImage image) {
    JsonObject mapping = new JsonObject();
    new TreeMap<>(image.credentialMapping())
        .forEach((name, access) -> mapping.put(name, access(access)));
    return line(
        object(RECORD)
            .put(
                "lastUpdatedTime",
                image.lastUpdatedTime().truncatedTo(ChronoUnit.SECONDS).toString())
            .put("imageRef", image.imageRef())
            .putUnlessEmpty("credentialMapping", mapping.build()));
  }

  private static JsonObject object(String kind) {
    return new JsonObject().put("kind", kind).put("apiVersion", VERSION);
  }

  private static String line(JsonObject object) {
    return JsonWriter.go(object.build()) + "\n";
  }

  private static JsonObject access(PullAccess access) {
    List<Node.Fields> secrets =
        access.kubernetesSecrets().stream()
            .map(secret ->
                coordinates(secret.uid(), secret.namespace(), secret.name())
                    .put("credentialHash", secret.credentialHash())
                    .build())
            .toList();
    List<Node.Fields> accounts =
        access.kubernetesServiceAccounts().stream()
            .map(account -> coordinates(account.uid(), account.namespace(), account.name()).build())
            .toList();
    JsonObject object =
        new JsonObject()
            .putUnlessEmpty("kubernetesSecrets", secrets)
            .putUnlessEmpty("kubernetesServiceAccounts", accounts);
    return access.nodePodsAccessible() ? object.put("nodePodsAccessible", true) : object;
  }

  private static JsonObject coordinates(String uid, String namespace, String name) {
    return new JsonObject().put("uid", uid).put("namespace", namespace).put("name", name);
  }

  private static Node.Fields read(String text, String kind) {
    if (!(READER.read(text) instanceof Node.Fields object) || !object.text("kind").equals(kind)) {
      throw new IllegalArgumentException("it is not an " + kind);
    }
    return object;
  }

  static String readBegun(String text) {
    return Json.textOf(read(text, INTENT), "image");
  }

  static PulledImage readPulled(String text) {
    Node.Fields object = read(text, RECORD);
    Map<String, PullAccess> mapping = new LinkedHashMap<>();
    Node.Fields known = Json.objectOf(object, "credentialMapping");
    if (known != null) {
      for (String name : known.fields().keySet()) {
        mapping.put(name, readAccess(known.object(name)));
      }
    }
    return new PulledImage(time(object.text("lastUpdatedTime")), object.text("imageRef"), mapping);
  }

  private static PullAccess readAccess(Node.Fields access) {
    return new PullAccess(
        Json.objectsOf(access, "kubernetesSecrets").stream()
            .map(secret ->
                new PullSecret(
                    secret.text("uid"),
                    secret.text("namespace"),
                    secret.text("name"),
                    secret.text("credentialHash")))
            .toList(),
        Json.objectsOf(access, "kubernetesServiceAccounts").stream()
            .map(account ->
                new PullServiceAccount(
                    account.text("uid"), account.text("namespace"), account.text("name")))
            .toList(),
        Json.boolOf(access, "nodePodsAccessible", false));
  }

  private static Instant time(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException malformed) {
      throw new IllegalArgumentException("its lastUpdatedTime is not a time", malformed);
    }
  }
}
