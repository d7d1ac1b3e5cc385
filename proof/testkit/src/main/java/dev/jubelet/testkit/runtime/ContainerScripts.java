package dev.jubelet.testkit.runtime;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.SandboxConfig;
import java.util.Map;

/** Chooses the script when a container is started, so that each attempt may have another one. */
@FunctionalInterface
public interface ContainerScripts {
  /** Shell commands that {@link ShellScripts} can read do what they say; all else runs for ever. */
  ContainerScripts SHELL =
      (sandbox, container) ->
          ShellScripts.container(container.command(), container.args())
              .orElseGet(ContainerScript::forever);

  ContainerScript choose(SandboxConfig sandbox, ContainerConfig container);

  /** By the image's name as it was asked for; other images go by {@link #SHELL}. */
  static ContainerScripts byImage(Map<String, ContainerScript> scripts) {
    Map<String, ContainerScript> known = Ordered.copyOf(scripts);
    return (sandbox, container) -> {
      ContainerScript script = known.get(container.image().userSpecified());
      if (script == null) {
        script = known.get(container.image().image());
      }
      return script != null ? script : SHELL.choose(sandbox, container);
    };
  }
}
