package dev.jubelet.ports;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Small things that must outlive our process, each under a name of its own. They help and never
 * hinder: whatever has happened to them, a node starts.
 */
public interface NodeState {
  /** What was last saved under a name. What is damaged is set aside and told, and not there. */
  Kept load(String name);

  /**
   * Reads what was last saved under a name. What is damaged, or makes no sense to the reader, is
   * set aside and told, and not there.
   *
   * @param reader throws {@link IllegalArgumentException} saying what makes no sense
   * @param damage is told what was wrong and where it is kept now
   */
  default <T> Optional<T> read(String name, Function<String, T> reader, Consumer<String> damage) {
    Kept kept = load(name);
    kept.damage().ifPresent(damage);
    try {
      return kept.content().map(reader);
    } catch (IllegalArgumentException senseless) {
      try {
        damage.accept(senseless.getMessage() + "; it is kept as " + setAside(name));
      } catch (OutsideFailure stuck) {
        damage.accept(senseless.getMessage() + "; it cannot be set aside: " + stuck.text());
      }
      return Optional.empty();
    }
  }

  /** The names that begin so and under which something is saved, in order. */
  List<String> names(String prefix);

  /** Nothing is saved under the name afterwards. */
  void remove(String name);

  /** Replaces it as a whole: after a power cut there is the old or the new. */
  void save(String name, String content);

  /**
   * For content that arrived whole and still makes no sense: keeps it for people to look at.
   *
   * @return where it is now
   */
  String setAside(String name);

  /**
   * @param damage what was wrong and where it is kept now, if something was
   */
  record Kept(Optional<String> content, Optional<String> damage) {
    public static final Kept NOTHING = new Kept(Optional.empty(), Optional.empty());
  }
}
