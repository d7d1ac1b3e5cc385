package dev.jubelet.ports;

import dev.jubelet.model.access.UserInfo;
import java.util.Optional;

/** Somebody who knows whose token that is. */
public interface TokenReviews {
  /**
   * Empty when the token is nobody's.
   *
   * @throws OutsideFailure when nobody could be asked
   */
  Optional<UserInfo> review(String token);
}
