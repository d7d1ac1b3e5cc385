package dev.jubelet.runtime.sandbox;

import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.network.Namespaces.Kind;
import dev.jubelet.linux.process.ProcessIdentity;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.inventory.PodIdMappings;
import dev.jubelet.runtime.inventory.RuntimeContext;
import dev.jubelet.runtime.inventory.SandboxEntry;
import dev.jubelet.runtime.oci.input.SandboxPaths;
import dev.jubelet.runtime.state.SandboxRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** Makes what a sandbox consists of. When it fails, something may be left of it. */
final class SandboxCreation {
  private final RuntimeContext context;
  private final SandboxNetwork network;
  private final PauseProcess pause;

  SandboxCreation(RuntimeContext context, SandboxNetwork network) {
    this.context = context;
    this.network = network;
    this.pause = new PauseProcess(context);
  }

  SandboxRecord make(SandboxRecord begun) {
    SandboxConfig config = begun.config();
    try {
      Map<String, String> sysctls = SandboxSysctls.files(config);
      Path place = context.places().makePod(begun.id(), PodIdMappings.of(config));
      SandboxNamespaces namespaces = new SandboxNamespaces(place, config);
      SandboxPaths paths = SandboxNamespaces.paths(place, config, Optional.empty());
      // Neither needs the other: files are made while the kernel makes namespaces.
      FutureTask<Boolean> files =
          beside(() -> {
            new SandboxFiles(place).make(config, paths.hostname());
            return true;
          });
      try {
        namespaces.make(paths.hostname());
        FutureTask<ProcessIdentity> paused = null;
        if (SandboxEntry.needsPause(config)) {
          paused = beside(() -> pause.start(begun.id(), config, begun.handler(), paths));
        }
        List<String> addresses = connect(begun.id(), config, namespaces, sysctls, paused);
        return begun.ready(addresses, paused == null ? null : paused.get());
      } finally {
        files.get();
      }
    } catch (IOException | LinuxException refused) {
      throw LinuxException.asFailure("cannot make sandbox " + begun.id(), refused);
    } catch (ExecutionException failed) {
      throw failure(begun.id(), failed);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new OutsideFailure(
          FailureKind.TIMED_OUT, "interrupted while making sandbox " + begun.id(), stopped);
    }
  }

  private List<String> connect(
      String id,
      SandboxConfig config,
      SandboxNamespaces namespaces,
      Map<String, String> sysctls,
      @Nullable FutureTask<ProcessIdentity> beside)
      throws IOException, InterruptedException {
    try {
      Optional<Path> own = namespaces.of(Kind.NETWORK);
      List<String> addresses = own.isEmpty() ? List.of() : network.attach(id, config, own.get());
      // Some of them belong to interfaces, which are there only now.
      namespaces.set(sysctls);
      return addresses;
    } catch (RuntimeException | IOException failed) {
      if (beside != null) {
        // Nobody may begin anything once it is taken apart.
        awaitEnd(beside);
      }
      throw failed;
    }
  }

  private static void awaitEnd(FutureTask<?> task) throws InterruptedException {
    try {
      task.get();
    } catch (ExecutionException alsoFailed) {
      // The first failure is the one that is told.
    }
  }

  private static <T> FutureTask<T> beside(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread _ = Thread.ofVirtual().name("sandbox part").start(task);
    return task;
  }

  private static OutsideFailure failure(String id, ExecutionException failed) {
    return switch (failed.getCause()) {
      case OutsideFailure known -> known;
      case LinuxException refused -> refused.asFailure("cannot make sandbox " + id);
      case null, default ->
          new OutsideFailure(
              FailureKind.INTERNAL,
              "cannot make sandbox " + id + ": " + failed.getCause(),
              failed.getCause());
    };
  }
}
