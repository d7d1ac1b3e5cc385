package dev.jubelet.decide.config.annotation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ContainerHashTest {
  record Golden(String name, String image, String hash) {}

  @ParameterizedTest
  @MethodSource("goldens")
  void isTheNumberOfTheGoKubelet(Golden golden) {
    assertThat(ContainerHash.of(golden.name(), golden.image())).isEqualTo(golden.hash());
  }

  @Test
  void isTheNumberOfTheGoKubeletForALongImage() {
    assertThat(ContainerHash.of("z", "i".repeat(300))).isEqualTo("ab82ef7f");
  }

  /** Computed by kubecontainer.HashContainer of Kubernetes 1.36.4. */
  static List<Golden> goldens() {
    return List.of(
        new Golden("a", "b", "646fef1b"),
        new Golden("", "", "edd67cc4"),
        new Golden("nginx", "nginx", "a564281e"),
        new Golden("nginx", "nginx:1.27", "91edee8f"),
        new Golden(
            "web",
            "registry.example/team/web@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
            "ceb4891a"),
        new Golden("c", "", "27e233a"),
        new Golden("", "busybox", "d834ddea"),
        new Golden("<script>", "a&b", "83d8963e"),
        new Golden("x>y", "img?a=1&b=2", "bad7f9eb"),
        new Golden("quote\"d", "back\\slash", "6c1448ab"),
        new Golden("tab\there", "new\nline", "8c89440e"),
        new Golden("cr\r", "bs\bff\f", "6fd08227"),
        new Golden("\u0001\u001f", "\u007f", "997be1e1"),
        new Golden("na\u00efve", "gr\u00f6\u00dfe", "dc2c79e6"),
        new Golden("\u65e5\u672c\u8a9e", "\u30b3\u30f3\u30c6\u30ca:\u6700\u65b0", "6796cfdd"),
        new Golden("emoji\ud83d\ude00", "img:\ud83d\ude00", "1418bc57"),
        new Golden("ls\u2028ps\u2029", "x", "ad7942a7"),
        new Golden("nul\u0000", "y", "ab359e44"),
        new Golden(
            "long-name-long-name-long-name-long-name-long-name-long-name-long",
            "docker.io/library/alpine:3.22",
            "e010e64f"),
        new Golden("kube-apiserver", "registry.k8s.io/kube-apiserver:v1.36.4", "98c62e8d"),
        new Golden("pause", "registry.k8s.io/pause:3.10.1", "456144c6"),
        new Golden("a b", "slash/slash:tag_1.2-3", "ef800a83"),
        new Golden("$(VAR)", "%d%s{}", "74038fef"),
        new Golden("\ufffd", "\u00a0", "a8bda1aa"));
  }
}
