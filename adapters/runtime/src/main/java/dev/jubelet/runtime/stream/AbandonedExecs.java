package dev.jubelet.runtime.stream;

import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.process.ProcessIdentity;
import dev.jubelet.linux.process.ProcessTree;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Ends the execs of a life that was killed. Whoever started one names the exec's own directory
 * among its words; its name is drawn by lot and known to nobody who may not see our processes.
 */
final class AbandonedExecs {
  private static final System.Logger LOG = System.getLogger(AbandonedExecs.class.getName());

  private AbandonedExecs() {}

  static void sweep(Path scratch) {
    if (!Files.isDirectory(scratch)) {
      return;
    }
    try (DirectoryStream<Path> left = Files.newDirectoryStream(scratch, ExecFiles.PREFIX + "*")) {
      for (Path each : left) {
        ExecFiles files = ExecFiles.left(each);
        end(files);
        files.close();
      }
    } catch (IOException | LinuxException refused) {
      LOG.log(System.Logger.Level.WARNING, "cannot clean " + scratch, refused);
    }
  }

  private static void end(ExecFiles files) {
    ProcessTree tree = ProcessTree.ofThisMachine();
    OptionalLong first = files.pid();
    Optional<ProcessIdentity> container = files.container().filter(ProcessIdentity::alive);
    for (long starter : tree.naming(files.directory())) {
      if (first.isPresent() && container.isPresent()) {
        tree.kill(
            new ProcessTree.Target(starter, first.getAsLong(), container.get().pid(), Set.of()));
      }
      tree.killOwn(starter);
    }
  }
}
