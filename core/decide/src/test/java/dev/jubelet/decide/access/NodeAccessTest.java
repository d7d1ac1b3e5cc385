package dev.jubelet.decide.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.access.AccessAttributes;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeAccessTest {
  @ParameterizedTest
  @CsvSource({
    "/pods, pods proxy",
    "/pods/, pods proxy",
    "/pods/x, pods proxy",
    "/podsx, proxy",
    "/PODS, proxy",
    "/runningpods, pods proxy",
    "/runningpods/, pods proxy",
    "/healthz, healthz proxy",
    "/healthz/ping, healthz proxy",
    "/healthzz, proxy",
    "/configz, configz proxy",
    "/flagz, configz",
    "/statusz, statusz",
    "/stats, stats",
    "/stats/summary, stats",
    "/metrics, metrics",
    "/metrics/cadvisor, metrics",
    "/metricsx, proxy",
    "/logs, log",
    "/logs/, log",
    "/logs/syslog, log",
    "/checkpoint/ns/pod/c, checkpoint",
    "/containerLogs/ns/pod/c, proxy",
    "/exec/ns/pod/c, proxy",
    "/run/ns/pod/c, proxy",
    "/attach/ns/pod/c, proxy",
    "/portForward/ns/pod, proxy",
    "/debug/jubelet/pods/uid/timeline, proxy",
    "/, proxy",
    "'', proxy",
    "/x/pods, proxy",
  })
  void asksForTheSubresourceOfThePath(String path, String subresources) {
    assertThat(NodeAccess.enough("n", "GET", path))
        .extracting(AccessAttributes::subresource)
        .containsExactlyElementsOf(List.of(subresources.split(" ")));
  }

  @ParameterizedTest
  @CsvSource({
    "GET, get",
    "POST, create",
    "PUT, update",
    "PATCH, patch",
    "DELETE, delete",
    "HEAD, ''",
    "OPTIONS, ''",
    "get, ''",
    "TRACE, ''",
  })
  void takesTheVerbFromTheMethod(String method, String verb) {
    assertThat(NodeAccess.enough("n", method, "/pods"))
        .containsExactly(
            new AccessAttributes(verb, "nodes", "pods", "n"),
            new AccessAttributes(verb, "nodes", "proxy", "n"));
  }
}
