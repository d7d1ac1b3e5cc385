package dev.jubelet.runtime.sandbox;

import dev.jubelet.linux.ProcessMark;
import dev.jubelet.model.runtime.SandboxConfig;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.inventory.Surroundings;
import dev.jubelet.runtime.monitor.Conmon;
import dev.jubelet.runtime.monitor.OciProgram;
import dev.jubelet.runtime.oci.CgroupsPath;
import dev.jubelet.runtime.oci.PauseSpec;
import dev.jubelet.runtime.oci.SandboxPlaces;
import dev.jubelet.runtime.oci.Spec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The process that keeps those of a pod's namespaces which need one, as a container of its own. */
final class PauseProcess {
  private static final int SIGKILL = 9;

  private final Surroundings around;

  PauseProcess(Surroundings around) {
    this.around = around;
  }

  ProcessMark start(String id, SandboxConfig config, String handler, SandboxPlaces joined)
      throws IOException {
    OciProgram oci = around.programs().handler(handler);
    Path bundle = Files.createDirectories(around.places().bundle(id));
    Path root = Files.createDirectories(bundle.resolve("root"));
    for (String directory : new String[] {"proc", "dev"}) {
      Files.createDirectories(root.resolve(directory));
    }
    Files.createFile(root.resolve(PauseSpec.PROGRAM.substring(1)));
    Spec spec =
        PauseSpec.of(
            new PauseSpec.Input(
                id,
                config,
                joined,
                root.toString(),
                around.programs().pause().toString(),
                CgroupsPath.of(around.settings().cgroupDriver(), around.cgroupParent(config), id),
                around.machine().facts()));
    around.journal().tellOnce(spec.notes());
    Files.writeString(bundle.resolve("config.json"), spec.json());
    ProcessMark first =
        around
            .conmon()
            .launch(oci, new Conmon.Launch(id, "pause", bundle, "", false, false, true))
            .process();
    if (first == null) {
      throw new OutsideFailure(
          FailureKind.INTERNAL, "the pause process of sandbox " + id + " ended at once");
    }
    return first;
  }

  void end(String id, String handler, @Nullable ProcessMark process) throws IOException {
    if (process == null) {
      // One that was being started when an earlier life ended is known to nobody yet.
      around.conmon().settle(around.places().bundle(id));
    } else {
      process.signal(SIGKILL);
    }
    OciProgram oci = around.programs().handler(handler);
    if (oci.knows(id)) {
      oci.delete(id);
    }
    around.conmon().monitor(around.places().bundle(id)).ifPresent(it -> it.signal(SIGKILL));
    around.conmon().forget(id);
  }
}
