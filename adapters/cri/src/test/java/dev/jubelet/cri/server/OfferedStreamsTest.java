package dev.jubelet.cri.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.cri.CriRuntime;
import dev.jubelet.cri.CriSettings;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.ports.runtime.ContainerStreams;
import dev.jubelet.ports.runtime.ExecOutcome;
import dev.jubelet.ports.stream.CommandEnd;
import dev.jubelet.ports.stream.StreamOptions;
import dev.jubelet.ports.stream.StreamSession;
import dev.jubelet.ports.stream.StreamTarget;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.RecordingJournal;
import dev.jubelet.testkit.runtime.FakeRuntime;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A runtime that serves streams in this process: CRI's clients are told addresses all the same. */
@Timeout(60)
class OfferedStreamsTest {
  private static final StreamOptions OPTIONS = new StreamOptions(true, true, false, false);
  private static final ContainerId CONTAINER = new ContainerId("c".repeat(64));
  private static final SandboxId SANDBOX = new SandboxId("a".repeat(64));

  @TempDir Path directory;
  private final FakeRuntime fake = new FakeRuntime(new ManualTime()::now);
  private final Map<String, StreamSession> offered = new LinkedHashMap<>();

  private String offer(String verb, StreamSession session) {
    offered.put(verb, session);
    return "http://127.0.0.1:1/" + verb + "/token";
  }

  @Test
  void sessionsAreOfferedAtAddresses() {
    Path socket = directory.resolve("cri.sock");
    Here here = new Here(fake.runtime().streams());
    try (CriServer _ =
            CriServer.start(
                socket, with(here), fake.records(), this::offer, new RecordingJournal());
        CriRuntime client =
            CriRuntime.connect(
                "unix://" + socket,
                CriSettings.DEFAULT,
                new MemoryBudget("answers of the runtime", 32 << 20))) {
      ContainerStreams streams = client.runtime().streams();
      assertThat(streams.exec(CONTAINER, List.of("id"), OPTIONS)).isEqualTo(url("exec"));
      assertThat(streams.attach(CONTAINER, OPTIONS)).isEqualTo(url("attach"));
      assertThat(streams.portForward(SANDBOX, List.of(80))).isEqualTo(url("portforward"));
    }
    assertThat(offered)
        .containsExactly(
            Map.entry("exec", here.command()),
            Map.entry("attach", here.command()),
            Map.entry("portforward", here.ports()));
  }

  private static StreamTarget url(String verb) {
    return new StreamTarget.Url(URI.create("http://127.0.0.1:1/" + verb + "/token"));
  }

  private ContainerRuntime with(ContainerStreams streams) {
    ContainerRuntime usual = fake.runtime();
    return new ContainerRuntime(
        usual.sandboxes(),
        usual.containers(),
        streams,
        usual.images(),
        usual.facts(),
        usual.events(),
        usual.stats());
  }

  private record Here(
      ContainerStreams real, StreamSession.Command command, StreamSession.Ports ports)
      implements ContainerStreams {
    Here(ContainerStreams real) {
      this(
          real,
          new StreamSession.Command(OPTIONS, streams -> new CommandEnd.Exited(0)),
          new StreamSession.Ports(List.of(80), "sandbox", (port, client) -> {}));
    }

    @Override
    public ExecOutcome execSync(
        ContainerId id, List<String> words, Duration timeout, int outputMax) {
      return real.execSync(id, words, timeout, outputMax);
    }

    @Override
    public StreamTarget exec(ContainerId id, List<String> words, StreamOptions options) {
      return command;
    }

    @Override
    public StreamTarget attach(ContainerId id, StreamOptions options) {
      return command;
    }

    @Override
    public StreamTarget portForward(SandboxId id, List<Integer> numbers) {
      return ports;
    }

    @Override
    public void reopenLog(ContainerId id) {
      real.reopenLog(id);
    }

    @Override
    public void checkpoint(ContainerId id, String location, Duration timeout) {
      real.checkpoint(id, location, timeout);
    }
  }
}
