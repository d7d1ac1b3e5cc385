@NullMarked
package dev.jubelet.model.security;

import org.jspecify.annotations.NullMarked;
