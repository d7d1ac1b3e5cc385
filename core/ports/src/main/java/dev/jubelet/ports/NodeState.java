package dev.jubelet.ports;

import java.util.Optional;

/**
 * Small things that must outlive our process, each under a name of its own. They help and never
 * hinder: whatever has happened to them, a node starts.
 */
public interface NodeState {
  /** What was last saved under a name. What is damaged is set aside and told, and not there. */
  Kept load(String name);

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
