/** Programs of the machine that we start, listen to and end. */
@NullMarked
package dev.jubelet.linux.process;

import org.jspecify.annotations.NullMarked;
