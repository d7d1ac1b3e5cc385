package dev.jubelet.acceptance.cluster;

import dev.jubelet.acceptance.Daemon;
import dev.jubelet.acceptance.LogEnd;
import dev.jubelet.acceptance.host.NodeNamespace;
import dev.jubelet.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * etcd, API server, controller manager and scheduler in one namespace. Rights are checked as in a
 * real cluster: RBAC, the Node authorizer and NodeRestriction are on.
 */
public final class ControlPlane implements AutoCloseable {
  public static final int PORT = 6443;

  /** TLS bootstrap: anybody who has it may ask for a node's certificate. */
  public static final String BOOTSTRAP_TOKEN = "abcdef.0123456789abcdef";

  private static final Duration START = Duration.ofMinutes(3);
  private static final String ETCD = "http://127.0.0.1:2379";

  private final KubernetesPrograms programs;
  private final Path directory;
  private final ClusterKeys keys;
  private final String address;
  private final @Nullable NodeNamespace namespace;
  private final Kubectl kubectl;
  private final Deque<Daemon> daemons = new ArrayDeque<>();
  private @Nullable Daemon apiServer;

  /**
   * @param namespace null for the one that we are in
   * @param address under which nodes find the API server
   */
  public ControlPlane(
      KubernetesPrograms programs,
      Path directory,
      ClusterKeys keys,
      @Nullable NodeNamespace namespace,
      String address) {
    this.programs = programs;
    this.directory = directory;
    this.keys = keys;
    this.namespace = namespace;
    this.address = address;
    this.kubectl =
        new Kubectl(
            programs.kubectl(),
            directory.resolve("admin.conf"),
            directory.resolve("kubectl-cache"),
            namespace,
            List.of());
  }

  public Kubectl kubectl() {
    return kubectl;
  }

  /** What nodes ask for. */
  public NodeRequests requests() {
    return new NodeRequests(directory);
  }

  public String server() {
    return "https://" + address + ":" + PORT;
  }

  /** Starts everything and waits until pods can be created. */
  public void start() {
    signAll();
    NodeRequests.writePolicy(directory);
    daemons.push(
        daemon(
            "etcd",
            List.of(
                "etcd",
                "--data-dir=" + directory.resolve("etcd"),
                "--listen-client-urls=" + ETCD,
                "--advertise-client-urls=" + ETCD,
                "--listen-peer-urls=http://127.0.0.1:2380",
                "--unsafe-no-fsync")));
    startApiServer();
    daemons.push(daemon("controller-manager", controllerManagerWords()));
    daemons.push(
        daemon(
            "scheduler",
            List.of(
                programs.scheduler(),
                "--kubeconfig=" + directory.resolve("scheduler.conf"),
                "--leader-elect=false")));
    kubectl.apply(ClusterRights.manifests(BOOTSTRAP_TOKEN));
    Await.until(
        "pods can be created",
        START,
        () -> kubectl.attempt("get", "serviceaccount", "default").ok(),
        this::lastWords);
  }

  public void startApiServer() {
    apiServer = daemon("apiserver", apiServerWords());
    awaitApiServer();
  }

  public void awaitApiServer() {
    Daemon running = apiServer();
    Await.until(
        "the API server is ready",
        START,
        () -> {
          running.requireAlive();
          return kubectl.attempt("get", "--raw", "/readyz").ok();
        },
        this::lastWords);
  }

  /** To be killed, ended, frozen. */
  public Daemon apiServer() {
    Daemon running = apiServer;
    if (running == null) {
      throw new IllegalStateException("the API server was not started");
    }
    return running;
  }

  @Override
  public void close() {
    while (!daemons.isEmpty()) {
      Daemon daemon = daemons.pop();
      // etcd is the last, and its client goes before it.
      if (daemons.isEmpty()) {
        end(apiServer);
      }
      end(daemon);
    }
    end(apiServer);
  }

  private static void end(@Nullable Daemon daemon) {
    if (daemon != null && daemon.alive()) {
      daemon.killHard();
    }
  }

  /** The ends of all logs. */
  public String lastWords() {
    StringBuilder words = new StringBuilder();
    for (String name : List.of("etcd", "apiserver", "controller-manager", "scheduler")) {
      words.append(name).append(":\n");
      words.append(LogEnd.of(log(name), 15)).append('\n');
    }
    return words.toString();
  }

  private void signAll() {
    keys.sign(
        "apiserver",
        "/CN=kube-apiserver",
        "IP:127.0.0.1",
        "IP:" + address,
        "IP:10.96.0.1",
        "DNS:localhost",
        "DNS:kubernetes.default.svc",
        "DNS:kubernetes");
    keys.sign("admin", "/O=system:masters/CN=admin");
    keys.sign("controller-manager", "/CN=system:kube-controller-manager");
    keys.sign("scheduler", "/CN=system:kube-scheduler");
    keys.sign("apiserver-kubelet-client", "/CN=" + ClusterRights.KUBELET_CLIENT);
    for (String name : List.of("admin", "controller-manager", "scheduler")) {
      KubeconfigFiles.ofCertificate(directory.resolve(name + ".conf"), server(), keys, name);
    }
  }

  private List<String> apiServerWords() {
    return List.of(
        programs.apiServer(),
        "--etcd-servers=" + ETCD,
        "--bind-address=0.0.0.0",
        "--advertise-address=" + address,
        "--secure-port=" + PORT,
        "--tls-cert-file=" + keys.certificate("apiserver"),
        "--tls-private-key-file=" + keys.key("apiserver"),
        "--client-ca-file=" + keys.authority(),
        "--service-account-key-file=" + keys.file("sa.pub"),
        "--service-account-signing-key-file=" + keys.file("sa.key"),
        "--service-account-issuer=https://kubernetes.default.svc",
        "--service-cluster-ip-range=10.96.0.0/16",
        "--authorization-mode=Node,RBAC",
        "--enable-admission-plugins=NodeRestriction",
        "--enable-bootstrap-token-auth=true",
        "--allow-privileged=true",
        "--kubelet-client-certificate=" + keys.certificate("apiserver-kubelet-client"),
        "--kubelet-client-key=" + keys.key("apiserver-kubelet-client"),
        "--kubelet-preferred-address-types=InternalIP",
        "--audit-policy-file=" + requests().policy(),
        "--audit-log-path=" + requests().log(),
        "--profiling=false");
  }

  private List<String> controllerManagerWords() {
    return List.of(
        programs.controllerManager(),
        "--kubeconfig=" + directory.resolve("controller-manager.conf"),
        "--service-account-private-key-file=" + keys.file("sa.key"),
        "--root-ca-file=" + keys.authority(),
        "--cluster-signing-cert-file=" + keys.authority(),
        "--cluster-signing-key-file=" + keys.key("ca"),
        "--controllers=*,bootstrapsigner,tokencleaner",
        "--use-service-account-credentials=true",
        "--allocate-node-cidrs=false",
        "--leader-elect=false");
  }

  private Daemon daemon(String name, List<String> words) {
    return Daemon.start(name, namespace, words, log(name));
  }

  private Path log(String name) {
    return directory.resolve(name + ".log");
  }
}
