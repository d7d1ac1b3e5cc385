package dev.jubelet.engine.node;

import dev.jubelet.engine.allocation.Checkpoint;
import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.NodeServices;
import dev.jubelet.ports.NodeState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Whom this node ended although its work was not done, and why, for as long as a source lists it:
 * an API server would remember that the pod has failed, and a manifest does not. Owned by the
 * inventory.
 */
public final class ForcedTerminations {
  static final String NAME = "forced-ends";

  private final Map<PodUid, Reason> reasons = new LinkedHashMap<>();
  private final Checkpoint checkpoint;

  record Reason(Termination.Cause cause, String message) {}

  /**
   * @param owner runs steps one at a time, with everything else that touches them
   */
  public ForcedTerminations(NodeState state, NodeServices node, Consumer<Runnable> owner) {
    this.checkpoint = new Checkpoint(NAME, "who was made to end", state, node, owner, this::text);
    checkpoint.load(this::read);
  }

  /** Null when nobody made it end. */
  @Nullable Reason of(PodUid uid) {
    return reasons.get(uid);
  }

  /**
   * @param then runs once the disk knows of it
   */
  void add(PodUid uid, Reason reason, Runnable then) {
    reasons.put(uid, reason);
    checkpoint.saveThen(then);
  }

  void keepOnly(Predicate<PodUid> known) {
    if (reasons.keySet().removeIf(uid -> !known.test(uid))) {
      checkpoint.save();
    }
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    reasons.forEach((uid, reason) ->
        text.append(uid.value())
            .append(' ')
            .append(reason.cause())
            .append(' ')
            .append(reason.message().replaceAll("\\R", " "))
            .append('\n'));
    return text.toString();
  }

  private void read(String text) {
    Map<PodUid, Reason> found = new LinkedHashMap<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String[] words = lines.get(i).split(" ", 3);
      if (words.length < 3 || words[0].isEmpty()) {
        // A first line comes before them.
        throw new IllegalArgumentException("line " + (i + 2) + " is not valid");
      }
      found.put(new PodUid(words[0]), new Reason(Termination.Cause.valueOf(words[1]), words[2]));
    }
    reasons.putAll(found);
  }
}
