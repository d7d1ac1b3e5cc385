package dev.jubelet.model.objects;

import dev.jubelet.model.meta.ObjectMeta;
import java.util.List;

/** What pods are told of a service in their environment. */
public record Service(ObjectMeta metadata, ServiceSpec spec) {
  public record ServiceSpec(String clusterIP, List<ServicePort> ports) {
    public ServiceSpec {
      ports = List.copyOf(ports);
    }
  }

  /**
   * @param protocol empty for TCP
   */
  public record ServicePort(String name, String protocol, int port) {}
}
