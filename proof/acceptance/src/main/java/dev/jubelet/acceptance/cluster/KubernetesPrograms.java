package dev.jubelet.acceptance.cluster;

import java.nio.file.Path;

/** The programs of a Kubernetes release, in one directory; etcd comes with the machine. */
public record KubernetesPrograms(Path directory) {
  public String apiServer() {
    return program("kube-apiserver");
  }

  public String controllerManager() {
    return program("kube-controller-manager");
  }

  public String scheduler() {
    return program("kube-scheduler");
  }

  public String proxy() {
    return program("kube-proxy");
  }

  public String kubectl() {
    return program("kubectl");
  }

  public String kubelet() {
    return program("kubelet");
  }

  private String program(String name) {
    return directory.resolve(name).toString();
  }
}
