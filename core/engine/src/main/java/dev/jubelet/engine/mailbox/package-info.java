@NullMarked
package dev.jubelet.engine.mailbox;

import org.jspecify.annotations.NullMarked;
