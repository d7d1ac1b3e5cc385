package dev.jubelet.ports;

import dev.jubelet.model.access.AccessAttributes;
import dev.jubelet.model.access.UserInfo;

/** Somebody who knows who may do what. */
public interface AccessReviews {
  /**
   * Whether the user may; no opinion is a no.
   *
   * @throws OutsideFailure when nobody could be asked: then it is not allowed either
   */
  boolean allowed(UserInfo user, AccessAttributes attributes);
}
