package dev.jubelet.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.network.CniNetworks.Attached;
import dev.jubelet.network.CniNetworks.Checked;
import dev.jubelet.network.CniNetworks.Detached;
import dev.jubelet.network.CniNetworks.Status;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class CniNetworksTest {
  private static final String ANSWER =
      """
      {"cniVersion":"1.1.0","ips":[{"address":"10.9.0.5/16"},{"address":"fd00::5/64"}]}
      """;
  private static final Path NETNS = Path.of("/proc/self/ns/net");

  @TempDir Path temp;
  private Recorder machine;
  private CniNetworks networks;
  private final Semaphore changes = new Semaphore(0);

  @BeforeEach
  void start() throws IOException {
    machine = new Recorder(temp);
    machine.recording("one", ANSWER);
    machine.recording("two", ANSWER);
    networks = machine.networks(Duration.ofSeconds(20), changes::release);
  }

  @AfterEach
  void stop() {
    networks.close();
  }

  private void network(String file, String name, String... types) throws Exception {
    StringBuilder plugins = new StringBuilder();
    for (String type : types) {
      plugins.append(plugins.isEmpty() ? "" : ",").append("{\"type\":\"" + type + "\"}");
    }
    machine.configure(
        file,
        "{\"cniVersion\":\"1.1.0\",\"name\":\"%s\",\"plugins\":[%s]}".formatted(name, plugins));
    assertThat(changes.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
  }

  private static NetworkPod pod(String id) {
    return new NetworkPod(id, NETNS, TestPods.config("default", "web", "uid"), Optional.empty());
  }

  @Test
  void networkWithoutANameIsReadyAndTakesNoPod() throws Exception {
    machine.configure("98.conf", "{\"cniVersion\":\"0.3.1\",\"type\":\"one\"}");
    assertThat(changes.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
    assertThat(networks.status()).isEqualTo(new Status.Ready(""));
    assertThat(networks.attach(pod("a")))
        .isInstanceOfSatisfying(
            Attached.Failed.class,
            failed -> assertThat(failed.message()).contains("missing network name"));
    assertThat(networks.detach("a")).isEqualTo(new Detached.Done());
  }

  @Test
  void becomesReadyWhenAConfigurationAppearsAndNotReadyWhenItGoes() throws Exception {
    assertThat(networks.status())
        .isInstanceOfSatisfying(
            Status.NotReady.class,
            status -> assertThat(status.message()).contains("no network configuration found"));
    network("10-a.conflist", "a", "one");
    assertThat(networks.status()).isEqualTo(new Status.Ready("a"));
    Files.delete(machine.configs().resolve("10-a.conflist"));
    assertThat(changes.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
    assertThat(networks.status()).isInstanceOf(Status.NotReady.class);
  }

  @Test
  void refusesToAttachWithoutAConfiguration() {
    assertThat(networks.attach(pod("p")))
        .isInstanceOfSatisfying(
            Attached.Failed.class,
            failed -> assertThat(failed.kind()).isEqualTo(FailureKind.UNAVAILABLE));
  }

  @Test
  void tellsThePodsAddresses() throws Exception {
    network("10-a.conflist", "a", "one");
    assertThat(networks.attach(pod("p")))
        .isInstanceOfSatisfying(
            Attached.Done.class,
            done ->
                assertThat(done.addresses())
                    .containsExactly(
                        InetAddress.ofLiteral("10.9.0.5"), InetAddress.ofLiteral("fd00::5")));
  }

  @Test
  void undoesAllPluginsWhenOneFailsAndSaysWhy() throws Exception {
    machine.script(
        "bad",
        """
        #!/bin/sh
        [ $CNI_COMMAND = ADD ] || exit 0
        echo '{"cniVersion":"1.1.0","code":7,"msg":"no subnet","details":"in conf"}'; exit 1
        """);
    network("10-a.conflist", "a", "one", "bad", "two");
    assertThat(networks.attach(pod("p")))
        .isEqualTo(
            new Attached.Failed(
                FailureKind.BAD_SPEC, "plugin bad failed (ADD): no subnet; in conf"));
    assertThat(machine.commands()).containsExactly("one ADD", "two DEL", "one DEL");
    assertThat(machine.cached("a", "p")).doesNotExist();
  }

  @Test
  void remembersWhatCouldNotBeUndoneAndCollectsItLater() throws Exception {
    machine.script("bad", "#!/bin/sh\n[ -e " + temp + "/healed ] && exit 0\nexit 3\n");
    network("10-a.conflist", "a", "one", "bad");
    assertThat(networks.attach(pod("p"))).isInstanceOf(Attached.Failed.class);
    assertThat(machine.cached("a", "p")).exists();
    assertThat(networks.collect(Set::of).failures()).isNotEmpty();
    Files.createFile(temp.resolve("healed"));
    CniNetworks.Collected collected = networks.collect(Set::of);
    assertThat(collected.failures()).isEmpty();
    assertThat(collected.removed()).containsExactly("p");
    assertThat(machine.cached("a", "p")).doesNotExist();
  }

  @Test
  void takesAwayWithTheConfigurationOfTheAttachment() throws Exception {
    network("10-a.conflist", "a", "one");
    networks.attach(pod("p"));
    network("05-b.conflist", "b", "two");
    assertThat(networks.detach("p")).isEqualTo(new Detached.Done());
    assertThat(machine.commands()).containsExactly("one ADD", "one DEL");
  }

  @Test
  void runsDelWithoutANamespaceThatIsGone() throws Exception {
    network("10-a.conflist", "a", "one");
    Path netns = Files.createFile(temp.resolve("ns"));
    networks.attach(
        new NetworkPod("p", netns, TestPods.config("default", "web", "uid"), Optional.empty()));
    Files.delete(netns);
    assertThat(networks.detach("p")).isEqualTo(new Detached.Done());
    assertThat(machine.log()).contains("one DEL\nCNI_CONTAINERID=p\nCNI_NETNS=\n");
  }

  @Test
  void detachesAPodThatItDoesNotRemember() throws Exception {
    network("10-a.conflist", "a", "one");
    assertThat(networks.detach("never-seen")).isEqualTo(new Detached.Done());
    assertThat(machine.commands()).containsExactly("one DEL");
  }

  @Test
  void deletesBeforeItAttachesAgain() throws Exception {
    network("10-a.conflist", "a", "one");
    networks.attach(pod("p"));
    networks.attach(pod("p"));
    assertThat(machine.commands()).containsExactly("one ADD", "one DEL", "one ADD");
  }

  @Test
  void collectsAfterAnotherLifeWhatBelongsToNoPodAndLeavesTheRest() throws Exception {
    network("10-a.conflist", "a", "one");
    networks.attach(pod("lives"));
    networks.attach(pod("gone"));
    try (CniNetworks nextLife = machine.networks(Duration.ofSeconds(20))) {
      assertThat(nextLife.collect(() -> Set.of("lives")).removed()).containsExactly("gone");
    }
    assertThat(machine.cached("a", "lives")).exists();
    assertThat(machine.log())
        .contains(
            "\"cni.dev/valid-attachments\":[{\"containerID\":\"lives\",\"ifname\":\"eth0\"}]");
  }

  @Test
  void endsPluginsOfAFormerLifeBeforeItCollects() throws Exception {
    machine.script(
        "slow",
        """
        #!/bin/sh
        [ $CNI_COMMAND = ADD ] || exit 0
        echo $$ > %1$s/pid.new; mv %1$s/pid.new %1$s/pid; sleep 600; touch %1$s/late
        """
            .formatted(temp));
    network("10-a.conflist", "a", "slow");
    Thread attaching = Thread.ofVirtual().start(() -> networks.attach(pod("p")));
    Path pid = temp.resolve("pid");
    Await.until("the plugin runs", () -> Files.exists(pid));
    ProcessHandle plugin =
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
    try (CniNetworks nextLife = machine.networks(Duration.ofSeconds(20))) {
      // Here the former life is not dead, and cleans up beside it.
      assertThat(nextLife.collect(Set::of).failures()).isEmpty();
    }
    attaching.join();
    assertThat(plugin.isAlive()).isFalse();
    assertThat(machine.cached("a", "p")).doesNotExist();
    assertThat(temp.resolve("late")).doesNotExist();
  }

  @Test
  void checksWhatIsAttached() throws Exception {
    network("10-a.conflist", "a", "one");
    assertThat(networks.check("p")).isInstanceOf(Checked.Broken.class);
    networks.attach(pod("p"));
    assertThat(networks.check("p")).isEqualTo(new Checked.Intact());
    machine.script("one", "#!/bin/sh\necho '{\"code\":100,\"msg\":\"link is gone\"}'; exit 1\n");
    assertThat(networks.check("p"))
        .isEqualTo(new Checked.Broken("plugin one failed (CHECK): link is gone"));
  }

  @Test
  void isNotReadyWhileAPluginIsMissingOrTooOldOrSaysSo() throws Exception {
    network("10-a.conflist", "a", "absent");
    assertThat(message()).contains("failed to find plugin \"absent\"");
    machine.script("absent", "#!/bin/sh\necho '{\"supportedVersions\":[\"0.4.0\"]}'\n");
    assertThat(message()).contains("does not support config version \"1.1.0\"");
    machine.script(
        "absent",
        """
        #!/bin/sh
        [ $CNI_COMMAND = VERSION ] && echo '{"supportedVersions":["0.4.0","1.1.0"]}' && exit 0
        echo '{"code":50,"msg":"not yet"}'; exit 1
        """);
    assertThat(message()).contains("plugin absent failed (STATUS): not yet");
  }

  private String message() {
    return ((Status.NotReady) networks.status()).message();
  }

  @Test
  void refusesNamesThatCouldLeadAstray() throws Exception {
    network("10-a.conflist", "a", "one");
    for (String id : new String[] {"", "../x", "a/b", "-x", "a b", "x".repeat(200)}) {
      assertThat(networks.attach(pod(id))).as(id).isInstanceOf(Attached.Failed.class);
      assertThat(networks.detach(id)).as(id).isInstanceOf(Detached.Failed.class);
    }
    assertThat(machine.commands()).isEmpty();
  }
}
