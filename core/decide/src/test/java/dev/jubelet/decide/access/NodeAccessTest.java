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
    assertThat(new NodeAccess("n", false).enough("GET", path))
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
    assertThat(new NodeAccess("n", false).enough(method, "/pods"))
        .containsExactly(
            new AccessAttributes(verb, "nodes", "pods", "n"),
            new AccessAttributes(verb, "nodes", "proxy", "n"));
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /exec/a/b/c, get, create",
    "POST, /exec/a/b/c, create, create",
    "GET, /attach/a/b/c, get, create",
    "GET, /portForward/a/b, get, create",
    "HEAD, /exec/a/b/c, '', create",
    "GET, /execx, get, get",
    "GET, /containerLogs/a/b/c, get, get",
    "GET, /pods, get, get",
  })
  void mayAskForCreateWhereSomebodyGetsIntoAContainer(
      String method, String path, String usual, String strict) {
    assertThat(new NodeAccess("n", false).enough(method, path))
        .allMatch(each -> each.verb().equals(usual));
    assertThat(new NodeAccess("n", true).enough(method, path))
        .allMatch(each -> each.verb().equals(strict));
  }
}
