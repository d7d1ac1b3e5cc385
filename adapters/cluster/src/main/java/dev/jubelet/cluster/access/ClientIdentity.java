package dev.jubelet.cluster.access;

import dev.jubelet.cluster.x509.Certificates;
import dev.jubelet.cluster.x509.CertifiedKey;
import dev.jubelet.cluster.x509.NamedServer;
import dev.jubelet.cluster.x509.TlsContexts;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Who we are to the API server, and whom we believe to be it, as the files say now. They are read
 * again every few seconds, since others renew them; what became unreadable does not replace what
 * worked.
 */
public final class ClientIdentity {
  private static final Duration LOOK = Duration.ofSeconds(10);
  private static final Duration PLUGIN_DEADLINE = Duration.ofMinutes(1);

  /** So that what is shown does not expire on its way. */
  private static final Duration LEEWAY = Duration.ofSeconds(10);

  /**
   * What a connection needs.
   *
   * @param version another one for every other context
   * @param authorization the value of that header
   */
  public record Shown(long version, SSLContext context, Optional<String> authorization) {
    @Override
    public String toString() {
      return "identity " + version;
    }
  }

  /** The texts of which a context was made, to see whether another one is needed. */
  private record Material(@Nullable String authorities, @Nullable CertifiedKey key) {}

  private final ClusterAccess access;
  private final Optional<Path> rotated;
  private final NodeTime time;
  private final Journal journal;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  private @Nullable Shown shown;
  private @Nullable Material material;
  private ExecPlugin.@Nullable Answer answer;
  private Instant lookedAt = Instant.MIN;
  private String complaint = "";

  /**
   * @param rotated a file with a certificate and its key that counts more than what the kubeconfig
   *     says as long as it is good
   */
  public ClientIdentity(
      ClusterAccess access, Optional<Path> rotated, NodeTime time, Journal journal) {
    this.access = access;
    this.rotated = rotated;
    this.time = time;
    this.journal = journal;
  }

  public ClusterAccess access() {
    return access;
  }

  /**
   * @throws AccessFailure when there is nothing that could be shown
   */
  public Shown current() {
    Shown before;
    Shown after;
    synchronized (this) {
      before = shown;
      if (before != null && !due()) {
        return before;
      }
      lookedAt = time.now();
      try {
        after = look();
        complaint = "";
      } catch (AccessFailure failure) {
        if (before == null) {
          throw failure;
        }
        complain(failure);
        return before;
      }
      shown = after;
    }
    if (before != null && before.version() != after.version()) {
      listeners.forEach(Runnable::run);
    }
    return after;
  }

  /** What is shown was refused, or has been renewed: it is read again at once. */
  public Shown refreshed() {
    synchronized (this) {
      lookedAt = Instant.MIN;
      answer = null;
    }
    return current();
  }

  /** Runs the task after every change of the context, until what is returned is run. */
  public Runnable onChange(Runnable task) {
    listeners.add(task);
    return () -> listeners.remove(task);
  }

  /** The certificate that is shown now, if any. */
  public synchronized Optional<CertifiedKey> certificate() {
    return material == null ? Optional.empty() : Optional.ofNullable(material.key());
  }

  private boolean due() {
    return lookedAt.isBefore(time.now().minus(LOOK)) || expired();
  }

  private boolean expired() {
    return answer != null
        && answer.until().filter(end -> !end.isAfter(time.wall().plus(LEEWAY))).isPresent();
  }

  private Shown look() {
    Optional<ExecPlugin.Answer> said = access.user().exec().map(this::asked);
    String authorities = access.authorities().map(TextSource::read).orElse(null);
    CertifiedKey key =
        rotatedKey().or(() -> said.flatMap(ExecPlugin.Answer::key)).or(this::ownKey).orElse(null);
    Material now = new Material(authorities, key);
    Optional<String> authorization = authorization(said);
    if (shown != null && now.equals(material)) {
      return new Shown(shown.version(), shown.context(), authorization);
    }
    SSLContext context = context(now);
    material = now;
    return new Shown(shown == null ? 1 : shown.version() + 1, context, authorization);
  }

  private ExecPlugin.Answer asked(ExecCredentialConfig command) {
    ExecPlugin.Answer known = answer;
    if (known == null || expired()) {
      known = new ExecPlugin(command, access, PLUGIN_DEADLINE).ask();
      answer = known;
    }
    return known;
  }

  private Optional<CertifiedKey> rotatedKey() {
    if (rotated.isEmpty() || !Files.exists(rotated.get())) {
      return Optional.empty();
    }
    try {
      String text = new TextSource.InFile(rotated.get()).read();
      return Optional.of(CertifiedKey.read(text, text)).filter(read -> !read.expired(time.wall()));
    } catch (GeneralSecurityException | AccessFailure unusable) {
      complain(new AccessFailure(rotated.get() + ": " + unusable.getMessage()));
      return Optional.empty();
    }
  }

  private Optional<CertifiedKey> ownKey() {
    Optional<TextSource> certificate = access.user().certificate();
    Optional<TextSource> key = access.user().key();
    if (certificate.isEmpty() || key.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(CertifiedKey.read(certificate.get().read(), key.get().read()));
    } catch (GeneralSecurityException unusable) {
      throw new AccessFailure(certificate.get().name() + ": " + unusable.getMessage());
    }
  }

  private Optional<String> authorization(Optional<ExecPlugin.Answer> said) {
    Optional<TextSource> token = access.user().token();
    if (token.isPresent()) {
      String word = token.get().read().strip();
      if (word.isEmpty() || word.chars().anyMatch(c -> c <= ' ' || c > '~')) {
        throw new AccessFailure(token.get().name() + " is not a token");
      }
      return Optional.of("Bearer " + word);
    }
    Optional<UserAccess.Password> password = access.user().password();
    if (password.isPresent()) {
      byte[] both =
          (password.get().user() + ":" + password.get().secret()).getBytes(StandardCharsets.UTF_8);
      return Optional.of("Basic " + Base64.getEncoder().encodeToString(both));
    }
    return said.flatMap(ExecPlugin.Answer::token).map(word -> "Bearer " + word.strip());
  }

  private SSLContext context(Material now) {
    try {
      SSLContext context =
          access.insecure()
              ? TlsContexts.trustingClient(now.key())
              : TlsContexts.client(
                  now.key(),
                  now.authorities() == null ? null : Certificates.read(now.authorities()));
      return access.tlsServerName().isEmpty()
          ? context
          : NamedServer.context(context, access.tlsServerName());
    } catch (GeneralSecurityException unusable) {
      throw new AccessFailure(
          access.authorities().map(TextSource::name).orElse("TLS") + ": " + unusable.getMessage());
    }
  }

  /** Once for each new complaint, not at every look. */
  private void complain(AccessFailure failure) {
    String message = Objects.toString(failure.getMessage(), "");
    if (!message.equals(complaint)) {
      complaint = message;
      journal.write(Journal.Level.WARNING, "BadCredentials", message + "; what worked is kept");
    }
  }
}
