@NullMarked
package dev.jubelet.decide.handler;

import org.jspecify.annotations.NullMarked;
