package dev.jubelet.decide.users;

import dev.jubelet.model.runtime.config.IdRange;
import java.util.Collection;
import java.util.Optional;

/**
 * The users of the machine that pods may have, in equal parts. The machine's own, the first part,
 * are never among them.
 */
public record UserRanges(IdRange all, long perPod) {
  /** Kubernetes: whatever is not the machine's own, where nobody says otherwise. */
  public static UserRanges standard(long perPod) {
    return new UserRanges(new IdRange(perPod, IdRange.ID_MAX + 1 - perPod), perPod);
  }

  public UserRanges {
    if (all.first() < perPod || all.first() % perPod != 0 || all.length() % perPod != 0) {
      throw new IllegalArgumentException(
          "the users of pods, %d from %d on, are not whole parts of %d from %d on"
              .formatted(all.length(), all.first(), perPod, perPod));
    }
  }

  /** The lowest part that overlaps nobody's. */
  public Optional<IdRange> free(Collection<IdRange> taken) {
    for (long first = all.first(); first < all.first() + all.length(); first += perPod) {
      IdRange part = new IdRange(first, perPod);
      if (taken.stream().noneMatch(part::overlaps)) {
        return Optional.of(part);
      }
    }
    return Optional.empty();
  }
}
