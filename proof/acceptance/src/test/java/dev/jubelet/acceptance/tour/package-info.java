/**
 * The examples of the repository, run and looked at: from inside by what their containers print,
 * from outside through crictl, cgroupfs and proc.
 */
@NullMarked
package dev.jubelet.acceptance.tour;

import org.jspecify.annotations.NullMarked;
