package dev.jubelet.model.access;

import dev.jubelet.model.meta.Ordered;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Somebody whose credentials were good. */
public record UserInfo(
    String name, String uid, List<String> groups, Map<String, List<String>> extra) {
  private static final String AUTHENTICATED = "system:authenticated";

  /** Whom Kubernetes calls those without credentials, where they are let in at all. */
  public static final UserInfo ANONYMOUS =
      new UserInfo("system:anonymous", "", List.of("system:unauthenticated"), Map.of());

  public UserInfo {
    groups = List.copyOf(groups);
    extra = Ordered.copyOf(extra);
  }

  /** Kubernetes: whoever is known is in one group more. */
  public UserInfo authenticated() {
    if (groups.contains(AUTHENTICATED)) {
      return this;
    }
    List<String> all = new ArrayList<>(groups);
    all.add(AUTHENTICATED);
    return new UserInfo(name, uid, all, extra);
  }
}
