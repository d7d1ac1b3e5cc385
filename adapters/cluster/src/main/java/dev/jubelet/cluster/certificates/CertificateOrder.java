package dev.jubelet.cluster.certificates;

import dev.jubelet.cluster.x509.Subject;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * What kind of certificate is wanted.
 *
 * @param signer who is asked, as in {@code signerName}
 * @param validity how long it should be good, where we have a wish
 */
public record CertificateOrder(
    Subject subject, String signer, List<String> usages, Optional<Duration> validity) {
  private static final Base64.Encoder WORDS = Base64.getUrlEncoder().withoutPadding();

  /** To show to the API server. */
  public static CertificateOrder client(String nodeName) {
    return new CertificateOrder(
        Subject.node(nodeName),
        "kubernetes.io/kube-apiserver-client-kubelet",
        List.of("digital signature", "client auth"),
        Optional.empty());
  }

  /**
   * To show to whoever calls the node.
   *
   * @param subject with the names and addresses of the node
   */
  public static CertificateOrder serving(Subject subject) {
    return new CertificateOrder(
        subject,
        "kubernetes.io/kubelet-serving",
        List.of("digital signature", "server auth"),
        Optional.empty());
  }

  /**
   * The same for the same order and key, so that a request survives our death. The Go kubelet makes
   * the same name of the same parts when it bootstraps.
   */
  String name(PublicKey key) {
    StringBuilder parts = new StringBuilder();
    add(parts, key.getEncoded());
    add(parts, subject.commonName());
    subject.organizations().forEach(each -> add(parts, each));
    usages.forEach(each -> add(parts, each));
    subject.dnsNames().forEach(each -> add(parts, each));
    subject.addresses().forEach(each -> add(parts, each.getAddress()));
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-512/256")
              .digest(parts.toString().getBytes(StandardCharsets.US_ASCII));
      return "node-csr-" + WORDS.encodeToString(digest);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("this Java has no SHA-512/256", impossible);
    }
  }

  private static void add(StringBuilder parts, String text) {
    add(parts, text.getBytes(StandardCharsets.UTF_8));
  }

  /** The separator is no letter of the encoding, so no two lists of parts look the same. */
  private static void add(StringBuilder parts, byte[] bytes) {
    parts.append(WORDS.encodeToString(bytes)).append('|');
  }
}
