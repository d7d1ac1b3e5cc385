package dev.jubelet.images.registry;

import dev.jubelet.images.content.DamagedContentException;
import dev.jubelet.images.content.Ingest;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Gets one blob after the other, each going on where it was cut. */
final class BlobFetch implements BlobSource {
  private static final int BUFFER = 64 * 1024;
  private static final int TRIES_MAX = 4;
  // Less than this between two cuts is not getting on.
  private static final long STEP_MIN = 64 * 1024;
  private static final Pattern RANGE =
      Pattern.compile("bytes (\\d{1,18})-\\d{1,18}/(\\d{1,18}|\\*)");

  private final Repository repository;

  BlobFetch(Repository repository) {
    this.repository = repository;
  }

  @Override
  public void fetch(Ingest ingest, BooleanSupplier cancelled) {
    repository.firstOf(
        RegistryHost::pulls,
        host -> {
          from(host, ingest, cancelled);
          return true;
        });
  }

  private void from(RegistryHost host, Ingest ingest, BooleanSupplier cancelled) {
    boolean pieced = ingest.offset() > 0;
    boolean secondChance = true;
    int idle = 0;
    while (true) {
      long before = ingest.offset();
      try {
        if (before < ingest.size()) {
          transfer(host, ingest, cancelled);
        }
        ingest.commit();
        return;
      } catch (DamagedContentException damaged) {
        restart(ingest);
        if (!pieced || !secondChance) {
          throw new OutsideFailure(
              FailureKind.UNAVAILABLE, host + ": " + damaged.getMessage(), damaged);
        }
        // What came in pieces may have been put together wrongly: once more from the beginning.
        pieced = false;
        secondChance = false;
      } catch (IOException disk) {
        throw new OutsideFailure(
            FailureKind.EXHAUSTED,
            "cannot store " + ingest.digest() + ": " + disk.getMessage(),
            disk);
      } catch (OutsideFailure failed) {
        idle = ingest.offset() - before >= STEP_MIN ? 0 : idle + 1;
        if (!Repository.retryable(failed) || idle == TRIES_MAX || cancelled.getAsBoolean()) {
          throw failed;
        }
        pieced = ingest.offset() > 0;
        if (idle > 0) {
          repository.pause(idle);
        }
      }
    }
  }

  private static void restart(Ingest ingest) {
    try {
      ingest.restart();
    } catch (IOException disk) {
      throw new OutsideFailure(
          FailureKind.EXHAUSTED,
          "cannot store " + ingest.digest() + ": " + disk.getMessage(),
          disk);
    }
  }

  private void transfer(RegistryHost host, Ingest ingest, BooleanSupplier cancelled)
      throws IOException {
    long offset = ingest.offset();
    Map<String, String> headers = offset == 0 ? Map.of() : Map.of("Range", "bytes=" + offset + "-");
    HttpResponse<InputStream> response = repository.get(host, "/blobs/" + ingest.digest(), headers);
    try (TransferGuard.Watched body = repository.guard().watch(response.body())) {
      if (response.statusCode() == 416) {
        ingest.restart();
        throw new OutsideFailure(
            FailureKind.UNAVAILABLE, host + " refuses to resume the download (status 416)");
      }
      Repository.check(host, response, offset == 0 ? List.of(200) : List.of(200, 206));
      checkSize(host, ingest, response, offset);
      copy(host, body, ingest, response.statusCode() == 206 ? 0 : offset, cancelled);
    }
  }

  /** A host that says another size than the manifest is not worth a single byte. */
  private static void checkSize(
      RegistryHost host, Ingest ingest, HttpResponse<InputStream> response, long offset)
      throws IOException {
    if (response.statusCode() == 206) {
      Matcher range = RANGE.matcher(response.headers().firstValue("Content-Range").orElse(""));
      if (!range.matches()
          || Long.parseLong(range.group(1)) != offset
          || !(range.group(2).equals("*") || Long.parseLong(range.group(2)) == ingest.size())) {
        ingest.restart();
        throw new OutsideFailure(
            FailureKind.UNAVAILABLE, host + " resumed the download at the wrong position");
      }
      return;
    }
    long length = response.headers().firstValueAsLong("Content-Length").orElse(ingest.size());
    if (length != ingest.size()) {
      throw new DamagedContentException(
          ingest.digest() + " has " + length + " bytes there, not " + ingest.size());
    }
  }

  /**
   * @param skipped bytes at the beginning that are there already, from a host without ranges
   */
  private static void copy(
      RegistryHost host,
      TransferGuard.Watched body,
      Ingest ingest,
      long skipped,
      BooleanSupplier cancelled)
      throws IOException {
    byte[] buffer = new byte[BUFFER];
    long skip = skipped;
    while (true) {
      int read;
      try {
        read = body.read(buffer);
      } catch (IOException cut) {
        throw Repository.transfer(host, cut);
      }
      if (cancelled.getAsBoolean()) {
        throw new OutsideFailure(FailureKind.TIMED_OUT, "the pull was cancelled");
      }
      if (read < 0) {
        break;
      }
      int past = (int) Math.min(skip, read);
      skip -= past;
      if (read > past) {
        ingest.write(ByteBuffer.wrap(buffer, past, read - past));
      }
    }
    if (ingest.offset() < ingest.size()) {
      throw new OutsideFailure(
          FailureKind.UNAVAILABLE,
          host + " ends after " + ingest.offset() + " of " + ingest.size() + " bytes");
    }
  }
}
