package dev.jubelet.engine.mailbox;

import dev.jubelet.ports.Effects;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Hands events to one owner, one at a time. It is bounded by meaning: an event that stands for the
 * same thing as one not yet taken is merged with it, so there is no queue to grow.
 */
public final class Mailbox<E> {
  private final Effects effects;
  private final Consumer<E> owner;
  private final Function<E, Object> slot;
  private final BinaryOperator<E> merge;
  private final Map<Object, E> waiting = new LinkedHashMap<>();
  private boolean draining;

  /**
   * @param merge given the older and the newer event of a slot, what the owner needs to be told
   */
  public Mailbox(
      Effects effects, Consumer<E> owner, Function<E, Object> slot, BinaryOperator<E> merge) {
    this.effects = effects;
    this.owner = owner;
    this.slot = slot;
    this.merge = merge;
  }

  /** A mailbox in which nothing is merged: for owners whose callers are bounded themselves. */
  public static Mailbox<Runnable> ofSteps(Effects effects) {
    return new Mailbox<>(effects, Runnable::run, step -> step, (older, newer) -> newer);
  }

  public void put(E event) {
    synchronized (waiting) {
      waiting.merge(slot.apply(event), event, merge);
      if (draining) {
        return;
      }
      draining = true;
    }
    effects.execute(this::drain);
  }

  private void drain() {
    while (true) {
      E next;
      synchronized (waiting) {
        if (waiting.isEmpty()) {
          draining = false;
          return;
        }
        Object first = waiting.keySet().iterator().next();
        next = Objects.requireNonNull(waiting.remove(first));
      }
      try {
        owner.accept(next);
      } catch (RuntimeException | Error bug) {
        // Told to the driver, but the events behind it must not be lost with it.
        effects.execute(this::drain);
        throw bug;
      }
    }
  }
}
