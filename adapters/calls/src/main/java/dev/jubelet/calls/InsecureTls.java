package dev.jubelet.calls;

import dev.jubelet.tls.InsecureTrust;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/**
 * TLS that believes everybody. Kubernetes: probes and hooks do not check certificates, since they
 * ask whether a server answers and tell it nothing.
 */
final class InsecureTls {
  private InsecureTls() {}

  private static final class Holder {
    static final SSLContext CONTEXT = context();
  }

  private static SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new InsecureTrust()}, null);
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
}
