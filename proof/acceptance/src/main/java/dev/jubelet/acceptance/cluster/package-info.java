/**
 * A whole cluster of real parts: a control plane, nodes with links between them, kubectl, and
 * faults on the way to the API server.
 */
@NullMarked
package dev.jubelet.acceptance.cluster;

import org.jspecify.annotations.NullMarked;
