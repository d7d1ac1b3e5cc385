/** Links, addresses, routes and packet rules, through netlink. */
@NullMarked
package dev.jubelet.linux.netlink;

import org.jspecify.annotations.NullMarked;
