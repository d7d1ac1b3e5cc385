/** Users of the machine that pods have for their own. */
@NullMarked
package dev.jubelet.decide.users;

import org.jspecify.annotations.NullMarked;
