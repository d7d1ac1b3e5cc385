@NullMarked
package dev.jubelet.decide.config;

import org.jspecify.annotations.NullMarked;
