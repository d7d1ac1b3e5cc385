package dev.jubelet.app.metering;

import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.nodeserver.NodeMetrics;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.ports.runtime.ContainerStreams;
import dev.jubelet.ports.runtime.Containers;
import dev.jubelet.ports.runtime.Images;
import dev.jubelet.ports.runtime.RuntimeFacts;
import dev.jubelet.ports.runtime.RuntimeStats;
import dev.jubelet.ports.runtime.Sandboxes;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A container runtime whose calls are counted with the time they took, whether they succeed or not,
 * under the operation names of the Go kubelet.
 */
public final class MeasuredRuntime {
  private static final String RUN_SANDBOX = "run_podsandbox";

  /** By port and method; the names of a port's methods differ. */
  private static final Map<Class<?>, Map<String, String>> OPERATIONS =
      Map.of(
          Sandboxes.class,
          Map.of(
              "run", RUN_SANDBOX,
              "stop", "stop_podsandbox",
              "remove", "remove_podsandbox",
              "status", "podsandbox_status",
              "list", "list_podsandbox",
              "updateResources", "update_podsandbox_resources"),
          Containers.class,
          Map.of(
              "create", "create_container",
              "start", "start_container",
              "stop", "stop_container",
              "remove", "remove_container",
              "status", "container_status",
              "list", "list_containers",
              "updateResources", "update_container"),
          ContainerStreams.class,
          Map.of(
              "execSync", "exec_sync",
              "exec", "exec",
              "attach", "attach",
              "portForward", "port_forward",
              "reopenLog", "reopen_container_log",
              "checkpoint", "checkpoint_container"),
          Images.class,
          Map.of(
              "list", "list_images",
              "status", "image_status",
              "pull", "pull_image",
              "remove", "remove_image",
              "filesystems", "image_fs_info"),
          RuntimeFacts.class,
          Map.of(
              "version", "version",
              "readiness", "status",
              "cgroupDriver", "runtime_config",
              "features", "features",
              "updatePodCidr", "update_runtime_config"),
          RuntimeStats.class,
          Map.of(
              "containers", "list_container_stats",
              "sandboxes", "list_podsandbox_stats",
              "figures", "list_podsandbox_metrics"));

  private final NodeMetrics metrics;

  private MeasuredRuntime(NodeMetrics metrics) {
    this.metrics = metrics;
  }

  public static ContainerRuntime wrap(ContainerRuntime runtime, NodeMetrics metrics) {
    MeasuredRuntime measured = new MeasuredRuntime(metrics);
    return new ContainerRuntime(
        measured.port(Sandboxes.class, runtime.sandboxes()),
        measured.port(Containers.class, runtime.containers()),
        measured.port(ContainerStreams.class, runtime.streams()),
        measured.port(Images.class, runtime.images()),
        measured.port(RuntimeFacts.class, runtime.facts()),
        // A stream that never ends would count only its end.
        runtime.events(),
        measured.port(RuntimeStats.class, runtime.stats()));
  }

  private <T> T port(Class<T> type, T inner) {
    Map<String, String> operations = OPERATIONS.getOrDefault(type, Map.of());
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              // Only what every object has, such as toString, has no name.
              String operation = operations.get(method.getName());
              return operation == null
                  ? call(inner, method, arguments)
                  : measure(operation, inner, method, arguments);
            }));
  }

  private @Nullable Object measure(
      String operation, Object inner, Method method, Object @Nullable [] arguments)
      throws Throwable {
    long start = System.nanoTime();
    boolean ok = false;
    try {
      Object answer = call(inner, method, arguments);
      ok = true;
      return answer;
    } finally {
      metrics.observeRuntimeOperation(operation, Duration.ofNanos(System.nanoTime() - start), ok);
      if (operation.equals(RUN_SANDBOX)) {
        metrics.sandboxRequested(ok, hasOwnUsers(arguments));
      }
    }
  }

  private static boolean hasOwnUsers(Object @Nullable [] arguments) {
    NamespaceOptions.UserNamespace users =
        arguments != null && arguments[0] instanceof SandboxConfig config
            ? config.security().namespaces().user()
            : null;
    return users != null && users.mode() == NamespaceOptions.Mode.POD;
  }

  private static @Nullable Object call(Object inner, Method method, Object @Nullable [] arguments)
      throws Throwable {
    try {
      return method.invoke(inner, arguments);
    } catch (InvocationTargetException failed) {
      throw Objects.requireNonNull(failed.getCause());
    }
  }
}
