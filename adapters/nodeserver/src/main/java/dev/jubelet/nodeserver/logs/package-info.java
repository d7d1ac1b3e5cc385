/** What containers wrote, in the files that container runtimes and log rotation leave. */
@NullMarked
package dev.jubelet.nodeserver.logs;

import org.jspecify.annotations.NullMarked;
