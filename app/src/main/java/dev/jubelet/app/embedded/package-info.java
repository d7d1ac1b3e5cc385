/** The embedded runtime, put together: images, networks, streams, and the programs it calls. */
@NullMarked
package dev.jubelet.app.embedded;

import org.jspecify.annotations.NullMarked;
