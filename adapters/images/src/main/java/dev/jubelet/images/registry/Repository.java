package dev.jubelet.images.registry;

import dev.jubelet.images.content.Digest;
import dev.jubelet.model.retry.RetryBackoff;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/** One repository of a registry, with its mirrors. */
public final class Repository {
  private static final int TRIES_MAX = 4;
  private static final int LOGINS_MAX = 2;
  private static final Duration PAUSE_MAX = Duration.ofSeconds(10);
  private static final String ACCEPT =
      String.join(
          ", ",
          Documents.OCI_INDEX,
          Documents.OCI_MANIFEST,
          Documents.DOCKER_LIST,
          Documents.DOCKER_MANIFEST);

  private final List<RegistryHost> hosts;
  private final String path;
  private final Context context;

  /** What requests are made with. */
  record Context(
      RegistryHttp http, TransferGuard guard, RegistryAuth access, RegistryTimes times) {}

  Repository(List<RegistryHost> hosts, String path, Context context) {
    this.hosts = List.copyOf(hosts);
    this.path = path;
    this.context = context;
  }

  /** A document as it was sent, with what it was called. */
  public record Document(byte[] content, String mediaType) {
    public Digest digest() {
      return Digest.of(content);
    }
  }

  /**
   * What a tag means, as the first host says that may.
   *
   * @param memory pays for the document for as long as it is open
   */
  public Document byTag(String tag, MemoryBudget.Share memory) {
    return firstOf(RegistryHost::resolves, host -> manifest(host, tag, memory));
  }

  public Document byDigest(Digest digest, MemoryBudget.Share memory) {
    return firstOf(
        RegistryHost::pulls,
        host -> {
          Document document = manifest(host, digest.toString(), memory);
          if (!document.digest().equals(digest)) {
            throw new OutsideFailure(
                FailureKind.UNAVAILABLE,
                host + " sends " + document.digest() + " where " + digest + " was asked for");
          }
          return document;
        });
  }

  /** Tries hosts in turn; when none does, what the last one said counts: it is the registry. */
  <T> T firstOf(Predicate<RegistryHost> fit, Function<RegistryHost, T> attempt) {
    OutsideFailure last = null;
    for (RegistryHost host : hosts) {
      if (fit.test(host)) {
        try {
          return attempt.apply(host);
        } catch (OutsideFailure failed) {
          if (Thread.currentThread().isInterrupted()) {
            throw failed;
          }
          last = failed;
        }
      }
    }
    throw last != null
        ? last
        : new OutsideFailure(FailureKind.BAD_SPEC, "no registry host may be asked for " + path);
  }

  private Document manifest(RegistryHost host, String reference, MemoryBudget.Share memory) {
    for (int tries = 1; ; tries++) {
      try {
        return manifestOnce(host, reference, memory);
      } catch (OutsideFailure failed) {
        if (tries == TRIES_MAX || !retryable(failed)) {
          throw failed;
        }
        pause(tries);
      }
    }
  }

  private Document manifestOnce(RegistryHost host, String reference, MemoryBudget.Share memory) {
    HttpResponse<InputStream> response =
        get(host, "/manifests/" + reference, Map.of("Accept", ACCEPT));
    try (TransferGuard.Watched body = context.guard().watch(response.body())) {
      check(host, response, List.of(200));
      byte[] content = body.readAll(Documents.MANIFEST_MAX, memory, context.times().answer());
      String type = response.headers().firstValue("Content-Type").orElse("");
      int semicolon = type.indexOf(';');
      return new Document(
          content, usual(semicolon < 0 ? type.strip() : type.substring(0, semicolon).strip()));
    } catch (IOException cut) {
      throw transfer(host, cut);
    }
  }

  /** Some registries call every document just JSON: then it says itself what it is. */
  private static String usual(String type) {
    return type.equals("application/json") || type.equals("text/plain") ? "" : type;
  }

  /**
   * Asks a host, and shows what it wants to be shown.
   *
   * @param place below the repository
   */
  HttpResponse<InputStream> get(RegistryHost host, String place, Map<String, String> headers) {
    for (int logins = 0; ; logins++) {
      Map<RegistryHost, String> shown = new HashMap<>();
      HttpResponse<InputStream> response =
          context
              .http()
              .send(
                  host,
                  "/" + path + place,
                  (spoken, uri) -> {
                    shown.put(spoken, context.access().of(spoken));
                    return RegistryHttp.Ask.get(uri, headers, context.access().of(spoken));
                  });
      RegistryHost spoken = context.http().spoken(host);
      if (response.statusCode() != 401
          || logins == LOGINS_MAX
          || !context
              .access()
              .asked(
                  spoken,
                  response.headers().allValues("WWW-Authenticate"),
                  shown.getOrDefault(spoken, ""))) {
        return response;
      }
      RegistryHttp.close(response);
    }
  }

  static void check(RegistryHost host, HttpResponse<InputStream> response, List<Integer> good) {
    int status = response.statusCode();
    if (good.contains(status)) {
      return;
    }
    FailureKind kind =
        switch (status) {
          case 401, 403 -> FailureKind.DENIED;
          case 404 -> FailureKind.NOT_FOUND;
          case 429 -> FailureKind.EXHAUSTED;
          default -> status >= 500 ? FailureKind.UNAVAILABLE : FailureKind.BAD_SPEC;
        };
    String meaning =
        switch (kind) {
          case DENIED -> "refuses us";
          case NOT_FOUND -> "does not have it";
          case EXHAUSTED -> "is asked too often";
          default -> "cannot give it";
        };
    throw new OutsideFailure(kind, host + " " + meaning + " (status " + status + ")");
  }

  static boolean retryable(OutsideFailure failed) {
    return failed.kind() == FailureKind.UNAVAILABLE || failed.kind() == FailureKind.EXHAUSTED;
  }

  static OutsideFailure transfer(RegistryHost host, IOException cut) {
    return cut instanceof TransferGuard.StalledException
        ? new OutsideFailure(
            FailureKind.TIMED_OUT, host + " makes no progress: " + cut.getMessage(), cut)
        : RegistryHttp.failure(host, cut);
  }

  /** Waits a little, twice as long each time. */
  void pause(int tries) {
    try {
      Thread.sleep(new RetryBackoff(context.times().pause(), PAUSE_MAX).after(tries));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new OutsideFailure(FailureKind.TIMED_OUT, "interrupted between two attempts");
    }
  }

  TransferGuard guard() {
    return context.guard();
  }

  /** A way to get blobs of this repository. */
  public BlobSource blobs() {
    return new BlobFetch(this);
  }
}
