package dev.jubelet.linux.network;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.NetKernel;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SeqpacketSocketTest {
  @TempDir Path directory;
  private Path path;
  private int listener;
  private SeqpacketSocket one;
  private SeqpacketSocket other;

  @BeforeEach
  void connect() throws Exception {
    Path deep = Files.createDirectories(directory.resolve("x".repeat(100)).resolve("y".repeat(50)));
    path = deep.resolve("attach");
    listener = NetKernel.seqpacket();
    // Listening at a path of that length needs the way through an open directory, too.
    int open =
        Kernel.openat2(
            Kernel.AT_FDCWD, Kernel.bytes(deep.toString()), Kernel.O_PATH | Kernel.O_CLOEXEC, 0);
    NetKernel.listen(listener, Kernel.descriptorPath(open) + "/attach");
    Kernel.close(open);
    one = SeqpacketSocket.connect(path);
    other = SeqpacketSocket.over(NetKernel.accept(listener));
  }

  @AfterEach
  void close() {
    one.close();
    other.close();
    Kernel.close(listener);
  }

  private static void send(SeqpacketSocket socket, String text) throws IOException {
    byte[] bytes = ("--" + text).getBytes(UTF_8);
    socket.send(bytes, 2, bytes.length - 2);
  }

  private static String receive(SeqpacketSocket socket) throws IOException {
    byte[] buffer = new byte[100];
    int count = socket.receive(buffer);
    return count < 0 ? "end" : new String(buffer, 0, count, UTF_8);
  }

  @Test
  void packetsKeepTheirBounds() throws IOException {
    send(one, "hello");
    send(one, "world");
    send(other, "answer");
    assertThat(receive(other)).isEqualTo("hello");
    assertThat(receive(other)).isEqualTo("world");
    assertThat(receive(one)).isEqualTo("answer");
  }

  @Test
  void oneHalfCanBeClosed() throws IOException {
    send(one, "last");
    one.shutdownOutput();
    assertThat(receive(other)).isEqualTo("last");
    assertThat(receive(other)).isEqualTo("end");
    send(other, "still here");
    assertThat(receive(one)).isEqualTo("still here");
  }

  @Test
  void receivingEndsWhenTheOtherSideGoes() throws IOException {
    send(one, "never read by the other");
    other.close();
    assertThat(receive(one)).isEqualTo("end");
    assertThatExceptionOfType(IOException.class).isThrownBy(() -> send(one, "more"));
  }

  @Test
  void closingWakesWhoReceives() throws Exception {
    CompletableFuture<Throwable> woken = new CompletableFuture<>();
    Thread thread =
        Thread.ofPlatform()
            .start(() -> {
              try {
                one.receive(new byte[1]);
              } catch (IOException closed) {
                woken.complete(closed);
              }
            });
    one.close();
    assertThat(woken.get(20, TimeUnit.SECONDS)).isInstanceOf(ClosedChannelException.class);
    thread.join();
    one.close();
  }

  @Test
  void closingWakesWhoSendsToSomebodyWhoDoesNotRead() throws Exception {
    CompletableFuture<Throwable> woken = new CompletableFuture<>();
    Thread thread =
        Thread.ofPlatform()
            .start(() -> {
              try {
                while (true) {
                  one.send(new byte[4096], 0, 4096);
                }
              } catch (IOException closed) {
                woken.complete(closed);
              }
            });
    one.close();
    assertThat(woken.get(20, TimeUnit.SECONDS)).isInstanceOf(ClosedChannelException.class);
    thread.join();
  }

  @Test
  void nobodyAtThePathIsTold() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> SeqpacketSocket.connect(directory.resolve("absent")))
        .withMessageContaining("no such file");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> SeqpacketSocket.connect(directory.resolve("no/where")))
        .withMessageContaining("no such file");
  }
}
