/** Labels and annotations that the kubelet writes on containers, and reads back. */
@NullMarked
package dev.jubelet.decide.config.annotation;

import org.jspecify.annotations.NullMarked;
