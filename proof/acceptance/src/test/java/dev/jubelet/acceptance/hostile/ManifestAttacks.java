package dev.jubelet.acceptance.hostile;

import static dev.jubelet.acceptance.hostile.Attack.manifest;
import static dev.jubelet.acceptance.hostile.Attack.pod;

import dev.jubelet.acceptance.host.Tool;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Files in the directory of manifests that want to be read, and must not be believed. */
final class ManifestAttacks {
  private static final String OK = HostileNode.container("sleep 1000");

  private ManifestAttacks() {}

  static List<Attack> all() {
    List<Attack> all = new ArrayList<>(bombs());
    all.addAll(files());
    all.addAll(names());
    all.addAll(paths());
    all.addAll(values());
    return all;
  }

  private static List<Attack> bombs() {
    String aliases =
        IntStream.range(1, 30)
            .mapToObj(i -> "a%d: &a%d [%s]".formatted(i, i, ("*a" + (i - 1) + ",").repeat(9) + "x"))
            .collect(Collectors.joining("\n"));
    return List.of(
        manifest("aliases", "CVE-2019-11253", "a0: &a0 x\n" + aliases, "no pod; log: .*alias"),
        manifest("nested", "CVE-2019-11253", "[".repeat(100_000), "no pod; log: .*(deep|nest)"),
        manifest(
            "nested-json",
            "CVE-2019-11253",
            "{\"a\":".repeat(100_000),
            "no pod; log: .*(deep|nest)"),
        manifest(
            "scalar",
            "CVE-2019-11254",
            HostileNode.manifest("scalar", OK) + "x: " + "y".repeat(10 << 20),
            "no pod; log: .*(large|MiB|bytes|limit)"),
        manifest(
            "tag",
            "CVE-2022-1471",
            HostileNode.manifest("tag", OK)
                + "x: !!javax.script.ScriptEngineManager [!!java.net.URL [\"http://127.0.0.1/\"]]",
            "no pod; log: .*"),
        manifest("many-documents", "CVE-2019-11253", "---\n".repeat(200_000), "no pod; log: .*"),
        manifest(
            "many-keys",
            "CVE-2019-11254",
            "{"
                + IntStream.range(0, 200_000)
                    .mapToObj(i -> "\"k" + i + "\":0")
                    .collect(Collectors.joining(","))
                + "}",
            "no pod; log: .*"),
        manifest(
            "many-items",
            "memory in sum",
            "{\"x\":[" + "0,".repeat(1_400_000) + "0]}",
            "no pod; log: .*"));
  }

