package dev.jubelet.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;

/** What a test needs of its machine: left out at a desk, and a failure on the build server. */
public final class Needed {
  private Needed() {}

  public static void root() {
    that("root".equals(System.getProperty("user.name")), "root");
  }

  public static void that(boolean there, String what) {
    if ("true".equals(System.getenv("CI"))) {
      assertThat(there).as("the build server has %s", what).isTrue();
    }
    Assumptions.assumeTrue(there, "needs " + what);
  }
}
