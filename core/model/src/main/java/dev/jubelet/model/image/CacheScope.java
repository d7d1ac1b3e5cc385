package dev.jubelet.model.image;

import dev.jubelet.model.meta.WireName;

/** For which other images an answer about one image holds. */
public enum CacheScope implements WireName {
  IMAGE,
  REGISTRY,
  GLOBAL
}
