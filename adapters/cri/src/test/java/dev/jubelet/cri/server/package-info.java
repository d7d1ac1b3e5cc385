@NullMarked
package dev.jubelet.cri.server;

import org.jspecify.annotations.NullMarked;
