package dev.jubelet.nodeserver.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Lets every client shake hands. Kubernetes: a certificate is asked for and not required, and a bad
 * one beside a good token does no harm, so certificates are verified with each request and not
 * here. Names the authorities, by which clients choose among their certificates.
 */
final class AnyClient extends X509ExtendedTrustManager {
  private final List<X509Certificate> authorities;

  AnyClient(List<X509Certificate> authorities) {
    this.authorities = List.copyOf(authorities);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) {}

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    throw notAClient();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    throw notAClient();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    throw notAClient();
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return authorities.toArray(X509Certificate[]::new);
  }

  private static CertificateException notAClient() {
    return new CertificateException("this side is a server");
  }
}
