package dev.jubelet.streaming;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;

/** A server's identity that nobody vouches for. */
final class SelfSigned {
  private static final String PASSWORD = "changeit";

  private SelfSigned() {}

  static SslContext context() throws Exception {
    Path directory = Files.createTempDirectory("streaming");
    Path store = directory.resolve("server.p12");
    try {
      Process keytool =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                  "-genkeypair",
                  "-alias",
                  "server",
                  "-keyalg",
                  "EC",
                  "-dname",
                  "CN=node",
                  "-storetype",
                  "PKCS12",
                  "-keystore",
                  store.toString(),
                  "-storepass",
                  PASSWORD)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
        throw new IllegalStateException("keytool made no certificate");
      }
      KeyStore keys = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(store)) {
        keys.load(in, PASSWORD.toCharArray());
      }
      KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
      factory.init(keys, PASSWORD.toCharArray());
      return SslContextBuilder.forServer(factory).sslProvider(SslProvider.JDK).build();
    } finally {
      Files.deleteIfExists(store);
      Files.delete(directory);
    }
  }
}
