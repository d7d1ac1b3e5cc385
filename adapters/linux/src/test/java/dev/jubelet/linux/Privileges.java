package dev.jubelet.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;

/** Tests that need root: without it they are left out at a desk, and fail on the build server. */
public final class Privileges {
  private Privileges() {}

  public static void needRoot() {
    boolean root = "root".equals(System.getProperty("user.name"));
    if ("true".equals(System.getenv("CI"))) {
      assertThat(root).as("the build server runs these tests as root").isTrue();
    }
    Assumptions.assumeTrue(root, "needs root");
  }
}
