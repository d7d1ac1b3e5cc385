package dev.jubelet.decide.environment;

import dev.jubelet.model.objects.Service;
import dev.jubelet.model.objects.Service.ServicePort;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.EnvEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The variables that tell a pod of services. Kubernetes: {@code default/kubernetes} always, those
 * of its own namespace unless its enableServiceLinks is false, and none without a cluster address.
 */
public final class ServiceLinks {
  private static final String MASTER_NAMESPACE = "default";
  private static final String MASTER = "kubernetes";
  private static final String NO_ADDRESS = "None";

  private ServiceLinks() {}

  public static List<EnvEntry> of(Pod pod, List<Service> services) {
    boolean linked = !Boolean.FALSE.equals(pod.spec().enableServiceLinks());
    Map<String, Service> seen = new TreeMap<>();
    for (Service service : services) {
      String name = service.metadata().name();
      String namespace = service.metadata().namespace();
      if (!hasAddress(service)) {
        continue;
      }
      if (namespace.equals(MASTER_NAMESPACE) && name.equals(MASTER)) {
        seen.putIfAbsent(name, service);
      } else if (linked && namespace.equals(pod.metadata().namespace())) {
        seen.put(name, service);
      }
    }
    List<EnvEntry> entries = new ArrayList<>();
    seen.forEach((name, service) -> link(name, service.spec(), entries));
    return entries;
  }

  private static boolean hasAddress(Service service) {
    String address = service.spec().clusterIP();
    return !address.isEmpty() && !address.equals(NO_ADDRESS) && !service.spec().ports().isEmpty();
  }

  private static void link(String name, Service.ServiceSpec spec, List<EnvEntry> entries) {
    String prefix = variable(name);
    String address = spec.clusterIP();
    ServicePort first = spec.ports().getFirst();
    entries.add(new EnvEntry(prefix + "_SERVICE_HOST", address));
    entries.add(new EnvEntry(prefix + "_SERVICE_PORT", String.valueOf(first.port())));
    for (ServicePort port : spec.ports()) {
      if (!port.name().isEmpty()) {
        entries.add(
            new EnvEntry(
                prefix + "_SERVICE_PORT_" + variable(port.name()), String.valueOf(port.port())));
      }
    }
    // The older form, which links between containers once had.
    for (ServicePort port : spec.ports()) {
      String protocol = port.protocol().isEmpty() ? "TCP" : port.protocol();
      String url = protocol.toLowerCase(Locale.ROOT) + "://" + host(address) + ":" + port.port();
      if (port.equals(first)) {
        entries.add(new EnvEntry(prefix + "_PORT", url));
      }
      String each = prefix + "_PORT_" + port.port() + "_" + protocol.toUpperCase(Locale.ROOT);
      entries.add(new EnvEntry(each, url));
      entries.add(new EnvEntry(each + "_PROTO", protocol.toLowerCase(Locale.ROOT)));
      entries.add(new EnvEntry(each + "_PORT", String.valueOf(port.port())));
      entries.add(new EnvEntry(each + "_ADDR", address));
    }
  }

  private static String host(String address) {
    return address.indexOf(':') < 0 ? address : "[" + address + "]";
  }

  private static String variable(String name) {
    return name.replace('-', '_').toUpperCase(Locale.ROOT);
  }
}
