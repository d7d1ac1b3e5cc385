/** What there is, where it is, and who may change it: what sandboxes and containers share. */
@NullMarked
package dev.jubelet.runtime.inventory;

import org.jspecify.annotations.NullMarked;
