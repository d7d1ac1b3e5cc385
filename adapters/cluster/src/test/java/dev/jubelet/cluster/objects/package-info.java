@NullMarked
package dev.jubelet.cluster.objects;

import org.jspecify.annotations.NullMarked;
