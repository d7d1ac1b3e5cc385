package dev.jubelet.cri.server;

import dev.jubelet.testkit.contract.ContainerRuntimeContract;
import dev.jubelet.testkit.contract.RuntimeUnderTest;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What holds for the runtime holds for its image in the socket. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CriServerContractTest extends ContainerRuntimeContract {
  private ServedFake served;

  @BeforeAll
  void serve(@TempDir Path directory) {
    served = new ServedFake(directory);
  }

  @AfterAll
  void end() {
    served.close();
  }

  @Override
  protected RuntimeUnderTest subject() {
    return served;
  }
}
