package dev.jubelet.acceptance.hostile;

import static dev.jubelet.acceptance.hostile.Attack.pod;
import static dev.jubelet.acceptance.hostile.Attack.script;

import dev.jubelet.acceptance.Sizes;
import java.util.ArrayList;
import java.util.List;

/** Pods that run, and want more than they may have. */
final class PodAttacks {
  private PodAttacks() {}

  static List<Attack> all() {
    List<Attack> all = new ArrayList<>(resources());
    all.addAll(output());
    all.addAll(servers());
    all.addAll(kernel());
    all.addAll(directories());
    all.addAll(ends());
    return all;
  }

  private static List<Attack> resources() {
    return List.of(
        script(
            "fork-bomb",
            "R14",
            "b() { b | b & }; b; sleep 2; echo bombed; exec sleep 1000",
            "(can.t fork|bombed|terminated)"),
        pod(
            "memory-hog",
            "R14",
            HostileNode.container("x=a; while :; do x=$x$x; done")
                + "    resources: {limits: {memory: 32Mi}}\n",
            "terminated OOMKilled 137"),
        script(
            "descriptors",
            "R14",
            "i=3; while [ $i -lt 1000 ] && eval \"exec $i</dev/null\"; do i=$((i+1)); done;"
                + " echo opened; exec sleep 1000",
            "opened|terminated"),
        script(
            "zombies",
            "W13",
            "for i in 1 2 3 4 5 6 7 8 9; do (sleep 0 & exec sleep 1000) & done; echo many;"
                + " exec sleep 1000",
            "many"));
  }

