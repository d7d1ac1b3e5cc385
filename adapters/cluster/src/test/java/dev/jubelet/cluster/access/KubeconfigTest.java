package dev.jubelet.cluster.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KubeconfigTest {
  private static final String GOOD =
      """
      apiVersion: v1
      kind: Config
      clusters:
      - name: c
        cluster:
          server: https://10.0.0.1:6443/
          certificate-authority: pki/ca.crt
      - name: d
        cluster: {server: "https://other", insecure-skip-tls-verify: true}
      users:
      - name: u
        user:
          client-certificate: /var/lib/kubelet/pki/kubelet-client-current.pem
          client-key: /var/lib/kubelet/pki/kubelet-client-current.pem
      contexts:
      - name: x
        context: {cluster: c, user: u}
      current-context: x
      """;

  @TempDir private Path directory = Path.of("");

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("kubelet.conf"), text);
  }

  private String refusal(String text) throws IOException {
    Path file = file(text);
    return String.valueOf(
        catchThrowableOfType(BadKubeconfig.class, () -> Kubeconfig.read(file)).getMessage());
  }

  @Test
  void readsTheCurrentContext() throws Exception {
    ClusterAccess access = Kubeconfig.read(file(GOOD));
    assertThat(access.server()).isEqualTo(URI.create("https://10.0.0.1:6443"));
    assertThat(access.authorities())
        .contains(new TextSource.InFile(directory.resolve("pki/ca.crt")));
    assertThat(access.user().certificate())
        .contains(
            new TextSource.InFile(Path.of("/var/lib/kubelet/pki/kubelet-client-current.pem")));
    assertThat(access.insecure()).isFalse();
    assertThat(access.compression()).isTrue();
  }

  @Test
  void dataWinsOverFilesAndATokenFileOverAToken() throws Exception {
    ClusterAccess access =
        Kubeconfig.read(
            file(
                GOOD.replace(
                        "certificate-authority: pki/ca.crt",
                        "certificate-authority: x\n    certificate-authority-data: aGVsbG8=")
                    .replace(
                        "client-key: /var",
                        "token: abc\n    tokenFile: t/token\n    client-key: /var")));
    assertThat(access.authorities().orElseThrow().read()).isEqualTo("hello");
    assertThat(access.user().token()).contains(new TextSource.InFile(directory.resolve("t/token")));
  }

  @Test
  void readsACredentialPlugin() throws Exception {
    ClusterAccess access =
        Kubeconfig.read(
            file(
                GOOD.replaceFirst("(?s)client-cert.*?contexts:", "EXEC\ncontexts:")
                    .replace(
                        "EXEC",
                        """
                        exec:
                              apiVersion: client.authentication.k8s.io/v1
                              command: ./bin/plugin
                              args: [a, b]
                              env: [{name: K, value: v}]
                              interactiveMode: Never
                              provideClusterInfo: true\
                        """)));
    ExecCredentialConfig exec = access.user().exec().orElseThrow();
    assertThat(exec.program()).isEqualTo(directory + "/./bin/plugin");
    assertThat(exec.args()).containsExactly("a", "b");
    assertThat(exec.env()).containsEntry("K", "v");
    assertThat(exec.provideClusterInfo()).isTrue();
  }

  @Test
  void saysWhatIsWrongAndWhere() throws Exception {
    String conf = directory.resolve("kubelet.conf").toString();
    assertThat(refusal(GOOD.replace("current-context: x", "current-context: other")))
        .isEqualTo(
            conf
                + ": line 15, column 1: contexts: has nothing of the name \"other\", which is the"
                + " current-context");
    assertThat(refusal(GOOD.replace("https://10.0.0.1:6443/", "10.0.0.1:6443")))
        .isEqualTo(
            conf
                + ": line 6, column 5: clusters[0].cluster.server: must be an address such as"
                + " https://10.0.0.1:6443");
    assertThat(refusal(GOOD.replace("user: u}", "user: nobody}")))
        .contains("users: has nothing of the name \"nobody\"");
    assertThat(refusal(GOOD.replaceAll("    client-key.*\n", "")))
        .contains("line 13", "client-certificate and client-key need each other");
    assertThat(
            refusal(GOOD.replace("cluster: c, user", "cluster: d, user").replace("true}", "yo}")))
        .contains("line 9", "must be true or false");
    assertThat(refusal(GOOD.replace("kind: Config", "kind: Pod"))).contains("must be Config");
    assertThat(refusal("")).contains("must have one document");
    assertThat(refusal(GOOD + "\n  - : [")).contains(conf + ": line ");
    assertThat(
            refusal(
                GOOD.replace(
                    "certificate-authority: pki/ca.crt",
                    "certificate-authority: x\n    insecure-skip-tls-verify: true")))
        .contains("cannot be used together");
    assertThat(
            refusal(
                GOOD.replace(
                    "certificate-authority: pki",
                    "proxy-url: socks5://a\n    certificate-authority: p")))
        .contains("proxy-url: must be an address such as http://");
    Path missing = directory.resolve("none");
    assertThat(
            catchThrowableOfType(BadKubeconfig.class, () -> Kubeconfig.read(missing)).getMessage())
        .isEqualTo(missing + ": does not exist");
  }

  @Test
  void repeatsNoSecret() throws Exception {
    for (String secret :
        List.of(
            "client-key-data: '%%hush%%'",
            "token: [hush]",
            "token: hush\n    username: hush",
            "as: hush",
            "exec: {apiVersion: v1, command: x, args: [hush], env: hush}")) {
      assertThat(refusal(GOOD.replace("client-key: /var", secret + "\n    client-key: /var")))
          .doesNotContain("hush");
    }
    ClusterAccess access =
        Kubeconfig.read(
            file(GOOD.replace("client-key: /var", "token: hush\n    client-key: /var")));
    assertThat(access.toString()).doesNotContain("hush");
  }
}
