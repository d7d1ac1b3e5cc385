@NullMarked
package dev.jubelet.acceptance.cluster;

import org.jspecify.annotations.NullMarked;
