@NullMarked
package dev.jubelet.credentials;

import org.jspecify.annotations.NullMarked;
