/** CNI: pods and their networks. */
@NullMarked
package dev.jubelet.network;

import org.jspecify.annotations.NullMarked;
