package dev.jubelet.acceptance.tour;

import static dev.jubelet.acceptance.tour.Expectation.absent;
import static dev.jubelet.acceptance.tour.Expectation.containing;
import static dev.jubelet.acceptance.tour.Expectation.is;
import static dev.jubelet.acceptance.tour.Expectation.like;

import java.nio.file.Path;
import java.util.List;

/** What containers see of their pod and their node. */
final class EnvironmentTour {
  private EnvironmentTour() {}

  static List<Example> examples() {
    return List.of(hello(), env(), dns(), hosts(), hostname(), hostPort(), terminationMessage());
  }

  private static Example hello() {
    return Example.of("hello")
        .container("greeter")
        .printed(like("Hello from hello-node-under-test at 10\\.90\\.\\d+\\.\\d+\n?.*"))
        .phase("Running")
        .inspect("status/labels/io.kubernetes.container.name", "greeter");
  }

  private static Example env() {
    return Example.of("env")
        .prints(
            "argument hello, shell hello, escaped $(GREETING)",
            "SENTENCE=hello world",
            "ESCAPED=$(GREETING)",
            "UNKNOWN=$(NOBODY)",
            "POD_NAME=env-node-under-test",
            "POD_NAMESPACE=default",
            "APP_LABEL=tour",
            "TEAM=blue",
            "SOURCE=file",
            "NODE_NAME=node-under-test",
            "NODE_IP=10.99.0.1",
            "CPU_REQUEST=50",
            "CPU_LIMIT=1",
            "MEMORY_LIMIT=32")
        .check(
            "POD_UID is the pod's",
            pod -> String.valueOf(pod.container("main").printed().contains("POD_UID=" + pod.uid())),
            is("true"))
        .check(
            "POD_IP is the pod's",
            pod -> String.valueOf(pod.container("main").printed().contains("POD_IP=" + pod.ip())),
            is("true"))
        .inspect("info/config/envs/key=SENTENCE/value", "hello world")
        .phase("Succeeded");
  }

  private static Example dns() {
    return Example.of("dns")
        .pod("dns-cluster-first")
        .printed(
            is(
                """
                search default.svc.cluster.local svc.cluster.local cluster.local
                nameserver 10.96.0.10
                options ndots:5\
                """))
        .sandbox("info/config/dns_config/servers", "10.96.0.10")
        .pod("dns-default")
        .printed(is("nameserver 10.99.0.1"))
        .sandbox("info/config/dns_config/searches", absent())
        .pod("dns-none")
        .printed(
            is(
                """
                search one.example two.example
                nameserver 192.0.2.1
                nameserver 192.0.2.2
                options ndots:2 edns0\
                """))
        .sandbox("info/config/dns_config/options", "ndots:2 edns0")
        .pod("dns-host-network")
        .prints(
            "search default.svc.cluster.local svc.cluster.local cluster.local extra.example",
            "nameserver 10.96.0.10",
            "options ndots:3");
  }

  private static Example hosts() {
    return Example.of("hosts")
        .printed(containing("# Kubernetes-managed hosts file.\n127.0.0.1\tlocalhost\n"))
        .printed(like(".*\n10\\.90\\.\\d+\\.\\d+\thosts-node-under-test\n.*"))
        .prints("192.0.2.10\tdatabase\tdatabase.example")
        .check(
            "etc-hosts on the node names the pod at its address",
            pod ->
                String.valueOf(
                    ContainerView.read(pod.directory().resolve("etc-hosts"))
                        .contains(pod.ip() + "\thosts-node-under-test\n")),
            is("true"))
        .inspect("status/mounts/containerPath=|etc|hosts/hostPath", like(".*/etc-hosts"))
        .pod("hosts-of-node")
        .prints("# Kubernetes-managed hosts file (host network).", "192.0.2.11\tqueue")
        .printed(containing(ContainerView.read(Path.of("/etc/hosts")).strip()));
  }

  private static Example hostname() {
    String service = ".web.default.svc.cluster.local";
    return Example.of("hostname")
        .prints("hostname is hostname-node-under-test")
        .pod("hostname-subdomain")
        .prints("hostname is web-0")
        .printed(containing("\tweb-0" + service + "\tweb-0"))
        .sandbox("info/config/hostname", "web-0")
        .pod("hostname-in-full")
        .prints("hostname is web-1" + service)
        .sandbox("info/config/hostname", "web-1" + service)
        .pod("hostname-override")
        .prints("hostname is mail.example.org")
        .printed(containing("\tmail.example.org"))
        .sandbox("info/config/hostname", "mail.example.org");
  }

  private static Example hostPort() {
    return Example.of("host-port")
        .check(
            "the node's port 8085",
            pod ->
                pod.view()
                    .node()
                    .namespace()
                    .in("curl", "-sS", "-m", "5", "http://10.99.0.1:8085/")
                    .run()
                    .strip(),
            is("hello from host-port-node-under-test"))
        .sandbox("info/config/port_mappings/0/host_port", "8085");
  }

  private static Example terminationMessage() {
    return Example.of("termination-message")
        .container("usual")
        .state("state/terminated/message", "written to the usual file\n")
        .state("state/terminated/exitCode", "0")
        .container("elsewhere")
        .state("state/terminated/message", "written elsewhere\n")
        .state("state/terminated/exitCode", "3")
        .inspect("status/mounts/containerPath=|tmp|last-words/hostPath", like(".*/elsewhere/0"))
        .container("from-log")
        .state("state/terminated/message", containing("said in the log"))
        .state("state/terminated/exitCode", "4")
        .container("good")
        .state("state/terminated/message", absent())
        .phase("Failed");
  }
}
