package dev.jubelet.runtime.settings;

import java.nio.file.Path;
import java.util.List;

/**
 * One way to run containers, as runtime classes name it.
 *
 * @param program the OCI runtime
 * @param flags global flags that it gets before every command
 */
public record OciHandler(Path program, Kind kind, List<String> flags) {
  /** Whose command line it understands. */
  public enum Kind {
    RUNC,
    CRUN
  }

  public OciHandler {
    flags = List.copyOf(flags);
  }

  public OciHandler(Path program, Kind kind) {
    this(program, kind, List.of());
  }
}
