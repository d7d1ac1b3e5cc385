package dev.jubelet.engine.allocation;

import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeServices;
import dev.jubelet.ports.NodeState;
import dev.jubelet.ports.OutsideFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Writes one piece of node state, one write at a time: what changes during a write is in the next
 * one. A first line names what it is and the version of its form. Touched by its owner only; the
 * ends of writes come back as steps of the owner.
 */
public final class Checkpoint {
  private final String name;
  private final String head;
  private final String loss;
  private final NodeState state;
  private final NodeServices node;
  private final Consumer<Runnable> owner;
  private final Supplier<String> content;
  private List<Runnable> waiting = new ArrayList<>();
  private boolean writing;
  private boolean changed;

  /**
   * @param loss what nobody knows any more when it is damaged or cannot be written
   */
  public Checkpoint(
      String name,
      String loss,
      NodeState state,
      NodeServices node,
      Consumer<Runnable> owner,
      Supplier<String> content) {
    this.name = name;
    this.head = name + " 1\n";
    this.loss = loss;
    this.state = state;
    this.node = node;
    this.owner = owner;
    this.content = content;
  }

  /**
   * Hands over what an earlier life wrote, if it did. What is damaged is set aside and told.
   *
   * @param reader throws {@link IllegalArgumentException} when it makes no sense
   */
  public void load(Consumer<String> reader) {
    var _ =
        state.read(
            name,
            text -> {
              reader.accept(body(text));
              return text;
            },
            this::tellDamage);
  }

  private String body(String text) {
    if (!text.startsWith(head)) {
      throw new IllegalArgumentException("it does not begin with \"" + head.strip() + "\"");
    }
    return text.substring(head.length());
  }

  private void tellDamage(String why) {
    node.journal()
        .write(Journal.Level.WARNING, "DamagedState", loss + " is not known any more: " + why);
  }

  public void save() {
    changed = true;
    if (!writing) {
      write();
    }
  }

  /** Runs the step once what is known now is on the disk, or cannot be brought there. */
  public void saveThen(Runnable step) {
    waiting.add(step);
    save();
  }

  private void write() {
    writing = true;
    changed = false;
    String text = head + content.get();
    List<Runnable> after = waiting;
    waiting = new ArrayList<>();
    node.effects()
        .run(
            "save " + name,
            () -> attempt(text),
            failure -> owner.accept(() -> written(failure, after)));
  }

  private Optional<String> attempt(String text) {
    try {
      state.save(name, text);
      return Optional.empty();
    } catch (OutsideFailure failure) {
      return Optional.of(failure.text());
    }
  }

  /** A disk that takes nothing must not keep pods from being served. */
  private void written(Optional<String> failure, List<Runnable> after) {
    writing = false;
    failure.ifPresent(why ->
        node.journal()
            .write(
                Journal.Level.WARNING,
                "FailedCheckpoint",
                "a restart would not know " + loss + ": " + why));
    after.forEach(Runnable::run);
    if (changed) {
      write();
    }
  }
}
