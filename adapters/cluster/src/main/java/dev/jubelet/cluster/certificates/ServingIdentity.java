package dev.jubelet.cluster.certificates;

import dev.jubelet.cluster.access.AccessFailure;
import dev.jubelet.cluster.access.TextSource;
import dev.jubelet.cluster.x509.Certificates;
import dev.jubelet.cluster.x509.CertifiedKey;
import dev.jubelet.cluster.x509.PrivateKeys;
import dev.jubelet.cluster.x509.SelfSigned;
import dev.jubelet.cluster.x509.Subject;
import dev.jubelet.cluster.x509.TlsContexts;
import dev.jubelet.linux.file.AtomicFile;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who the node is to those who call it. What it shows follows the files it comes from; what became
 * unreadable does not replace what worked.
 */
public final class ServingIdentity {
  private static final Duration LOOK = Duration.ofSeconds(10);
  private static final Duration SELF_SIGNED = Duration.ofDays(365);

  private final Supplier<CertifiedKey> source;
  private final NodeTime time;
  private final Journal journal;

  private @Nullable CertifiedKey shown;
  private Instant lookedAt = Instant.MIN;
  private String complaint = "";

  private ServingIdentity(Supplier<CertifiedKey> source, NodeTime time, Journal journal) {
    this.source = source;
    this.time = time;
    this.journal = journal;
  }

  /** From the files of {@code tlsCertFile} and {@code tlsPrivateKeyFile}. */
  public static ServingIdentity files(Path certificate, Path key, NodeTime time, Journal journal) {
    return new ServingIdentity(() -> read(certificate, key), time, journal);
  }

  /**
   * From {@code kubelet.crt} and {@code kubelet.key} in the directory, which are made when they are
   * missing, cannot be used or have expired.
   */
  public static ServingIdentity selfSigned(
      Path directory, String nodeName, NodeTime time, Journal journal) {
    Path certificate = directory.resolve("kubelet.crt");
    Path key = directory.resolve("kubelet.key");
    return new ServingIdentity(
        () -> {
          if (Files.exists(certificate) && Files.exists(key)) {
            try {
              CertifiedKey known = read(certificate, key);
              if (!known.expired(time.wall())) {
                return known;
              }
            } catch (AccessFailure unusable) {
              journal.write(
                  Journal.Level.WARNING,
                  "BadCertificate",
                  unusable.getMessage() + "; another one is made");
            }
          }
          return made(directory, certificate, key, nodeName, time.wall());
        },
        time,
        journal);
  }

  /** From files that are rotated; before there is one, of our own making and only in memory. */
  public static ServingIdentity rotated(
      CertificateFiles files, String nodeName, NodeTime time, Journal journal) {
    CertifiedKey[] meanwhile = new CertifiedKey[1];
    return new ServingIdentity(
        () -> {
          Optional<CertifiedKey> known = files.current().filter(each -> !each.expired(time.wall()));
          if (known.isPresent()) {
            return known.get();
          }
          if (meanwhile[0] == null || meanwhile[0].expired(time.wall())) {
            KeyPair pair = PrivateKeys.generate();
            meanwhile[0] = signed(pair, nodeName, time.wall());
          }
          return meanwhile[0];
        },
        time,
        journal);
  }

  /** The certificate to show now, with its key. */
  public synchronized CertifiedKey certificate() {
    CertifiedKey now = shown;
    if (now == null || lookedAt.isBefore(time.now().minus(LOOK))) {
      lookedAt = time.now();
      now = looked(now);
      shown = now;
    }
    return now;
  }

  /** There is something new. */
  public synchronized void refresh() {
    lookedAt = Instant.MIN;
    certificate();
  }

  private CertifiedKey looked(@Nullable CertifiedKey before) {
    try {
      CertifiedKey now = source.get();
      if (before != null && now.equals(before)) {
        return before;
      }
      // What no context can be made of could not be shown either.
      var _ = TlsContexts.server(now);
      complaint = "";
      return now;
    } catch (AccessFailure | UncheckedIOException | GeneralSecurityException unusable) {
      if (before == null) {
        throw new IllegalStateException(
            "there is no certificate to serve with: " + unusable.getMessage(), unusable);
      }
      complain(String.valueOf(unusable.getMessage()));
      return before;
    }
  }

  private void complain(String message) {
    if (!message.equals(complaint)) {
      complaint = message;
      journal.write(Journal.Level.WARNING, "BadCertificate", message + "; what worked is kept");
    }
  }

  private static CertifiedKey read(Path certificate, Path key) {
    try {
      return CertifiedKey.read(
          new TextSource.InFile(certificate).read(), new TextSource.InFile(key).read());
    } catch (GeneralSecurityException unusable) {
      throw new AccessFailure(certificate + ", " + key + ": " + unusable.getMessage());
    }
  }

  /** The key first: a certificate without its key is found out at the next start, and replaced. */
  private static CertifiedKey made(
      Path directory, Path certificate, Path key, String nodeName, Instant wall) {
    KeyPair pair = PrivateKeys.generate();
    CertifiedKey made = signed(pair, nodeName, wall);
    try {
      Files.createDirectories(directory);
      AtomicFile.write(key, PrivateKeys.write(pair), "rw-------");
      AtomicFile.write(certificate, Certificates.write(made.chain()), "rw-r--r--");
      return made;
    } catch (IOException | GeneralSecurityException refused) {
      throw new AccessFailure("cannot write " + certificate + ": " + refused.getMessage());
    }
  }

  private static CertifiedKey signed(KeyPair pair, String nodeName, Instant wall) {
    Subject subject =
        new Subject(
            nodeName + "@" + wall.getEpochSecond(), List.of(), List.of(nodeName), List.of());
    try {
      return new CertifiedKey(
          List.of(SelfSigned.server(pair, subject, wall, SELF_SIGNED)), pair.getPrivate());
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("cannot sign with our own key", impossible);
    }
  }
}
