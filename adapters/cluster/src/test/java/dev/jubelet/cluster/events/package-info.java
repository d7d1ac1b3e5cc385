@NullMarked
package dev.jubelet.cluster.events;

import org.jspecify.annotations.NullMarked;
