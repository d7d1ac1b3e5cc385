package dev.jubelet.runtime.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.ports.stream.CommandEnd;
import dev.jubelet.ports.stream.ProcessStreams;
import dev.jubelet.ports.stream.RemoteCommand;
import dev.jubelet.ports.stream.TerminalSize;
import dev.jubelet.ports.stream.TerminalSizes;
import dev.jubelet.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A client of a command, without a network between. */
final class Talk implements ProcessStreams, AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(20);

  private final PipedOutputStream typing = new PipedOutputStream();
  private final PipedInputStream stdin;
  private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
  private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
  private final LinkedBlockingQueue<TerminalSize> sizes = new LinkedBlockingQueue<>();
  private final CompletableFuture<CommandEnd> end = new CompletableFuture<>();
  private final Thread thread;

  Talk(RemoteCommand command) throws IOException {
    stdin = new PipedInputStream(typing, 1 << 16);
    thread =
        Thread.ofVirtual()
            .start(() -> {
              try {
                end.complete(command.run(this));
              } catch (IOException | InterruptedException | RuntimeException failed) {
                end.completeExceptionally(failed);
              }
            });
  }

  void type(String text) throws IOException {
    typing.write(text.getBytes(UTF_8));
    typing.flush();
  }

  void endInput() throws IOException {
    typing.close();
  }

  void resize(int width, int height) {
    sizes.add(new TerminalSize(width, height));
  }

  /** As when the client hangs up. */
  void leave() {
    thread.interrupt();
  }

  String out() {
    return stdout.toString(UTF_8);
  }

  String err() {
    return stderr.toString(UTF_8);
  }

  void awaitOut(String text) {
    Await.until(
        "output '" + text + "'", PATIENCE, () -> out().contains(text), () -> "but '" + out() + "'");
  }

  CommandEnd end() throws Exception {
    return end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  boolean ended() {
    return end.isDone();
  }

  @Override
  public InputStream stdin() {
    return stdin;
  }

  @Override
  public OutputStream stdout() {
    return stdout;
  }

  @Override
  public OutputStream stderr() {
    return stderr;
  }

  @Override
  public TerminalSizes sizes() {
    return () -> Optional.of(sizes.take());
  }

  @Override
  public void whenGone(Runnable action) {}

  @Override
  public void close() throws IOException {
    thread.interrupt();
    typing.close();
  }
}
