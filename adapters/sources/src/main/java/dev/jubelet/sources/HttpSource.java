package dev.jubelet.sources;

import dev.jubelet.codec.PodManifests;
import dev.jubelet.model.objects.NodeObject;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Static pods from a URL that is asked now and then. An error leaves the last good list in force;
 * before the first good answer nothing is delivered, so that the source does not count as ready.
 */
public final class HttpSource extends ManifestSource {
  private static final Duration DEADLINE = Duration.ofSeconds(10);

  private final ManifestUrl url;
  private final Duration pollEvery;
  private final StaticPods staticPods;
  private final ManifestObjects objects;
  private final ManifestMemory memory;

  private @Nullable Thread asking;
  private String lastBody = "";
  private String lastFailure = "";

  public HttpSource(
      URI url,
      Map<String, List<String>> headers,
      String nodeName,
      Duration pollEvery,
      NodeTime time,
      Journal journal,
      ManifestObjects objects) {
    this(url, headers, nodeName, pollEvery, DEADLINE, time, journal, objects);
  }

  HttpSource(
      URI url,
      Map<String, List<String>> headers,
      String nodeName,
      Duration pollEvery,
      Duration deadline,
      NodeTime time,
      Journal journal,
      ManifestObjects objects) {
    super("http", time, journal);
    String scheme = url.getScheme();
    if (url.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
      throw new IllegalArgumentException("staticPodURL must be an http or https URL with a host");
    }
    this.url = new ManifestUrl(url, headers, deadline);
    this.pollEvery = pollEvery;
    this.objects = objects;
    this.memory = objects.memory();
    this.staticPods = new StaticPods(name(), nodeName, time);
  }

  @Override
  synchronized void begin() {
    if (!isClosed()) {
      asking = Thread.ofVirtual().name("http source").start(this::ask);
    }
  }

  private void ask() {
    try {
      take(url.fetch());
    } catch (IOException | IllegalArgumentException failed) {
      failed(ManifestFile.reason(failed), delivered());
    } catch (InterruptedException _) {
      // close() does this; there is nothing left to do.
      return;
    }
    again(pollEvery, this::begin);
  }

  private synchronized void take(byte[] body) {
    if (body.length == 0) {
      // As the Go kubelet: silence is an empty list, and also an error.
      lastBody = "";
      memory.retain(Set.of());
      objects.replace(name(), List.of());
      failed("the answer was empty", List.of());
      return;
    }
    lastFailure = "";
    String digest = ManifestFile.digest(body);
    if (!digest.equals(lastBody)) {
      lastBody = digest;
      parse(body);
    }
  }

  private void parse(byte[] body) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException notText) {
      deliver(delivered(), List.of(url.shown() + ": the answer is not UTF-8 text"));
      return;
    }
    PodManifests.Parsed parsed = PodManifests.parseStatic(text, url.shown());
    if (!parsed.usable()) {
      deliver(delivered(), parsed.sentences());
      return;
    }
    String lacking = memory.take(url.shown(), parsed);
    if (!lacking.isEmpty()) {
      deliver(delivered(), List.of(url.shown() + ": there is no memory for it: " + lacking));
      return;
    }
    UniquePods names = new UniquePods();
    parsed.pods().forEach(pod -> names.add(staticPods.own(pod, url.shown()), url.shown()));
    staticPods.keepOnly(names.uids());
    List<String> problems = new ArrayList<>(parsed.sentences());
    problems.addAll(names.refusals());
    // Before the pods, which may refer to them.
    problems.addAll(objects.replace(name(), placed(parsed.objects())));
    deliver(names.pods(), problems);
  }

  private List<ManifestObjects.Placed> placed(List<NodeObject> found) {
    return found.stream().map(object -> new ManifestObjects.Placed(object, url.shown())).toList();
  }

  private synchronized void failed(String why, @Nullable List<Pod> pods) {
    boolean told = why.equals(lastFailure);
    lastFailure = why;
    deliver(pods, told ? List.of() : List.of(url.shown() + ": " + why));
  }

  @Override
  public void close() {
    synchronized (this) {
      super.close();
      if (asking != null) {
        asking.interrupt();
      }
    }
    url.close();
  }
}
