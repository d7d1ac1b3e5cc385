@NullMarked
package dev.jubelet.app.settings;

import org.jspecify.annotations.NullMarked;
