package dev.jubelet.cluster.certificates;

import dev.jubelet.cluster.client.Metadata;
import dev.jubelet.cluster.fake.FakeApiServer;
import dev.jubelet.cluster.x509.Openssl;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;

/** Approves and signs requests of a fake API server with an authority of openssl. */
final class OpensslSigner {
  static final String REQUESTS = "/apis/certificates.k8s.io/v1/certificatesigningrequests";

  private final FakeApiServer api;
  private final Openssl openssl;

  OpensslSigner(FakeApiServer api, Path directory) throws Exception {
    this.api = api;
    this.openssl = new Openssl(directory);
    openssl.run(
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "3",
        "-subj",
        "/CN=ca",
        "-keyout",
        "ca.key",
        "-out",
        "ca.crt");
  }

  List<String> names() {
    return api.all(REQUESTS).stream().map(each -> Metadata.of(each).name()).toList();
  }

  /** The certificate that is signed lasts one day from now on. */
  void sign(String name) throws Exception {
    Node.Fields request = api.find(REQUESTS + "/" + name).orElseThrow();
    String encoded = request.value("spec") instanceof Node.Fields spec ? spec.text("request") : "";
    openssl.file("csr", new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8));
    openssl.run(
        "x509",
        "-req",
        "-in",
        "csr",
        "-CA",
        "ca.crt",
        "-CAkey",
        "ca.key",
        "-CAcreateserial",
        "-copy_extensions",
        "copyall",
        "-days",
        "1",
        "-out",
        "crt");
    decide(name, "Approved", openssl.text("crt"));
  }

  void deny(String name) {
    decide(name, "Denied", "");
  }

  private void decide(String name, String type, String certificate) {
    JsonObject status =
        new JsonObject()
            .put(
                "conditions",
                List.of(new JsonObject().put("type", type).put("reason", "ByTest").build()));
    if (!certificate.isEmpty()) {
      status.put(
          "certificate",
          Base64.getEncoder().encodeToString(certificate.getBytes(StandardCharsets.UTF_8)));
    }
    JsonObject whole = new JsonObject();
    api.find(REQUESTS + "/" + name)
        .orElseThrow()
        .fields()
        .forEach((field, value) -> whole.put(field, value.value()));
    api.put(REQUESTS + "/" + name, JsonWriter.compact(whole.put("status", status).build()));
  }
}
