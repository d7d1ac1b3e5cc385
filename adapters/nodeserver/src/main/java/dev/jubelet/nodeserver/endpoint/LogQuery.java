package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.nodeserver.http.RequestTarget;
import dev.jubelet.nodeserver.logs.LogOptions;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The parameters of a request for a container's log: Kubernetes' PodLogOptions. */
record LogQuery(boolean follow, boolean previous, LogOptions options) {
  private static final String STDOUT = "Stdout";
  private static final String STDERR = "Stderr";
  private static final String ALL = "All";

  static LogQuery parse(RequestTarget target, boolean splitStreams, Instant now) throws Refused {
    Optional<Long> tail = tail(target);
    Optional<Long> limit = number(target, "limitBytes");
    Optional<Long> seconds = number(target, "sinceSeconds");
    Optional<Instant> since = time(target);
    boolean follow = flag(target, "follow");
    boolean previous = flag(target, "previous");
    boolean timestamps = flag(target, "timestamps");
    Optional<String> stream = Optional.of(target.parameter("stream")).filter(s -> !s.isEmpty());
    boolean oneStream = stream.isPresent() && !stream.get().equals(ALL);
    if (tail.orElse(0L) < 0
        || limit.orElse(1L) < 1
        || seconds.orElse(1L) < 1
        || (seconds.isPresent() && since.isPresent())
        || (stream.isPresent() && !Set.of(ALL, STDOUT, STDERR).contains(stream.get()))
        || (oneStream && tail.isPresent())) {
      throw new Refused(422, "{\"message\": \"Invalid request.\"}");
    }
    if (oneStream && !splitStreams) {
      throw new Refused(
          400,
          "unable to return the given log stream: "
              + GoQuote.quoted(stream.get())
              + ". Please enable PodLogsQuerySplitStreams feature gate in kubelet");
    }
    return new LogQuery(
        follow,
        previous,
        new LogOptions(
            tail.orElse(-1L),
            earliest(seconds, since, now),
            limit.orElse(-1L),
            oneStream ? (stream.get().equals(STDOUT) ? "stdout" : "stderr") : null,
            timestamps));
  }

  private static @Nullable Instant earliest(
      Optional<Long> seconds, Optional<Instant> since, Instant now) {
    // More seconds than there have been: everything.
    return seconds
        .map(count -> now.minusSeconds(Math.min(count, now.getEpochSecond())))
        .or(() -> since)
        .orElse(null);
  }

  /** Kubernetes: {@code tail} is an old name, of which {@code all} says nothing. */
  private static Optional<Long> tail(RequestTarget target) throws Refused {
    String old = target.parameter("tail");
    if (old.equals("all")) {
      return Optional.empty();
    }
    return old.isEmpty() ? number(target, "tailLines") : number(target, "tail");
  }

  private static Optional<Long> number(RequestTarget target, String name) throws Refused {
    String text = target.parameter(name);
    try {
      return text.isEmpty() ? Optional.empty() : Optional.of(Long.parseLong(text));
    } catch (NumberFormatException notANumber) {
      throw undecodable();
    }
  }

  private static Optional<Instant> time(RequestTarget target) throws Refused {
    String text = target.parameter("sinceTime");
    try {
      return text.isEmpty()
          ? Optional.empty()
          : Optional.of(OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException notATime) {
      throw undecodable();
    }
  }

  /** Kubernetes: a parameter that is there is true, unless it says the contrary. */
  private static boolean flag(RequestTarget target, String name) {
    if (!target.query().containsKey(name)) {
      return false;
    }
    String text = target.parameter(name);
    return !text.equalsIgnoreCase("false") && !text.equals("0");
  }

  private static Refused undecodable() {
    return new Refused(400, "{\"message\": \"Unable to decode query.\"}");
  }
}
