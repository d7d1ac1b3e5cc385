/** The machine that tests run on: its programs, its groups, and runtimes beside its own. */
@NullMarked
package dev.jubelet.acceptance.host;

import org.jspecify.annotations.NullMarked;
