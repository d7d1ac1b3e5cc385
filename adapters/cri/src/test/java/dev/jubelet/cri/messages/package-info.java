@NullMarked
package dev.jubelet.cri.messages;

import org.jspecify.annotations.NullMarked;
