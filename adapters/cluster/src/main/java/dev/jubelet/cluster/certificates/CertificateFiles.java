package dev.jubelet.cluster.certificates;

import dev.jubelet.cluster.access.AccessFailure;
import dev.jubelet.cluster.access.TextSource;
import dev.jubelet.cluster.access.UserAccess;
import dev.jubelet.cluster.x509.CertifiedKey;
import dev.jubelet.cluster.x509.PrivateKeys;
import dev.jubelet.linux.file.AtomicFile;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * A certificate with its key in {@code PREFIX-TIME.pem}, the newest behind the link {@code
 * PREFIX-current.pem}: as the Go kubelet lays them out, so that a node can change over and back. A
 * file that is damaged is set aside.
 */
public final class CertificateFiles {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd-HH-mm-ss", Locale.ROOT)
          .withZone(ZoneId.systemDefault());
  private static final String PRIVATE = "rw-------";

  private final Path directory;
  private final String prefix;
  private final NodeTime time;
  private final Journal journal;
  private final UserAccess given;

  /**
   * @param prefix {@code kubelet-client} or {@code kubelet-server}
   */
  public CertificateFiles(Path directory, String prefix, NodeTime time, Journal journal) {
    this(directory, prefix, time, journal, UserAccess.NOBODY);
  }

  private CertificateFiles(
      Path directory, String prefix, NodeTime time, Journal journal, UserAccess given) {
    this.directory = directory.toAbsolutePath().normalize();
    this.prefix = prefix;
    this.time = time;
    this.journal = journal;
    this.given = given;
  }

  /**
   * The same, with what a kubeconfig gives until there is a newer one. Kubernetes: a certificate in
   * files of its own is good until it has to be renewed, but one in the kubeconfig itself, which
   * may be of somebody mightier, only serves to get another.
   */
  public CertificateFiles beginningWith(UserAccess user) {
    return new CertificateFiles(directory, prefix, time, journal, user);
  }

  /** Where the newest is. */
  public Path currentPath() {
    return directory.resolve(prefix + "-current.pem");
  }

  private Path updatedPath() {
    return directory.resolve(prefix + "-updated.pem");
  }

  private Path keyPath() {
    return directory.resolve(prefix + ".key.tmp");
  }

  /** What is there, expired or not. */
  public Optional<CertifiedKey> current() {
    Path current = currentPath();
    try {
      if (!Files.exists(current) && Files.isSymbolicLink(updatedPath())) {
        // Whoever changed the link died between taking the old away and renaming the new.
        Files.move(updatedPath(), current, StandardCopyOption.ATOMIC_MOVE);
      }
      if (!Files.exists(current)) {
        return given();
      }
      String text = new TextSource.InFile(current).read();
      return Optional.of(CertifiedKey.read(text, text));
    } catch (GeneralSecurityException | AccessFailure damaged) {
      setAside(current, String.valueOf(damaged.getMessage()));
      return Optional.empty();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private Optional<CertifiedKey> given() {
    if (!(given.certificate().orElse(null) instanceof TextSource.InFile certificate)
        || !(given.key().orElse(null) instanceof TextSource.InFile key)) {
      return Optional.empty();
    }
    try {
      return Optional.of(CertifiedKey.read(certificate.read(), key.read()));
    } catch (GeneralSecurityException | AccessFailure unusable) {
      // Whoever shows it complains; another one is asked for.
      return Optional.empty();
    }
  }

  /** The key for the next request: the same after a restart until the request has an answer. */
  public KeyPair nextKey() {
    Path file = keyPath();
    try {
      if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        return PrivateKeys.pair(new TextSource.InFile(file).read());
      }
    } catch (GeneralSecurityException | AccessFailure damaged) {
      setAside(file, String.valueOf(damaged.getMessage()));
    }
    KeyPair made = PrivateKeys.generate();
    try {
      Files.createDirectories(directory);
      AtomicFile.write(file, PrivateKeys.write(made), PRIVATE);
      return made;
    } catch (IOException refused) {
      throw new UncheckedIOException("cannot write " + file, refused);
    }
  }

  /** The next request is to be another one. */
  public void forgetNextKey() {
    try {
      Files.deleteIfExists(keyPath());
    } catch (IOException refused) {
      throw new UncheckedIOException("cannot remove " + keyPath(), refused);
    }
  }

  /** Keeps a new certificate. Every step leaves either the old or the new behind the link. */
  public void keep(String certificatePem, KeyPair key) {
    try {
      Files.createDirectories(directory);
      Path file = directory.resolve(prefix + "-" + TIME.format(time.wall()) + ".pem");
      AtomicFile.write(file, certificatePem + PrivateKeys.write(key), PRIVATE);
      Path current = currentPath();
      if (Files.exists(current, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(current)) {
        setAside(current, "it is not a link, and there is a newer certificate");
      }
      Files.deleteIfExists(updatedPath());
      Files.createSymbolicLink(updatedPath(), file);
      Files.move(
          updatedPath(),
          current,
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      AtomicFile.syncDirectory(directory);
    } catch (IOException refused) {
      throw new UncheckedIOException("cannot keep a certificate in " + directory, refused);
    }
    forgetNextKey();
  }

  /** The file itself, not only the link to it. */
  private void setAside(Path file, String why) {
    try {
      Path real = Files.isSymbolicLink(file) ? file.toRealPath() : file;
      Path aside = real.resolveSibling(real.getFileName() + ".damaged-" + TIME.format(time.wall()));
      Files.move(real, aside, StandardCopyOption.ATOMIC_MOVE);
      if (Files.isSymbolicLink(file)) {
        Files.delete(file);
      }
      journal.write(
          Journal.Level.WARNING,
          "BadCertificate",
          "%s: %s; it is kept as %s".formatted(file, why, aside));
    } catch (IOException stuck) {
      throw new UncheckedIOException("cannot set " + file + " aside", stuck);
    }
  }
}
