/**
 * A container runtime of our own making: started, fed with images and ended beside the machine's.
 */
@NullMarked
package dev.jubelet.app.sandboxed;

import org.jspecify.annotations.NullMarked;