  private static List<Attack> files() {
    return List.of(
        file("fifo", "a read that never ends", path -> Tool.of("mkfifo", path.toString()).run()),
        file(
            "device",
            "a read that never ends",
            path -> Tool.of("mknod", path.toString(), "c", "1", "5").run()),
        file("loop", "a link to itself", path -> Files.createSymbolicLink(path, path)),
        file("directory", "a directory for a file", Files::createDirectory),
        file(
            "sparse",
            "1 GiB of nothing",
            path -> {
              try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
                file.setLength(1L << 30);
              }
            }),
        file("bytes", "bytes that are no text", path -> Files.write(path, new byte[] {-1, -2, 0})),
        file(
            "latin",
            "text that is no UTF-8",
            path ->
                Files.write(
                    path,
                    HostileNode.manifest("latin", OK + "hostname: caf\u00e9")
                        .getBytes(StandardCharsets.ISO_8859_1))));
  }

  @FunctionalInterface
  private interface Making {
    void make(Path path) throws IOException;
  }

  private static Attack file(String name, String cites, Making making) {
    return new Attack(
        name,
        cites,
        node -> {
          try {
            making.make(node.manifestFile(name));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        node -> node.verdict(name),
        Pattern.compile("no pod; log: .*" + name + "\\.yaml"),
        node -> node.remove(name));
  }

  private static List<Attack> names() {
    List<Attack> all = new ArrayList<>();
    List<String> names =
        List.of(
            "../../../etc", "a/b", "..", "a;rm", "a\\nb", "a\\u0000b", "A", "a".repeat(300), " ");
    for (int i = 0; i < names.size(); i++) {
      all.add(
          manifest(
              "pod-name-" + i,
              "log path injection, CNI_ARGS injection",
              HostileNode.manifest("\"" + names.get(i) + "\"", OK),
              "no pod; log: .*metadata.name"));
    }
    all.add(
        manifest(
            "namespace",
            "log path injection",
            HostileNode.manifest("x\n  namespace: ../../etc", OK),
            "no pod; log: .*metadata.namespace"));
    all.add(
        manifest(
            "uid",
            "path of the pod's directory",
            HostileNode.manifest("x\n  uid: ../../../../etc", OK),
            "no pod; log: .*metadata.uid"));
    all.add(
        pod(
            "container-name",
            "log path injection",
            OK.replace("name: main", "name: ../../../x"),
            "no pod; log: .*containers\\[0\\].name"));
    all.add(
        pod(
            "volume-name",
            "path of a volume",
            OK + "volumes: [{name: ../x, emptyDir: {}}]",
            "no pod; log: .*volumes\\[0\\].name"));
    all.add(
        manifest(
            "annotations",
            "memory in sum",
            HostileNode.manifest(
                "annotations\n  annotations: {a: \"" + "x".repeat(300_000) + "\"}", OK),
            "no pod; log: .*annotations"));
    return all;
  }

  private static List<Attack> paths() {
    String mount = "    volumeMounts: [{name: v, mountPath: %s, subPath: \"%s\"}]\n";
    String volume = "volumes: [{name: v, emptyDir: {}}]\n";
    List<Attack> all = new ArrayList<>();
    List<String> subPaths = List.of("../../../../etc", "a/../../..", "/etc", "..");
    for (int i = 0; i < subPaths.size(); i++) {
      all.add(
          pod(
              "subpath-" + i,
              "CVE-2017-1002101",
              OK + mount.formatted("/v", subPaths.get(i)) + volume,
              "no pod; log: .*subPath"));
    }
    all.add(
        pod(
            "mount-colon",
            "options in a path",
            OK + mount.formatted("\"/a:/etc\"", "") + volume,
            "no pod; log: .*mountPath"));
    all.add(
        pod(
            "host-path",
            "CVE-2017-1002101",
            OK + "volumes: [{name: v, hostPath: {path: /tmp/../../etc}}]",
            "no pod; log: .*hostPath"));
    all.add(
        pod(
            "git-repo",
            "CVE-2024-10220, CVE-2025-1767",
            OK
                + "    volumeMounts: [{name: v, mountPath: /v}]\n"
                + "volumes: [{name: v, gitRepo: {repository: /root}}]",
            "(no pod; log: .*gitRepo|main state waiting)"));
    for (String profile : List.of("\"\"", "../../../../dev/null", "/dev/null", "missing.json")) {
      all.add(
          pod(
              "seccomp-" + all.size(),
              "CVE-2023-2431",
              OK
                  + "securityContext: {seccompProfile: {type: Localhost, localhostProfile: "
                  + profile
                  + "}}",
              "(no pod; log: .*localhostProfile|waiting Create\\w+Error)"));
    }
    return all;
  }

  private static List<Attack> values() {
    List<Attack> all = new ArrayList<>();
    for (String sysctl :
        List.of("kernel.shm_rmid_forced=1+kernel.core_pattern", "kernel.core_pattern", "a/../b")) {
      all.add(
          pod(
              "sysctl-" + all.size(),
              "CVE-2022-0811, CVE-2022-0532",
              OK + "securityContext: {sysctls: [{name: \"" + sysctl + "\", value: \"|/x\"}]}",
              "(no pod; log: .*sysctls|Failed SysctlForbidden)"));
    }
    for (String user : List.of("-1", "4294967296", "1.5", "\"0\"")) {
      all.add(
          pod(
              "run-as-" + all.size(),
              "CVE-2021-25749",
              OK + "securityContext: {runAsUser: " + user + "}",
              "no pod; log: .*runAsUser"));
    }
    all.add(env("env-name", "\"a=b\"", "x", "no pod; log: .*env"));
    all.add(env("env-nul", "a", "x\\u0000y", "(no pod; log: .*env|waiting Create\\w+Error)"));
    all.add(
        env("home-newline", "HOME", "/\\nroot2::0:0::/:/bin/sh", "(no pod; log|Running|waiting)"));
    all.add(
        pod(
            "host-aliases",
            "lines of /etc/hosts",
            OK + "hostAliases: [{ip: 127.0.0.1, hostnames: [\"a\\n1.2.3.4 b\"]}]",
            "no pod; log: .*hostAliases"));
    all.add(
        pod(
            "dns",
            "lines of resolv.conf",
            OK + "dnsPolicy: None\ndnsConfig: {nameservers: [\"1.1.1.1\\nsearch evil\"]}",
            "no pod; log: .*dnsConfig"));
    all.add(
        pod("hostname", "CVE-2022-4318", OK + "hostname: \"a\\nb\"", "no pod; log: .*hostname"));
    for (String quantity : List.of("1e1000000000", "99999999999999999999999Ei", "-1", "1m1")) {
      all.add(
          pod(
              "quantity-" + all.size(),
              "CVE-2019-11253",
              OK + "    resources: {limits: {memory: \"" + quantity + "\"}}\n",
              "(no pod; log: .*memory|Failed OutOfmemory|Running|waiting)"));
    }
    for (String image : List.of("../x", "a b", "a/B", "x@sha256:../../x", "x@md5:00")) {
      all.add(
          pod(
              "image-" + all.size(),
              "CVE-2024-3727",
              OK.replace("localhost/busybox:1", "\"" + image + "\""),
              "(no pod; log: .*image|waiting InvalidImageName)"));
    }
    all.add(
        pod(
            "many-containers",
            "memory in sum",
            "containers:\n"
                + IntStream.range(0, 300)
                    .mapToObj(i -> "- {name: c" + i + ", image: x}\n")
                    .collect(Collectors.joining()),
            "(no pod; log|Failed|Pending)"));
    all.add(
        pod(
            "many-ports",
            "memory in sum",
            OK
                + "    ports: ["
                + IntStream.range(1, 30_000)
                    .mapToObj(i -> "{containerPort: " + i + ", hostPort: " + i + "}")
                    .collect(Collectors.joining(","))
                + "]\n",
            "(no pod; log|Failed|Pending)"));
    all.add(
        pod(
            "grace",
            "a grace period without end",
            OK.stripTrailing() + "\nactiveDeadlineSeconds: 9223372036854775808\n",
            "no pod; log: .*activeDeadlineSeconds"));
    all.add(
        pod(
            "probe-numbers",
            "a probe without a pause",
            OK + "    livenessProbe: {tcpSocket: {port: 70000}, periodSeconds: -1}\n",
            "no pod; log: .*livenessProbe"));
    return all;
  }

  private static Attack env(String name, String variable, String value, String expected) {
    return pod(
        name,
        "CVE-2022-4318",
        OK + "    env: [{name: " + variable + ", value: \"" + value + "\"}]\n",
        expected);
  }
}
