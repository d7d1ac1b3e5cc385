package dev.jubelet.acceptance;

import dev.jubelet.testkit.contract.ContainerRuntimeContract;
import dev.jubelet.testkit.contract.RuntimeUnderTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The runtime inside this process keeps the contract that the fake runtime keeps. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class EmbeddedRuntimeContractIT extends ContainerRuntimeContract {
  private @Nullable EmbeddedNode node;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    RealParts.requireRoot();
    node = new EmbeddedNode(directory);
  }

  @AfterAll
  void stop() throws IOException {
    if (node != null) {
      node.close();
    }
  }

  @Override
  protected RuntimeUnderTest subject() {
    return Objects.requireNonNull(node);
  }
}
