package dev.jubelet.calls;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * TLS that believes everybody. Kubernetes: probes and hooks do not check certificates, since they
 * ask whether a server answers and tell it nothing.
 */
final class TrustingTls {
  private TrustingTls() {}

  private static final class Holder {
    static final SSLContext CONTEXT = context();
  }

  private static SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new Everybody()}, null);
      // Every call is on its own: there is nothing to resume.
      context.getClientSessionContext().setSessionCacheSize(1);
      return context;
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException("this Java has no TLS", missing);
    }
  }

  static Socket over(Socket plain, String host, int port) throws IOException {
    SSLSocket secured =
        (SSLSocket) Holder.CONTEXT.getSocketFactory().createSocket(plain, host, port, true);
    secured.startHandshake();
    return secured;
  }

  private static final class Everybody extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
