package dev.jubelet.decide.config.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.decide.resources.Nodes;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.testkit.Pods;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodHostnameTest {
  private static final NodeSettings SETTINGS = Nodes.cluster("cluster.local", "10.96.0.10");
  private static final String LONG = "a23456789-".repeat(6);

  @ParameterizedTest
  @CsvSource({
    "web, '', web, ''",
    "web, 'hostname: db', db, ''",
    "web, 'subdomain: sub', web, sub.shop.svc.cluster.local",
    "web, '{hostname: db, subdomain: sub}', db, sub.shop.svc.cluster.local",
    "web, 'hostnameOverride: other.example.org', other.example.org, ''",
  })
  void namesAPod(String name, String spec, String shortName, String domain) {
    assertThat(
            PodHostname.of(pod(name, spec.replaceAll("[{}]", "").replace(", ", "\n  ")), SETTINGS))
        .isEqualTo(ResolvedValue.value(new PodHostname(shortName, domain)));
  }

  @Test
  void cutsLongNamesAndLeavesNoDashAtTheEnd() {
    assertThat(PodHostname.of(pod(LONG + "abcdef", ""), SETTINGS))
        .isEqualTo(ResolvedValue.value(new PodHostname(LONG + "abc", "")));
    assertThat(PodHostname.of(pod(LONG + "a--bc", ""), SETTINGS))
        .isEqualTo(ResolvedValue.value(new PodHostname(LONG + "a", "")));
  }

  @Test
  void tellsTheKernelTheFullNameWhereThePodAsksForIt() {
    PodHostname name = new PodHostname("web", "sub.shop.svc.cluster.local");
    assertThat(name.forKernel(false)).isEqualTo(ResolvedValue.value("web"));
    assertThat(name.forKernel(true))
        .isEqualTo(ResolvedValue.value("web.sub.shop.svc.cluster.local"));
    assertThat(new PodHostname("web", "").forKernel(true)).isEqualTo(ResolvedValue.value("web"));
  }

  @Test
  void refusesAFullNameThatTheKernelCannotHold() {
    String domain = "d".repeat(61);
    assertThat(new PodHostname("ab", domain).forKernel(true))
        .isEqualTo(ResolvedValue.value("ab." + domain));
    assertThat(new PodHostname("abc", domain).forKernel(true))
        .isEqualTo(
            ResolvedValue.refused(
                "failed to construct FQDN from pod hostname and cluster domain, FQDN abc."
                    + domain
                    + " is too long (64 characters is the max, 65 characters requested)"));
  }

  private static Pod pod(String name, String spec) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, namespace: shop, uid: u-1}
        spec:
          containers: [{name: main, image: busybox}]
          %s
        """
            .formatted(name, spec));
  }
}
