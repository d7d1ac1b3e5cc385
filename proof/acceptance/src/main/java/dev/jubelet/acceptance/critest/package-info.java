/** The conformance tests of CRI, run against a socket with images made here. */
@NullMarked
package dev.jubelet.acceptance.critest;

import org.jspecify.annotations.NullMarked;
