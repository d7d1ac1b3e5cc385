package dev.jubelet.decide.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.objects.Service;
import dev.jubelet.model.objects.Service.ServicePort;
import dev.jubelet.model.objects.Service.ServiceSpec;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.EnvEntry;
import dev.jubelet.testkit.Pods;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServiceLinksTest {
  private static final Service API =
      service("default", "kubernetes", "10.0.0.1", new ServicePort("https", "TCP", 443));
  private static final Service SHOP =
      service(
          "shop",
          "front-end",
          "fd00::2",
          new ServicePort("web-ui", "TCP", 80),
          new ServicePort("", "UDP", 53));
  private static final List<Service> ALL =
      List.of(
          SHOP,
          API,
          service("shop", "headless", "None", new ServicePort("x", "TCP", 1)),
          service("shop", "outside", "", new ServicePort("x", "TCP", 1)),
          service("default", "other", "10.0.0.9", new ServicePort("x", "TCP", 1)));

  private static Service service(String namespace, String name, String ip, ServicePort... ports) {
    return new Service(
        new ObjectMeta(
            name, "", namespace, "", "", 0, null, null, null, Map.of(), Map.of(), List.of(),
            List.of()),
        new ServiceSpec(ip, List.of(ports)));
  }

  private static Pod pod(String links) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p, namespace: shop, uid: u}
        spec: {%s containers: [{name: a, image: i}]}
        """
            .formatted(links));
  }

  private static List<String> told(Pod pod) {
    return ServiceLinks.of(pod, ALL).stream()
        .map(entry -> entry.key() + "=" + entry.value())
        .toList();
  }

  @Test
  void podIsToldOfTheServicesOfItsNamespaceAndOfTheApi() {
    assertThat(told(pod("")))
        .containsExactly(
            "FRONT_END_SERVICE_HOST=fd00::2",
            "FRONT_END_SERVICE_PORT=80",
            "FRONT_END_SERVICE_PORT_WEB_UI=80",
            "FRONT_END_PORT=tcp://[fd00::2]:80",
            "FRONT_END_PORT_80_TCP=tcp://[fd00::2]:80",
            "FRONT_END_PORT_80_TCP_PROTO=tcp",
            "FRONT_END_PORT_80_TCP_PORT=80",
            "FRONT_END_PORT_80_TCP_ADDR=fd00::2",
            "FRONT_END_PORT_53_UDP=udp://[fd00::2]:53",
            "FRONT_END_PORT_53_UDP_PROTO=udp",
            "FRONT_END_PORT_53_UDP_PORT=53",
            "FRONT_END_PORT_53_UDP_ADDR=fd00::2",
            "KUBERNETES_SERVICE_HOST=10.0.0.1",
            "KUBERNETES_SERVICE_PORT=443",
            "KUBERNETES_SERVICE_PORT_HTTPS=443",
            "KUBERNETES_PORT=tcp://10.0.0.1:443",
            "KUBERNETES_PORT_443_TCP=tcp://10.0.0.1:443",
            "KUBERNETES_PORT_443_TCP_PROTO=tcp",
            "KUBERNETES_PORT_443_TCP_PORT=443",
            "KUBERNETES_PORT_443_TCP_ADDR=10.0.0.1");
  }

  @Test
  void podWithoutLinksIsToldOfTheApiOnly() {
    assertThat(ServiceLinks.of(pod("enableServiceLinks: false,"), ALL))
        .extracting(EnvEntry::key)
        .allMatch(key -> key.startsWith("KUBERNETES_"))
        .contains("KUBERNETES_SERVICE_HOST");
  }
}
