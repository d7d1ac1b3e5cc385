/** The conformance tests of CRI against the embedded runtime. */
@NullMarked
package dev.jubelet.acceptance.critest;

import org.jspecify.annotations.NullMarked;
