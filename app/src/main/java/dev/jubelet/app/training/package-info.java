/** What the launcher runs once, so that the JVM learns what a node needs when it starts. */
@NullMarked
package dev.jubelet.app.training;

import org.jspecify.annotations.NullMarked;
