/** Objects beside the pod that a pod refers to by name. */
@NullMarked
package dev.jubelet.model.objects;

import org.jspecify.annotations.NullMarked;
