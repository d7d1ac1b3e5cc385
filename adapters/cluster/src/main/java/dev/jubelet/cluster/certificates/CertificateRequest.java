package dev.jubelet.cluster.certificates;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.ApiServer;
import dev.jubelet.cluster.x509.Certificates;
import dev.jubelet.cluster.x509.SigningRequest;
import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.util.Base64;

/** A {@code CertificateSigningRequest} for one key. */
final class CertificateRequest {
  private static final String PATH = "/apis/certificates.k8s.io/v1/certificatesigningrequests";

  private final ApiServer api;
  private final CertificateOrder order;
  private final KeyPair key;

  /** How a request stands. */
  sealed interface State {
    record Waiting(boolean approved) implements State {}

    /** There will be no certificate. */
    record Refused(String why) implements State {}

    record Signed(String pem) implements State {}
  }

  CertificateRequest(ApiServer api, CertificateOrder order, KeyPair key) {
    this.api = api;
    this.order = order;
    this.key = key;
  }

  /** Makes the request unless it is there, and looks how it stands. */
  State ask() {
    String name = order.name(key.getPublic());
    return state(api.getIfThere(PATH + "/" + name).orElseGet(() -> created(name)));
  }

  private Node.Fields created(String name) {
    JsonObject spec = new JsonObject();
    try {
      String pem = SigningRequest.pem(key, order.subject());
      spec.put("request", encoded(pem));
    } catch (GeneralSecurityException unusable) {
      throw new IllegalStateException("cannot sign with our own key", unusable);
    }
    spec.put("signerName", order.signer()).put("usages", Json.texts(order.usages()));
    Node.Fields request =
        new JsonObject()
            .put("apiVersion", "certificates.k8s.io/v1")
            .put("kind", "CertificateSigningRequest")
            .put("metadata", new JsonObject().put("name", name))
            .put("spec", spec)
            .build();
    try {
      return api.create(PATH, request);
    } catch (ApiFailure failure) {
      if (failure.alreadyExists()) {
        return api.get(PATH + "/" + name);
      }
      throw failure;
    }
  }

  private State state(Node.Fields request) {
    if (!request.object("spec").text("signerName").equals(order.signer())) {
      return new State.Refused("somebody else uses its name");
    }
    Node.Fields status = request.object("status");
    boolean approved = false;
    for (Node each : status.items("conditions")) {
      if (!(each instanceof Node.Fields condition)) {
        continue;
      }
      switch (condition.text("type")) {
        case "Denied", "Failed" -> {
          return new State.Refused(
              "%s: %s".formatted(condition.text("reason"), condition.text("message")));
        }
        case "Approved" -> approved = true;
        default -> {
          // Others say nothing about us.
        }
      }
    }
    String certificate = status.text("certificate");
    return approved && !certificate.isEmpty() ? signed(certificate) : new State.Waiting(approved);
  }

  private State signed(String encoded) {
    try {
      String pem = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
      X509Certificate own = Certificates.read(pem).getFirst();
      return own.getPublicKey().equals(key.getPublic())
          ? new State.Signed(pem)
          : new State.Refused("the certificate is for another key");
    } catch (GeneralSecurityException | IllegalArgumentException unusable) {
      return new State.Refused("the certificate cannot be read");
    }
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
