package dev.jubelet.model.runtime;

import dev.jubelet.model.meta.Ordered;
import java.util.Map;

/**
 * What a runtime says that it can do. One that says nothing can do none of it.
 *
 * @param handlers by the name that RuntimeClasses use; the empty name is the default one
 * @param supplementalGroupsPolicy whether it can leave out the groups that an image lists
 */
public record RuntimeFeatures(Map<String, Handler> handlers, boolean supplementalGroupsPolicy) {
  public static final RuntimeFeatures NONE = new RuntimeFeatures(Map.of(), false);

  public RuntimeFeatures {
    handlers = Ordered.copyOf(handlers);
  }

  /**
   * @param userNamespaces with mounts whose owners are mapped
   */
  public record Handler(boolean recursiveReadOnlyMounts, boolean userNamespaces) {
    static final Handler NONE = new Handler(false, false);
  }

  public Handler handler(String name) {
    return handlers.getOrDefault(name, Handler.NONE);
  }
}
