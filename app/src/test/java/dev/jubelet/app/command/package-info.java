@NullMarked
package dev.jubelet.app.command;

import org.jspecify.annotations.NullMarked;
