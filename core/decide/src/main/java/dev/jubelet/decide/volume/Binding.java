package dev.jubelet.decide.volume;

import dev.jubelet.model.objects.PersistentVolume;

/** What a claim gets. */
public sealed interface Binding {
  record Bound(PersistentVolume volume) implements Binding {}

  /** A directory that this node makes for the claim. */
  record OwnDirectory() implements Binding {}

  record Refused(String why) implements Binding {}
}
