package dev.jubelet.decide.resources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.PodCgroup;
import dev.jubelet.testkit.Pods;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same pods, given to the Go kubelet and to us, need the same. */
class GoKubeletResourcesTest {
  private static final long EIGHT_GIB = 8L << 30;

  @ParameterizedTest
  @MethodSource("pods")
  void countsAsTheGoKubeletDoes(Case same) {
    assertThat(line(same.pod())).isEqualTo(same.golden());
  }

  record Case(Pod pod, String golden) {
    @Override
    public String toString() {
      return pod.metadata().name();
    }
  }

  static List<Case> pods() throws IOException {
    List<Pod> pods = Pods.allFromYaml(read("pods.yaml"));
    List<String> goldens =
        read("pods.golden").lines().filter(line -> !line.startsWith("#")).toList();
    assertThat(pods).hasSameSizeAs(goldens);
    List<Case> cases = new ArrayList<>();
    for (int at = 0; at < pods.size(); at++) {
      cases.add(new Case(pods.get(at), goldens.get(at)));
    }
    return cases;
  }

  private static String read(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(GoKubeletResourcesTest.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String line(Pod pod) {
    PodCgroup cgroup = PodCgroupValues.of(pod, Nodes.plain());
    return String.join(
        "|",
        pod.metadata().name(),
        QosClasses.of(pod).wire(),
        list(PodRequests.of(pod)),
        list(PodLimits.of(pod)),
        list(PodRequests.withoutOverhead(pod)),
        list(PodLimits.withoutOverhead(pod)),
        Long.toString(cgroup.cpuShares()),
        orNone(cgroup.cpuQuotaMicros()),
        orNone(cgroup.memoryLimitBytes()),
        joined(new TreeMap<>(cgroup.hugepageLimits())),
        Stream.concat(pod.spec().initContainers().stream(), pod.spec().containers().stream())
            .map(c -> c.name() + "=" + OomScore.of(pod, c, EIGHT_GIB))
            .collect(Collectors.joining(",")));
  }

  private static String list(Map<String, Quantity> list) {
    Map<String, String> plain = new TreeMap<>();
    list.forEach((name, amount) ->
        plain.put(name, name.equals("cpu") ? amount.milliValue() + "m" : "" + amount.value()));
    return joined(plain);
  }

  private static String joined(Map<String, ?> map) {
    return map.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(","));
  }

  private static String orNone(@Nullable Long limit) {
    return limit == null ? "none" : limit.toString();
  }
}
