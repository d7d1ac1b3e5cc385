package dev.jubelet.nodeserver.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The certificates in a PEM file, read again when it changes; a bad change is not taken over. */
public final class AuthorityFile implements Supplier<List<X509Certificate>> {
  private static final System.Logger LOG = System.getLogger(AuthorityFile.class.getName());
  private static final long BYTES_MAX = 4 * 1024 * 1024;

  private record Version(@Nullable Object file, FileTime modified, long size) {}

  private final Path path;
  private Version seen;
  private List<X509Certificate> certificates;

  /**
   * @throws IOException with a sentence for people when there is no certificate in it
   */
  public AuthorityFile(Path path) throws IOException {
    this.path = path;
    this.seen = version();
    this.certificates = read();
  }

  @Override
  public synchronized List<X509Certificate> get() {
    try {
      Version now = version();
      if (!Objects.equals(now, seen)) {
        seen = now;
        certificates = read();
      }
    } catch (IOException unreadable) {
      LOG.log(
          System.Logger.Level.WARNING,
          "the authorities read before stay in force: " + unreadable.getMessage());
    }
    return certificates;
  }

  private Version version() throws IOException {
    BasicFileAttributes facts = Files.readAttributes(path, BasicFileAttributes.class);
    return new Version(facts.fileKey(), facts.lastModifiedTime(), facts.size());
  }

  private List<X509Certificate> read() throws IOException {
    if (Files.size(path) > BYTES_MAX) {
      throw new IOException(path + " is too big for a list of certificates");
    }
    List<X509Certificate> all = new ArrayList<>();
    try {
      byte[] content = Files.readAllBytes(path);
      for (Certificate each :
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(content))) {
        if (each instanceof X509Certificate x509) {
          all.add(x509);
        }
      }
    } catch (CertificateException notCertificates) {
      throw new IOException(path + " has no certificates: " + notCertificates.getMessage());
    }
    if (all.isEmpty()) {
      throw new IOException(path + " has no certificates");
    }
    return List.copyOf(all);
  }
}