  private static List<Attack> output() {
    String flood = "[sh, -c, \"yes no-end-of-this-line | head -c 17000000\"]";
    List<Attack> all = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      all.add(
          pod(
              "chatty-probe-" + i,
              "CVE-2022-1708, CVE-2022-31030",
              HostileNode.container("exec sleep 1000")
                  + "    readinessProbe: {exec: {command: "
                  + flood
                  + "}, periodSeconds: 1, timeoutSeconds: 10}\n",
              "Running .*state running"));
    }
    all.add(
        pod(
            "chatty-hook",
            "CVE-2022-1708, CVE-2022-31030",
            HostileNode.container("exec sleep 1000")
                + "    lifecycle: {postStart: {exec: {command: "
                + flood
                + "}}}\n",
            "Running .*state running"));
    all.add(
        pod(
            "failing-chatty-hook",
            "CVE-2022-1708, CVE-2022-31030",
            HostileNode.container("exec sleep 1000")
                + "    lifecycle: {postStart: {exec: {command: [sh, -c,"
                + " \"yes secret | head -c 17000000; exit 1\"]}}}\n",
            "(waiting|lastState terminated)"));
    all.add(
        script(
            "termination-message",
            "CVE-2020-8557",
            "yes message | head -c 3000000 > /dev/termination-log; exit 3",
            "terminated Error 3 .{100,5000}"));
    all.add(
        script(
            "long-line",
            "a line without end",
            "head -c 3000000 /dev/zero | tr \"\\0\" a; echo; echo done; exec sleep 1000",
            "done"));
    all.add(
        script(
            "log-of-control-codes",
            "escape sequences for people's terminals",
            "printf \"\\033[2J\\033]0;owned\\007\\r\\n\"; echo done; exec sleep 1000",
            "done"));
    return all;
  }

  /** Servers that answer probes in ways nobody expects. */
  private static List<Attack> servers() {
    return List.of(
        server("endless-body", "printf \"HTTP/1.1 200 OK\\r\\n\\r\\n\"; yes"),
        server("endless-header", "printf \"HTTP/1.1 200 OK\\r\\nX: \"; yes | tr -d \"\\n\""),
        server("endless-headers", "printf \"HTTP/1.1 200 OK\\r\\n\"; yes \"X: y\""),
        server("silent", "sleep 1000"),
        server("garbage", "head -c 100000 /bin/busybox"),
        server("redirect-loop", "printf \"HTTP/1.1 302 Found\\r\\nLocation: /\\r\\n\\r\\n\""),
        server(
            "redirect-away",
            "printf \"HTTP/1.1 302 Found\\r\\nLocation: http://127.0.0.1:10250/pods\\r\\n\\r\\n\""),
        server(
            "length-lies",
            "printf \"HTTP/1.1 200 OK\\r\\nContent-Length: 99999999999999999999\\r\\n\\r\\n\""),
        server(
            "chunks-lie",
            "printf \"HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\nffffffff\\r\\n\""));
  }

  private static Attack server(String name, String answer) {
    return pod(
        "probe-" + name,
        "k/k#99425, R16",
        HostileNode.container(
                "echo \""
                    + answer.replace("\\", "\\\\").replace("\"", "\\\"")
                    + "\" > /answer;"
                    + " exec nc -ll -p 8080 -e sh /answer")
            + "    readinessProbe: {httpGet: {path: /, port: 8080}, periodSeconds: 1}\n",
        "Running .*state running.*restarts 0");
  }

  /** Calls of the kernel that the default profile keeps from a container. */
  private static List<Attack> kernel() {
    List<Attack> all = new ArrayList<>();
    record Try(String name, String cites, String command) {}
    for (Try each :
        List.of(
            new Try("mount", "CVE-2022-0185", "mount -t tmpfs x /mnt"),
            new Try("unshare", "CVE-2022-0185", "unshare -U true"),
            new Try("sysrq", "write to the kernel", "echo h > /proc/sysrq-trigger"),
            new Try("core-pattern", "CVE-2022-0811", "echo x > /proc/sys/kernel/core_pattern"),
            new Try("kernel-memory", "read of memory", "head -c 1 /dev/mem"),
            new Try("kcore", "read of memory", "head -c 1 /proc/kcore"),
            new Try("host-name", "the node's name", "hostname evil"),
            new Try("raw-device", "a device of the node", "mknod /d b 8 0 && head -c 1 /d"),
            new Try("oom-score", "M3", "echo -1000 > /proc/self/oom_score_adj"),
            new Try("modules", "the node's kernel", "insmod /bin/busybox"),
            new Try("chroot-escape", "CVE-2024-21626", "cat /proc/1/root/../../etc/shadow"))) {
      all.add(
          pod(
              "kernel-" + each.name(),
              each.cites(),
              HostileNode.container(
                      "if ("
                          + each.command()
                          + ") 2>/dev/null; then echo could; else echo refused; fi;"
                          + " exec sleep 1000")
                  + "securityContext: {seccompProfile: {type: RuntimeDefault}}\n",
              "printed: .*refused"));
    }
    return all;
  }

  private static List<Attack> directories() {
    String volume = "volumes: [{name: v, emptyDir: {}}]\n";
    String mounted = "    volumeMounts: [{name: v, mountPath: /v}]\n";
    String name = "x".repeat(230);
    int files = Sizes.of("files", 60_000, 1_000_000);
    return List.of(
        pod(
            "many-files",
            "a removal that lists everything first",
            HostileNode.container(
                    "cd /v; i=0; while [ $i -lt "
                        + files
                        + " ]; do : > "
                        + name
                        + "$i; i=$((i+1)); done; echo filled; exec sleep 1000")
                + mounted
                + volume,
            "filled"),
        pod(
            "deep-directories",
            "a removal that recurses",
            HostileNode.container(
                    "cd /v; i=0; while [ $i -lt 1500 ]; do mkdir d && cd d; i=$((i+1)); done;"
                        + " echo filled; exec sleep 1000")
                + mounted
                + volume,
            "filled"),
        pod(
            "links-out",
            "CVE-2017-1002102",
            HostileNode.container(
                    "cd /v; ln -s / root; ln -s ../../../../../../.. up; mkdir d; ln -s /etc d/e;"
                        + " echo linked; exec sleep 1000")
                + mounted
                + volume,
            "linked"),
        pod(
            "atomic-links",
            "CVE-2017-1002102",
            HostileNode.container(
                    "cd /v; ln -s / ..data; ln -s /etc ..data_tmp; echo linked; exec sleep 1000")
                + mounted
                + volume,
            "linked"),
        pod(
            "working-directory",
            "CVE-2024-21626",
            HostileNode.container("pwd; ls; exec sleep 1000") + "    workingDir: /proc/self/fd/7\n",
            "(no pod; log: .*workingDir|waiting|terminated)"),
        pod(
            "full-emptydir",
            "R11",
            HostileNode.container(
                    "head -c 50000000 /dev/zero > /v/x; sleep 1; ls -l /v; exec sleep 1000")
                + mounted
                + "volumes: [{name: v, emptyDir: {medium: Memory, sizeLimit: 1Mi}}]\n",
            "(No space|Failed Evicted|1048576)"));
  }

  private static List<Attack> ends() {
    return List.of(
        script(
            "deaf",
            "W18",
            "trap \"\" TERM INT HUP; echo deaf; while :; do sleep 1; done",
            "printed: .*deaf"),
        pod(
            "endless-prestop",
            "W18",
            HostileNode.container("echo up; exec sleep 1000")
                + "    lifecycle: {preStop: {exec: {command: [sleep, \"100000\"]}}}\n",
            "printed: .*up"),
        script(
            "double-fork",
            "W13",
            "(setsid sh -c \"trap : TERM; while :; do sleep 1; done\" &) ; echo away;"
                + " exec sleep 1000",
            "printed: .*away"),
        script("crash-loop", "W3", "exit 1", "CrashLoopBackOff|terminated Error 1"));
  }
}
