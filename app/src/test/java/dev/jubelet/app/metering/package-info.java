@NullMarked
package dev.jubelet.app.metering;

import org.jspecify.annotations.NullMarked;
