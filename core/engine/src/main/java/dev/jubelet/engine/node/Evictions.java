package dev.jubelet.engine.node;

import dev.jubelet.engine.allocation.Checkpoint;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.Effects;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Whom this node evicted and why, for as long as a source lists it: an API server would remember
 * that the pod has failed, and a manifest does not. Owned by the inventory.
 */
public final class Evictions {
  static final String NAME = "evictions";
  private static final String HEAD = "evictions 1";

  private final Map<PodUid, String> messages = new LinkedHashMap<>();
  private final Checkpoint checkpoint;

  /**
   * @param owner runs steps one at a time, with everything else that touches the evictions
   */
  public Evictions(NodeState state, Effects effects, Journal journal, Consumer<Runnable> owner) {
    this.checkpoint =
        new Checkpoint(NAME, "who was evicted", state, effects, journal, owner, this::text);
    checkpoint.load(this::read);
  }

  /** Why it was evicted; null when it was not. */
  @Nullable String of(PodUid uid) {
    return messages.get(uid);
  }

  /**
   * @param then runs once the disk knows of it
   */
  void add(PodUid uid, String message, Runnable then) {
    messages.put(uid, message);
    checkpoint.saveThen(then);
  }

  void keepOnly(Predicate<PodUid> known) {
    if (messages.keySet().removeIf(uid -> !known.test(uid))) {
      checkpoint.save();
    }
  }

  private String text() {
    StringBuilder text = new StringBuilder(HEAD).append('\n');
    messages.forEach((uid, message) ->
        text.append(uid.value()).append(' ').append(message.replaceAll("\\R", " ")).append('\n'));
    return text.toString();
  }

  private void read(String text) {
    Map<PodUid, String> found = new LinkedHashMap<>();
    String[] lines = text.split("\n", -1);
    if (!lines[0].equals(HEAD)) {
      throw new IllegalArgumentException("it does not begin with \"" + HEAD + "\"");
    }
    for (int i = 1; i < lines.length - 1; i++) {
      int space = lines[i].indexOf(' ');
      if (space <= 0) {
        throw new IllegalArgumentException("line " + (i + 1) + " makes no sense");
      }
      found.put(new PodUid(lines[i].substring(0, space)), lines[i].substring(space + 1));
    }
    messages.putAll(found);
  }
}
