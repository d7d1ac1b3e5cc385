/** Files and directories, held by descriptor where others may change them. */
@NullMarked
package dev.jubelet.linux.file;

import org.jspecify.annotations.NullMarked;
