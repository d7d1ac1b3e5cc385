package dev.jubelet.runtime;

import dev.jubelet.linux.file.SafeTree;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.mount.DetachedMount;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.linux.network.Namespaces;
import dev.jubelet.linux.network.UserNamespaces;
import dev.jubelet.model.runtime.config.NamespaceOptions.IdMapping;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.monitor.OciProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether pods may have users of their own here. It is tried, once: a namespace of users, and a
 * tmpfs that shows its files as if they were theirs, as every pod's token is on one. Roots of
 * images need no such mounts.
 */
final class UserSupport {
  private static final String PLACE = "users-probe";
  private static final IdMapping SOME = new IdMapping(1 << 16, 0, 1 << 16);

  private final Path run;
  private final Map<String, OciProgram> programs;
  private final Map<String, Boolean> handlers = new HashMap<>();
  private @Nullable Boolean machine;

  UserSupport(Path run, Map<String, OciProgram> programs) {
    this.run = run;
    this.programs = Map.copyOf(programs);
  }

  synchronized boolean of(String handler) {
    if (machine == null) {
      machine = tried();
    }
    OciProgram program = programs.get(handler);
    return machine
        && program != null
        && handlers.computeIfAbsent(handler, _ -> knowsUsers(program));
  }

  private static boolean knowsUsers(OciProgram program) {
    try {
      return program.knowsUsers();
    } catch (OutsideFailure silent) {
      return false;
    }
  }

  private boolean tried() {
    try {
      clear();
      Path place = Files.createDirectory(run.resolve(PLACE));
      try {
        Path users = place.resolve("user");
        UserNamespaces.create(List.of(SOME), List.of(SOME), Map.of(Namespaces.Kind.USER, users));
        Path files = Files.createDirectory(place.resolve("files"));
        Mounts.tmpfs(files, List.of("size=4k"));
        try (DetachedMount copy = DetachedMount.of(files, false)) {
          copy.mapped(users);
        }
        return true;
      } finally {
        clear();
      }
    } catch (IOException | LinuxException refused) {
      return false;
    }
  }

  private void clear() {
    Mounts.unmountBeneath(run.resolve(PLACE));
    SafeTree.remove(run, Path.of(PLACE));
  }
}
