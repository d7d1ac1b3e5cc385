package dev.jubelet.acceptance.cluster;

import dev.jubelet.acceptance.host.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A certificate authority and everything that it signs, as files in one directory. */
public final class ClusterKeys {
  /** Of the key stores, which hold nothing that anybody else trusts. */
  public static final String STORE_PASSWORD = "changeit";

  private final Path directory;

  private ClusterKeys(Path directory) {
    this.directory = directory;
  }

  /** A new authority, and a key with which tokens of service accounts are signed. */
  public static ClusterKeys create(Path directory) {
    try {
      ClusterKeys keys = new ClusterKeys(Files.createDirectories(directory));
      keys.authority("ca");
      keys.openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256")
          .and("-out", keys.file("sa.key").toString())
          .run();
      Tool.of("openssl", "pkey", "-in", keys.file("sa.key").toString(), "-pubout")
          .and("-out", keys.file("sa.pub").toString())
          .run();
      return keys;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path file(String name) {
    return directory.resolve(name);
  }

  public Path authority() {
    return file("ca.crt");
  }

  public Path certificate(String name) {
    return file(name + ".crt");
  }

  public Path key(String name) {
    return file(name + ".key");
  }

  /** An authority that nobody was told to trust, unless it is named {@code ca}. */
  public void authority(String name) {
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
        .and("-days", "30", "-subj", "/CN=" + name)
        .and("-keyout", key(name).toString(), "-out", certificate(name).toString())
        .run();
  }

  /** A certificate of the cluster's authority for a client and server. */
  public void sign(String name, String subject, String... alternativeNames) {
    signBy("ca", name, subject, alternativeNames);
  }

  /**
   * Signs a new key.
   *
   * @param subject such as {@code /O=system:nodes/CN=system:node:a}
   * @param alternativeNames such as {@code IP:127.0.0.1}
   */
  public void signBy(String authority, String name, String subject, String... alternativeNames) {
    List<String> names = new ArrayList<>(List.of(alternativeNames));
    if (names.isEmpty()) {
      names.add("DNS:" + name);
    }
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
        .and("-CA", certificate(authority).toString(), "-CAkey", key(authority).toString())
        .and("-days", "30", "-subj", subject)
        .and("-addext", "subjectAltName=" + String.join(",", names))
        .and("-addext", "basicConstraints=critical,CA:FALSE")
        .and("-addext", "keyUsage=critical,digitalSignature,keyEncipherment")
        .and("-addext", "extendedKeyUsage=serverAuth,clientAuth")
        .and("-keyout", key(name).toString(), "-out", certificate(name).toString())
        .run();
  }

  /** The pair in the form that Java reads. */
  public Path store(String name) {
    Path store = file(name + ".p12");
    openssl("pkcs12", "-export", "-name", name, "-passout", "pass:" + STORE_PASSWORD)
        .and("-in", certificate(name).toString(), "-inkey", key(name).toString())
        .and("-out", store.toString())
        .run();
    return store;
  }

  /** A file with which a client finds the server and shows that certificate. */
  public Path kubeconfig(Path file, String server, String name) {
    return KubeconfigFiles.ofCertificate(file, server, this, name);
  }

  private Tool openssl(String... words) {
    return Tool.of("openssl").and(words);
  }
}
