package dev.jubelet.decide.image;

import dev.jubelet.model.image.PullAccess;
import org.jspecify.annotations.Nullable;

/**
 * What the node remembers of an image that is present, under the name that a container has for it.
 *
 * @param pulledByUs whether this node pulled it, or began to
 * @param access who may use it; null when nothing is remembered for that name
 */
public record PullHistory(boolean pulledByUs, @Nullable PullAccess access) {}
