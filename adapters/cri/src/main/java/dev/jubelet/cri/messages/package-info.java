/** Our words and those of CRI, each in terms of the other. */
@NullMarked
package dev.jubelet.cri.messages;

import org.jspecify.annotations.NullMarked;
