package dev.jubelet.cluster.x509;

import java.security.KeyManagementException;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * A context whose engines expect a server of one name, whatever the address says. The HTTP client
 * of Java has no setting for that.
 */
public final class NamedServer extends SSLContextSpi {
  private final SSLContext inner;
  private final String name;

  private NamedServer(SSLContext inner, String name) {
    this.inner = inner;
    this.name = name;
  }

  public static SSLContext context(SSLContext inner, String name) {
    return new Context(new NamedServer(inner, name), inner);
  }

  private static final class Context extends SSLContext {
    Context(NamedServer spi, SSLContext inner) {
      super(spi, inner.getProvider(), inner.getProtocol());
    }
  }

  @Override
  protected SSLEngine engineCreateSSLEngine(String host, int port) {
    return new NamedServerEngine(inner.createSSLEngine(name, port), name);
  }

  @Override
  protected SSLEngine engineCreateSSLEngine() {
    return engineCreateSSLEngine(name, 443);
  }

  @Override
  protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
      throws KeyManagementException {
    inner.init(keys, trust, random);
  }

  @Override
  protected SSLSocketFactory engineGetSocketFactory() {
    throw new UnsupportedOperationException("only for engines");
  }

  @Override
  protected SSLServerSocketFactory engineGetServerSocketFactory() {
    throw new UnsupportedOperationException("only for engines");
  }

  @Override
  protected SSLSessionContext engineGetServerSessionContext() {
    return inner.getServerSessionContext();
  }

  @Override
  protected SSLSessionContext engineGetClientSessionContext() {
    return inner.getClientSessionContext();
  }

  @Override
  protected SSLParameters engineGetDefaultSSLParameters() {
    return inner.getDefaultSSLParameters();
  }

  @Override
  protected SSLParameters engineGetSupportedSSLParameters() {
    return inner.getSupportedSSLParameters();
  }
}
