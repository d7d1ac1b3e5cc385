package dev.jubelet.nodeserver.access;

import dev.jubelet.decide.access.NodeAccess;
import dev.jubelet.model.access.AccessAttributes;
import dev.jubelet.model.access.UserInfo;
import dev.jubelet.nodeserver.http.HttpAnswer;
import dev.jubelet.nodeserver.http.HttpCall;
import dev.jubelet.ports.AccessReviews;
import dev.jubelet.ports.OutsideFailure;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Lets nobody in who is not known and allowed. Whoever could not be judged, because the one who
 * judges is away, stays outside.
 */
public final class RequestAuthorizer {
  private static final System.Logger LOG = System.getLogger(RequestAuthorizer.class.getName());
  private static final int QUESTIONS_AT_ONCE = 32;
  private static final int ANSWERS_MAX = 8192;

  private record Question(UserInfo user, AccessAttributes attributes) {}

  private final NodeAccess rights;
  private final CertificateUsers certificates;
  private final Optional<TokenUsers> tokens;
  private final AccessReviews access;
  private final boolean anonymous;

  public RequestAuthorizer(AccessSettings terms) {
    ReviewSemaphore semaphore = new ReviewSemaphore(QUESTIONS_AT_ONCE);
    rights = terms.rights();
    certificates = new CertificateUsers(terms.clientAuthorities(), terms.wall());
    tokens =
        terms
            .tokens()
            .map(reviews ->
                new TokenUsers(reviews, semaphore, terms.caching().tokens(), terms.now()));
    ReviewCache<Question, Boolean> known = new ReviewCache<>(ANSWERS_MAX, semaphore, terms.now());
    access =
        (user, attributes) ->
            known.get(
                new Question(user, attributes),
                () -> terms.access().allowed(user, attributes),
                allowed -> allowed ? terms.caching().allowed() : terms.caching().denied());
    anonymous = terms.anonymous();
  }

  /** Why not, or nothing when the caller may go on. */
  public Optional<HttpAnswer> objection(HttpCall call) {
    Optional<UserInfo> user = user(call);
    return user.isEmpty()
        ? Optional.of(HttpAnswer.text(401, "Unauthorized"))
        : objection(user.get(), call);
  }

  /** Any good credential is enough; without any at all the caller may be anonymous. */
  private Optional<UserInfo> user(HttpCall call) {
    boolean bad = false;
    try {
      Optional<UserInfo> owner = certificates.user(call.peer());
      if (owner.isPresent()) {
        return owner.map(UserInfo::authenticated);
      }
    } catch (BadCredential refused) {
      bad = true;
      LOG.log(System.Logger.Level.DEBUG, refused.getMessage());
    }
    if (tokens.isPresent()) {
      try {
        Optional<String> token = BearerTokens.find(call);
        if (token.isPresent()) {
          return Optional.of(tokens.get().user(token.get()).authenticated());
        }
      } catch (BadCredential refused) {
        bad = true;
        LOG.log(System.Logger.Level.DEBUG, refused.getMessage());
      }
    }
    return anonymous && !bad ? Optional.of(UserInfo.ANONYMOUS) : Optional.empty();
  }

  private Optional<HttpAnswer> objection(UserInfo user, HttpCall call) {
    List<AccessAttributes> enough = rights.enough(call.method(), call.path());
    for (AccessAttributes each : enough) {
      try {
        if (access.allowed(user, each)) {
          return Optional.empty();
        }
      } catch (OutsideFailure unjudged) {
        LOG.log(
            System.Logger.Level.WARNING,
            "nobody said whether " + user.name() + " may use the node: " + unjudged.text());
        return Optional.of(
            HttpAnswer.text(
                500,
                "Authorization error (user=%s, verb=%s, resource=%s, subresource=%s)"
                    .formatted(user.name(), each.verb(), each.resource(), each.subresource())));
      }
    }
    return Optional.of(
        HttpAnswer.text(
            403,
            "Forbidden (user=%s, verb=%s, resource=%s, subresource(s)=[%s])\n"
                .formatted(
                    user.name(),
                    enough.getFirst().verb(),
                    enough.getFirst().resource(),
                    enough.stream()
                        .map(AccessAttributes::subresource)
                        .collect(Collectors.joining(" ")))));
  }
}
