package dev.jubelet.nodeserver;

import dev.jubelet.model.access.AccessAttributes;
import dev.jubelet.model.access.UserInfo;
import dev.jubelet.ports.AccessReviews;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.TokenReviews;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** An API server that knows a few tokens and rights, and can be away. */
public final class FakeReviewer implements TokenReviews, AccessReviews {
  private final Map<String, String> tokens = new ConcurrentHashMap<>();
  private final Map<String, Set<String>> rights = new ConcurrentHashMap<>();
  final AtomicInteger tokenQuestions = new AtomicInteger();
  final AtomicInteger accessQuestions = new AtomicInteger();
  volatile boolean tokensAway;
  volatile boolean accessAway;

  /**
   * @param subresources "*" for all
   */
  public FakeReviewer grant(String user, String... subresources) {
    rights.put(user, Set.of(subresources));
    return this;
  }

  public FakeReviewer token(String token, String user) {
    tokens.put(token, user);
    return this;
  }

  @Override
  public Optional<UserInfo> review(String token) {
    tokenQuestions.incrementAndGet();
    if (tokensAway) {
      throw new OutsideFailure(FailureKind.UNAVAILABLE, "the API server is away");
    }
    return Optional.ofNullable(tokens.get(token))
        .map(user -> new UserInfo(user, "", List.of(), Map.of()));
  }

  @Override
  public boolean allowed(UserInfo user, AccessAttributes attributes) {
    accessQuestions.incrementAndGet();
    if (accessAway) {
      throw new OutsideFailure(FailureKind.UNAVAILABLE, "the API server is away");
    }
    Set<String> granted = rights.getOrDefault(user.name(), Set.of());
    return attributes.resource().equals("nodes")
        && attributes.name().equals("worker-1")
        && (granted.contains("*")
            || granted.contains(attributes.subresource())
            || granted.contains(attributes.verb() + " " + attributes.subresource()));
  }
}
