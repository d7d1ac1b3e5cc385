package dev.jubelet.runtime.sandbox;

import dev.jubelet.linux.process.ProcessIdentity;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.inventory.PodIdMappings;
import dev.jubelet.runtime.inventory.RuntimeContext;
import dev.jubelet.runtime.monitor.Conmon;
import dev.jubelet.runtime.monitor.OciProgram;
import dev.jubelet.runtime.oci.PauseSpec;
import dev.jubelet.runtime.oci.Spec;
import dev.jubelet.runtime.oci.SpecPlace;
import dev.jubelet.runtime.oci.input.SandboxPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The process that keeps those of a pod's namespaces which need one, as a container of its own. */
final class PauseProcess {
  private static final int SIGKILL = 9;

  private final RuntimeContext context;

  PauseProcess(RuntimeContext context) {
    this.context = context;
  }

  ProcessIdentity start(String id, SandboxConfig config, String handler, SandboxPaths joined)
      throws IOException {
    OciProgram oci = context.programs().handler(handler);
    Path bundle = context.places().makeBundle(id, PodIdMappings.of(config));
    Path root = Files.createDirectories(bundle.resolve("root"));
    for (String directory : List.of("proc", "dev")) {
      Files.createDirectories(root.resolve(directory));
    }
    Files.createFile(root.resolve(PauseSpec.PROGRAM.substring(1)));
    Spec spec =
        PauseSpec.of(
            new SpecPlace(
                config,
                joined,
                context.cgroupsPath(config, id),
                context.selinuxLevel(id, config),
                context.machine().facts()),
            root.toString(),
            context.programs().pause().toString());
    context.journal().tellOnce(spec.notes());
    context.places().configure(id, spec.json());
    ProcessIdentity first =
        context
            .conmon()
            .launch(oci, new Conmon.Launch(id, "pause", bundle, "", false, false, true))
            .process();
    if (first == null) {
      throw new OutsideFailure(
          FailureKind.INTERNAL, "the pause process of sandbox " + id + " ended at once");
    }
    return first;
  }

  void end(String id, String handler, @Nullable ProcessIdentity process) throws IOException {
    if (process == null) {
      // One that was being started when an earlier life ended is known to nobody yet.
      context.conmon().settle(context.places().bundle(id));
    } else {
      process.signal(SIGKILL);
    }
    OciProgram oci = context.programs().handler(handler);
    if (oci.knows(id)) {
      oci.delete(id);
    }
    context.conmon().monitor(context.places().bundle(id)).ifPresent(it -> it.signal(SIGKILL));
    context.conmon().forget(id);
  }
}
