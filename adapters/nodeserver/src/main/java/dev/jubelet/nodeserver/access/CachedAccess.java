package dev.jubelet.nodeserver.access;

import dev.jubelet.model.access.AccessAttributes;
import dev.jubelet.model.access.UserInfo;
import dev.jubelet.ports.AccessReviews;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/** Remembers what somebody else said of who may do what; a failure is never remembered. */
final class CachedAccess implements AccessReviews {
  private static final int CACHE_MAX = 8192;

  private record Question(UserInfo user, AccessAttributes attributes) {}

  private final AccessReviews reviews;
  private final ReviewSemaphore semaphore;
  private final Duration yes;
  private final Duration no;
  private final ExpiringCache<Question, Boolean> known;

  CachedAccess(
      AccessReviews reviews,
      ReviewSemaphore semaphore,
      Duration yes,
      Duration no,
      Supplier<Instant> now) {
    this.reviews = reviews;
    this.semaphore = semaphore;
    this.yes = yes;
    this.no = no;
    this.known = new ExpiringCache<>(CACHE_MAX, now);
  }

  @Override
  public boolean allowed(UserInfo user, AccessAttributes attributes) {
    Question question = new Question(user, attributes);
    return known.find(question).orElseGet(() -> ask(question));
  }

  private boolean ask(Question question) {
    return semaphore.take(() -> {
      Optional<Boolean> meanwhile = known.find(question);
      if (meanwhile.isPresent()) {
        return meanwhile.get();
      }
      boolean allowed = reviews.allowed(question.user(), question.attributes());
      known.keep(question, allowed, allowed ? yes : no);
      return allowed;
    });
  }
}
