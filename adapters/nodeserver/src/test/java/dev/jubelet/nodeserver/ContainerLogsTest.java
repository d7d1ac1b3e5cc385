package dev.jubelet.nodeserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.codec.PodManifests;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.nodeserver.endpoint.ServedNode;
import dev.jubelet.testkit.Await;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class ContainerLogsTest {
  private static final String TIME = "2025-11-15T12:00:00.000000001Z";
  private static final String RUNNING = "{running: {startedAt: 2025-11-15T12:00:00Z}}";

  @TempDir Path folder = Path.of("/");
  private SecureBench bench = new SecureBench(SecureBench.Options.standard());
  private Path logs = Path.of("/");

  @BeforeEach
  void start() throws Exception {
    bench.close();
    bench =
        new SecureBench(
            SecureBench.Options.standard()
                .with(new ServedNode.Places(folder, folder.resolve("pods"), folder)));
    bench.reviewer.token("good", "ann").grant("ann", "proxy");
    logs = Files.createDirectories(folder.resolve("pods/default_web_u1/a"));
    status(RUNNING, "{}");
  }

  @AfterEach
  void stop() {
    bench.close();
  }

  private void status(String state, String lastState) {
    Pod pod =
        PodManifests.parse(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: web, namespace: default, uid: u1}
                spec: {containers: [{name: a, image: x}, {name: b, image: x}]}
                status:
                  containerStatuses:
                  - {name: a, state: %s, lastState: %s, ready: true, restartCount: 0, image: x,
                     imageID: x, containerID: 'containerd://c1'}
                """
                    .formatted(state, lastState),
                "test")
            .pods()
            .getFirst();
    bench.pods.set(List.of(new PodReport(pod, pod.status())));
  }

  @Test
  void showsNoFileThatALinkLeadsTo() throws Exception {
    Path secret = Files.writeString(folder.resolve("shadow"), "root:secret\n");
    Files.createSymbolicLink(logs.resolve("0.log"), secret);

    SecureBench.Answer answer = bench.ask(null, "good", "GET", "/containerLogs/default/web/a");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).contains("is not a regular file, or behind a link");
    assertThat(answer.body()).doesNotContain("secret");
  }

  @ParameterizedTest
  @CsvSource({
    "'', 200, one|two|three|",
    "?tailLines=1, 200, three|",
    "?tail=2, 200, two|three|",
    "?tail=all, 200, one|two|three|",
    "?limitBytes=5, 200, one|t",
    "?previous=false&timestamps=0, 200, one|two|three|",
    "?sinceTime=2030-01-01T00:00:00Z, 200, ''",
    "?sinceSeconds=99999999999, 200, one|two|three|",
    "?tailLines=-1, 422, '{\"message\": \"Invalid request.\"}'",
    "?limitBytes=0, 422, '{\"message\": \"Invalid request.\"}'",
    "?sinceSeconds=0, 422, '{\"message\": \"Invalid request.\"}'",
    "?sinceSeconds=1&sinceTime=2030-01-01T00:00:00Z, 422, '{\"message\": \"Invalid request.\"}'",
    "?stream=Other, 422, '{\"message\": \"Invalid request.\"}'",
    "?tailLines=x, 400, '{\"message\": \"Unable to decode query.\"}'",
    "?sinceTime=yesterday, 400, '{\"message\": \"Unable to decode query.\"}'",
    "?previous=true, 400, 'previous terminated container \"a\" in pod \"web\" not found'",
  })
  void understandsQueriesAsTheKubeletDoes(String query, int status, String body) throws Exception {
    write(logs.resolve("0.log"), "one", "two", "three");

    SecureBench.Answer answer = bench.ask(null, "good", "GET", path("a") + query);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(status == 200 ? unchunked(answer.body()) : answer.body())
        .isEqualTo(body.replace('|', '\n'));
  }

  @Test
  void namesWhatDoesNotExist() throws Exception {
    assertThat(bench.ask(null, "good", "GET", "/containerLogs/default/other/a").body())
        .isEqualTo("pod \"other\" does not exist");
    assertThat(bench.ask(null, "good", "GET", path("c")).body())
        .isEqualTo("container \"c\" not found in pod \"web\"");
    assertThat(bench.ask(null, "good", "GET", path("b")).body())
        .isEqualTo("container \"b\" in pod \"web\" is not available");
    status("{waiting: {reason: ImagePullBackOff}}", "{}");
    assertThat(bench.ask(null, "good", "GET", path("a")).body())
        .isEqualTo(
            "container \"a\" in pod \"web\" is waiting to start: trying and failing to pull image");
    status("{waiting: {reason: ContainerCreating}}", "{}");
    assertThat(bench.ask(null, "good", "GET", path("a")).body())
        .isEqualTo("container \"a\" in pod \"web\" is waiting to start: ContainerCreating");
  }

  @Test
  void showsTheRunBefore() throws Exception {
    write(logs.resolve("3.log"), "old");
    write(logs.resolve("4.log"), "new");
    status(RUNNING, "{terminated: {exitCode: 1, containerID: 'containerd://c0'}}");

    assertThat(unchunked(bench.ask(null, "good", "GET", path("a") + "?previous=1").body()))
        .isEqualTo("old\n");
    assertThat(unchunked(bench.ask(null, "good", "GET", path("a")).body())).isEqualTo("new\n");
  }

  @Test
  void followsThroughARotationUntilTheContainerEnds() throws Exception {
    Path log = logs.resolve("0.log");
    write(log, "one");
    try (SSLSocket socket = bench.connect(null)) {
      socket
          .getOutputStream()
          .write(
              ("GET "
                      + path("a")
                      + "?follow=true HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                      + "Authorization: Bearer good\r\n\r\n")
                  .getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
      InputStream in = socket.getInputStream();
      readUntil(in, "one\n");

      write(log, "two");
      readUntil(in, "two\n");
      Files.move(log, logs.resolve("0.log.20251115-120000"));
      write(log, "three");
      readUntil(in, "three\n");
      write(log, "last");
      status("{terminated: {exitCode: 0, containerID: 'containerd://c1'}}", "{}");

      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .contains("last\n")
          .endsWith("0\r\n\r\n");
    }
  }

  @Test
  void stopsFollowingWhenTheClientIsGone() throws Exception {
    write(logs.resolve("0.log"), "one");
    try (SSLSocket socket = bench.connect(null)) {
      socket
          .getOutputStream()
          .write(
              ("GET "
                      + path("a")
                      + "?follow=true HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\n\r\n")
                  .getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
      readUntil(socket.getInputStream(), "one\n");
      assertThat(bench.connected()).isEqualTo(1);
    }

    Await.until("nobody is connected", () -> bench.connected() == 0);
  }

  private static String path(String container) {
    return "/containerLogs/default/web/" + container;
  }

  private static void write(Path file, String... lines) throws Exception {
    StringBuilder text = new StringBuilder();
    for (String line : lines) {
      text.append(TIME).append(" stdout F ").append(line).append('\n');
    }
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static void readUntil(InputStream in, String end) throws Exception {
    StringBuilder read = new StringBuilder();
    while (read.indexOf(end) < 0) {
      int next = in.read();
      assertThat(next).as("after " + read).isNotNegative();
      read.append((char) next);
    }
  }

  private static String unchunked(String body) {
    StringBuilder text = new StringBuilder();
    int at = 0;
    while (true) {
      int end = body.indexOf("\r\n", at);
      int size = Integer.parseInt(body.substring(at, end), 16);
      if (size == 0) {
        return text.toString();
      }
      text.append(body, end + 2, end + 2 + size);
      at = end + 2 + size + 2;
    }
  }
}
