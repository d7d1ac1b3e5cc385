/** What a runtime is told about sandboxes and containers. */
@NullMarked
package dev.jubelet.model.runtime.config;

import org.jspecify.annotations.NullMarked;
