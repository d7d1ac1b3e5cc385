package dev.jubelet.app.logging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.ports.Journal;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodeLoggingTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @AfterEach
  void restore() throws Exception {
    LogManager.getLogManager().readConfiguration();
  }

  @Test
  void bringsLibrariesIntoTheSameLines() {
    Journal journal = NodeLogging.install(out, LogFormat.JSON, 0);

    Logger.getLogger("some.library.Part").log(Level.SEVERE, "lost {0}", new Object[] {"x"});
    Logger.getLogger("some.library.Part")
        .log(Level.WARNING, "with cause", new IllegalStateException("deep\nreason"));

    assertThat(lines()).hasSize(2);
    assertThat(lines()[0]).contains("\"level\":\"error\"", "\"msg\":\"Part: lost x\"");
    assertThat(lines()[1]).contains("\"err\":\"java.lang.IllegalStateException: deep\\nreason\\n");
    assertThat(journal).isNotNull();
  }

  @Test
  void keepsGrpcAndNettyQuiet() {
    Journal journal = NodeLogging.install(out, LogFormat.TEXT, 9);

    Logger.getLogger("io.grpc.internal.Channel").info("chatter");
    Logger.getLogger("io.netty.channel.Any").info("chatter");
    Logger.getLogger("io.netty.bootstrap.Bootstrap").warning("Unknown channel option SO_KEEPALIVE");
    Logger.getLogger("io.grpc.internal.Channel").warning("broken");

    assertThat(lines()).hasSize(1);
    assertThat(lines()[0]).startsWith("W").contains("broken");
    assertThat(journal).isNotNull();
  }

  private String[] lines() {
    return out.toString(StandardCharsets.UTF_8).split("\n");
  }
}
