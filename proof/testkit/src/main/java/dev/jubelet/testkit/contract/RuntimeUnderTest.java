package dev.jubelet.testkit.contract;

import dev.jubelet.ports.runtime.ContainerRuntime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** A runtime that shall keep the contract, and what a test must know of its surroundings. */
public interface RuntimeUnderTest {
  ContainerRuntime runtime();

  /** An image that is present and in which {@code /bin/sh -c}, sleep, echo and cat work. */
  String busybox();

  /** The name of an image that is neither present nor in any registry. */
  default String absentImage() {
    return "localhost/jubelet-contract-absent:1";
  }

  /** Below it each pod gets a log directory; it exists. */
  String logRoot();

  /** A cgroup in which sandboxes may be made; empty leaves it to the runtime. */
  default String cgroupParent() {
    return "";
  }

  /** Whether it tells events; one that does not has to say so. */
  default boolean tellsEvents() {
    return true;
  }

  /** The runtime's own clock. */
  Instant now();

  /** The content of a file on the node. */
  Optional<String> file(String path);

  /** Makes sure that the directory exists on the node, where that means something. */
  void makeDirectory(String path);

  /** Lets time pass until the condition holds; false when it does not within the limit. */
  boolean await(BooleanSupplier condition, Duration limit);
}
