/** What was decided for the parts of a node. */
@NullMarked
package dev.jubelet.app.settings.node;

import org.jspecify.annotations.NullMarked;
