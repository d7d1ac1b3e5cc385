package dev.jubelet.runtime.monitor;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.nio.file.Path;
import java.util.Map;

/**
 * The programs that make and watch containers.
 *
 * @param defaultHandler a key of {@code handlers}
 * @param pause keeps the namespaces of a pod
 */
public record OciPrograms(
    Map<String, OciProgram> handlers, String defaultHandler, Conmon conmon, Path pause) {
  public OciPrograms {
    handlers = Map.copyOf(handlers);
  }

  /** CRI: an empty handler means the default one. */
  public String handlerName(String asked) {
    return asked.isEmpty() ? defaultHandler : asked;
  }

  /**
   * @throws OutsideFailure BAD_SPEC when nobody configured it
   */
  public OciProgram handler(String asked) {
    OciProgram program = handlers.get(handlerName(asked));
    if (program == null) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC,
          "no runtime handler \"" + asked + "\" is configured; there are " + handlers.keySet());
    }
    return program;
  }

  /** For what is left of a sandbox whose record is lost: whoever made it remembers it. */
  public OciProgram thatKnows(String id) {
    return handlers.values().stream()
        .filter(each -> each.knows(id))
        .findFirst()
        .orElseGet(() -> handler(""));
  }
}
