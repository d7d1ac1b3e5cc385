/** Where the handlers of probes and hooks lead. */
@NullMarked
package dev.jubelet.decide.handler;

import org.jspecify.annotations.NullMarked;
