/** The kubelet configuration file. */
@NullMarked
package dev.jubelet.app.settings.kubelet;

import org.jspecify.annotations.NullMarked;
