/** How to reach an API server and who we are to it: kubeconfig files and what they refer to. */
@NullMarked
package dev.jubelet.cluster.access;

import org.jspecify.annotations.NullMarked;
