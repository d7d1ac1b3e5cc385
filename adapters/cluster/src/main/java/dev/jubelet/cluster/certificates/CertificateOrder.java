package dev.jubelet.cluster.certificates;

import dev.jubelet.cluster.x509.Subject;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What kind of certificate is wanted.
 *
 * @param signer who is asked, as in {@code signerName}
 */
public record CertificateOrder(Subject subject, String signer, List<String> usages) {
  private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
  private static final Base64.Encoder WORDS = Base64.getUrlEncoder().withoutPadding();

  /** To show to the API server. */
  public static CertificateOrder client(String nodeName) {
    return new CertificateOrder(
        Subject.node(nodeName),
        "kubernetes.io/kube-apiserver-client-kubelet",
        List.of("digital signature", "client auth"));
  }

  /**
   * To show to whoever calls the node. Nothing as long as no address is known: the signer wants
   * one.
   *
   * @param addresses of the node; what is none is left out
   */
  public static Optional<CertificateOrder> serving(String nodeName, List<String> addresses) {
    Map<String, InetAddress> known = new TreeMap<>();
    for (String each : addresses) {
      if (IPV4.matcher(each).matches() || each.indexOf(':') >= 0) {
        try {
          InetAddress address = InetAddress.ofLiteral(each);
          known.put(address.getHostAddress(), address);
        } catch (IllegalArgumentException none) {
          // It only looked like an address.
        }
      }
    }
    return known.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new CertificateOrder(
                Subject.node(nodeName, known.values().toArray(InetAddress[]::new)),
                "kubernetes.io/kubelet-serving",
                List.of("digital signature", "server auth")));
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
