package dev.jubelet.images.registry;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Looks at the time of every certificate. The JDK does not where the server's own certificate is
 * among those that are trusted.
 */
final class CertificateDateTrust extends X509ExtendedTrustManager {
  private final X509ExtendedTrustManager inner;

  CertificateDateTrust(X509ExtendedTrustManager inner) {
    this.inner = inner;
  }

  private static void checkTime(X509Certificate[] chain) throws CertificateException {
    for (X509Certificate certificate : chain) {
      certificate.checkValidity();
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    inner.checkServerTrusted(chain, type, socket);
    checkTime(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    inner.checkServerTrusted(chain, type, engine);
    checkTime(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    inner.checkServerTrusted(chain, type);
    checkTime(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    inner.checkClientTrusted(chain, type, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    inner.checkClientTrusted(chain, type, engine);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    inner.checkClientTrusted(chain, type);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return inner.getAcceptedIssuers();
  }
}
