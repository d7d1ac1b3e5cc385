@NullMarked
package dev.jubelet.nodeserver.http;

import org.jspecify.annotations.NullMarked;
