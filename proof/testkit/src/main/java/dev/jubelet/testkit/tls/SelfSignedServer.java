package dev.jubelet.testkit.tls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A server's key and a certificate that nobody but itself vouches for, made by keytool.
 *
 * @param keys with one entry
 */
public record SelfSignedServer(KeyStore keys) {
  private static final String ALIAS = "server";
  private static final String PASSWORD = "changeit";

  /**
   * @param name its common name
   * @param options further ones of {@code keytool -genkeypair}, such as {@code -validity}
   */
  public static SelfSignedServer create(String name, String... options)
      throws IOException, GeneralSecurityException {
    Path directory = Files.createTempDirectory("self-signed");
    Path store = directory.resolve("server.p12");
    try {
      keytool(name, store, List.of(options));
      KeyStore keys = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(store)) {
        keys.load(in, PASSWORD.toCharArray());
      }
      return new SelfSignedServer(keys);
    } finally {
      Files.deleteIfExists(store);
      Files.delete(directory);
    }
  }

  private static void keytool(String name, Path store, List<String> options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-alias", ALIAS, "-keyalg", "EC"));
    command.addAll(List.of("-dname", "CN=" + name));
    command.addAll(options);
    command.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString()));
    command.addAll(List.of("-storepass", PASSWORD));
    Process keytool =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
        throw new IllegalStateException("keytool made no certificate");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException(interrupted);
    } finally {
      keytool.destroyForcibly();
    }
  }

  public KeyManagerFactory keyManagers() throws GeneralSecurityException {
    KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
    factory.init(keys, PASSWORD.toCharArray());
    return factory;
  }

  /** For the server's side; it trusts nobody in particular. */
  public SSLContext context() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keyManagers().getKeyManagers(), null, null);
    return context;
  }

  /** The certificate, for whoever shall believe it. */
  public String pem() throws GeneralSecurityException {
    Base64.Encoder lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
    return "-----BEGIN CERTIFICATE-----\n"
        + lines.encodeToString(keys.getCertificate(ALIAS).getEncoded())
        + "\n-----END CERTIFICATE-----\n";
  }
}
