package dev.jubelet.app.assembly;

import dev.jubelet.app.command.CriRunner;
import dev.jubelet.app.embedded.OwnRuntime;
import dev.jubelet.app.settings.node.EmbeddedSettings;
import dev.jubelet.ports.Journal;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** The embedded runtime alone, behind a socket. */
public final class CriAssembly implements CriRunner {
  @Override
  public int serve(EmbeddedSettings settings, Path socket, Journal journal)
      throws InterruptedException {
    BugReport.forWholeProcess(BugReport.toLog());
    OwnProcess.outliveContainers(journal);
    try (CloseStack closing = new CloseStack(journal);
        ShutdownHook _ =
            ShutdownHook.onSignal(closing::close, "a signal came; containers go on", journal)) {
      OwnRuntime runtime = OwnRuntime.open(settings, journal);
      closing.add("runtime", runtime);
      runtime.offer(socket, journal);
      // Only a signal ends this.
      new CountDownLatch(1).await();
      return 0;
    }
  }
}
