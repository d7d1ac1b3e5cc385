package dev.jubelet.cluster.certificates;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.ApiServer;
import dev.jubelet.cluster.client.RetryDelay;
import dev.jubelet.cluster.x509.CertifiedKey;
import dev.jubelet.model.retry.RetryBackoff;
import dev.jubelet.ports.Jitter;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;
import java.io.UncheckedIOException;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a certificate good: asks for one when there is none, when the one there is has lived 70 to
 * 90 percent of its time, or when it does not say what it should. It may be killed at any moment:
 * the key of a request is in a file before the request is made, and the request's name follows from
 * both.
 */
public final class CertificateRotation implements AutoCloseable {
  // The machine's clock may be set, and names of the node may change, so nobody sleeps for long.
  private static final Duration LOOK = Duration.ofMinutes(1);
  private static final RetryBackoff APPROVAL =
      new RetryBackoff(Duration.ofMillis(200), Duration.ofSeconds(5));

  /** Kubernetes forgets requests that nobody decides about after a day; we ask anew before that. */
  private static final Duration APPROVAL_MAX = Duration.ofHours(12);

  private final CertificateFiles files;
  private final Supplier<Optional<CertificateOrder>> wanted;
  private final ApiServer api;
  private final Runnable onNew;
  private final NodeTime time;
  private final Jitter jitter;
  private final Journal journal;
  private final RetryDelay delay;

  private @Nullable Thread thread;
  private volatile boolean closed;
  private volatile CountDownLatch bell = new CountDownLatch(1);

  // Only the own thread touches these.
  private double share;
  private @Nullable Instant askedAt;
  private int undecided;
  private boolean told;

  /**
   * @param wanted what the certificate should say; nothing while that is not known yet
   * @param onNew is run when there is another certificate behind the link
   */
  public CertificateRotation(
      CertificateFiles files,
      Supplier<Optional<CertificateOrder>> wanted,
      ApiServer api,
      Runnable onNew,
      NodeTime time,
      Jitter jitter,
      Journal journal) {
    this.files = files;
    this.wanted = wanted;
    this.api = api;
    this.onNew = onNew;
    this.time = time;
    this.jitter = jitter;
    this.journal = journal;
    this.delay = new RetryDelay(jitter);
    this.share = jitter.next();
  }

  public synchronized void start() {
    if (thread == null) {
      thread = Thread.ofVirtual().name("certificate of the node").start(this::run);
    }
  }

  /** What the certificate should say may have changed. */
  public void look() {
    bell.countDown();
  }

  @Override
  public synchronized void close() {
    closed = true;
    bell.countDown();
    if (thread != null) {
      thread.interrupt();
    }
  }

  private void run() {
    while (!closed) {
      bell = new CountDownLatch(1);
      Duration wait = step();
      if (closed) {
        return;
      }
      NodeTime.Alarm alarm = time.after(wait, bell::countDown);
      try {
        bell.await();
      } catch (InterruptedException closing) {
        Thread.currentThread().interrupt();
        return;
      } finally {
        alarm.cancel();
      }
    }
  }

  /** Does what is to be done now, and says when to look again. */
  private Duration step() {
    try {
      Optional<CertificateOrder> order = wanted.get();
      if (order.isEmpty() || !due(files.current(), order.get())) {
        return LOOK;
      }
      return asked(order.get());
    } catch (ApiFailure failure) {
      if (failure.code() == 400 || failure.code() == 422) {
        // The server finds fault with the request itself, so another one is needed.
        files.forgetNextKey();
      }
      return failed("cannot ask for a certificate: " + failure.getMessage(), failure.retryAfter());
    } catch (UncheckedIOException refused) {
      return failed(refused.getMessage() + ": " + refused.getCause(), Optional.empty());
    }
  }

  private boolean due(Optional<CertifiedKey> current, CertificateOrder order) {
    if (current.isEmpty() || !CertificateMatch.says(current.get(), order.subject())) {
      return true;
    }
    Instant from = current.get().notBefore();
    long life = Duration.between(from, current.get().notAfter()).toMillis();
    return !time.wall().isBefore(from.plusMillis((long) (life * (0.7 + 0.2 * share))));
  }

  private Duration asked(CertificateOrder order) {
    KeyPair key = files.nextKey();
    CertificateRequest request = new CertificateRequest(api, order, key);
    return switch (request.ask()) {
      case CertificateRequest.State.Signed(String pem) -> taken(pem, key);
      case CertificateRequest.State.Refused(String why) -> {
        files.forgetNextKey();
        askedAt = null;
        yield failed("the request for a certificate was refused: " + why, Optional.empty());
      }
      case CertificateRequest.State.Waiting _ -> waiting();
    };
  }

  private Duration taken(String pem, KeyPair key) {
    boolean good = CertificateMatch.good(pem, time.wall());
    if (!good) {
      // A request of an earlier life, answered long ago.
      files.forgetNextKey();
      return failed("the certificate that was signed is no longer good", Optional.empty());
    }
    files.keep(pem, key);
    askedAt = null;
    undecided = 0;
    told = false;
    share = jitter.next();
    delay.forget();
    journal.write(
        Journal.Level.NORMAL,
        "NewCertificate",
        "there is a new certificate behind " + files.currentPath());
    onNew.run();
    return LOOK;
  }

  private Duration waiting() {
    Instant since = askedAt;
    if (since == null) {
      since = time.now();
      askedAt = since;
      undecided = 0;
    }
    if (time.now().isAfter(since.plus(APPROVAL_MAX))) {
      files.forgetNextKey();
      askedAt = null;
    }
    undecided++;
    return APPROVAL.after(undecided);
  }

  private Duration failed(String message, Optional<Duration> asked) {
    journal.write(told ? Journal.Level.DETAIL : Journal.Level.WARNING, "NoCertificate", message);
    told = true;
    Duration wait = delay.afterFailure(time.now());
    return asked.filter(longer -> longer.compareTo(wait) > 0).orElse(wait);
  }
}
