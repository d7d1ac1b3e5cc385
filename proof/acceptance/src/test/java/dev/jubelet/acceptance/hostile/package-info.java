/** Pods, images and neighbours that mean harm, against a whole node with innocent pods on it. */
@NullMarked
package dev.jubelet.acceptance.hostile;

import org.jspecify.annotations.NullMarked;
