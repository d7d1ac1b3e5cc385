package dev.jubelet.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.codec.tree.Problem;
import dev.jubelet.json.Json;
import dev.jubelet.json.JsonStream;
import dev.jubelet.model.objects.ConfigMap;
import dev.jubelet.model.pod.Pod;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StreamDecoderTest {
  /** Has room for so much. */
  private static final class Room implements MemoryMeter {
    private final long max;
    private long counted;

    Room(long max) {
      this.max = max;
    }

    @Override
    public void count(long bytes) {
      if (counted + bytes > max) {
        throw new DoesNotFitException("no room");
      }
      counted += bytes;
    }

    @Override
    public long counted() {
      return counted;
    }

    @Override
    public void backTo(long earlier) {
      counted = earlier;
    }
  }

  private static StreamDecoder.Read<Pod> pod(String text, Room room) {
    try (JsonStream json = JsonStream.of(text)) {
      return StreamDecoder.read(json, Pod.class, FieldPath.ROOT, room);
    }
  }

  @Test
  void readsWhatTheOtherDecoderReads() {
    Pod full = PodManifests.parse(Manifests.FULL, "test").pods().getFirst();
    StreamDecoder.Read<Pod> read = pod(RecordEncoder.json("v1", "Pod", full), new Room(1 << 20));
    assertThat(read.whole()).isTrue();
    assertThat(read.value()).isEqualTo(full);
  }

  @Test
  void countsAsMuchAsTheRecordTakesAfterwards() {
    Pod full = PodManifests.parse(Manifests.FULL, "test").pods().getFirst();
    Room room = new Room(1 << 20);
    pod(RecordEncoder.json("v1", "Pod", full), room);
    assertThat(room.counted())
        .isBetween(RecordSize.of(full) * 8 / 10, RecordSize.of(full) * 11 / 10);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"metadata\":{\"name\":1},\"spec\":[]}",
        "{\"spec\":{\"containers\":{},\"restartPolicy\":\"Never again\"}}",
        "{\"spec\":{\"containers\":[null,{\"name\":null,\"ports\":[{\"containerPort\":1.5}]}]}}",
        "{\"spec\":{\"volumes\":[{\"name\":{}}],\"priority\":\"1\"},\"unknown\":[{}]}",
        "{\"metadata\":{\"labels\":{\"a\":null,\"b\":[]},\"generation\":1e99}}",
        "[]"
      })
  void tellsTheSameProblems(String text) {
    String object = text.equals("[]") ? "{\"metadata\":[]}" : text;
    List<String> expected = new ArrayList<>();
    RecordDecoder.lenient().decode(Json.object(object), Pod.class).problems().stream()
        .filter(Problem::isError)
        .forEach(problem -> expected.add(problem.field() + ": " + problem.message()));
    assertThat(pod(object, new Room(1 << 20)).problems())
        .extracting(problem -> problem.field() + ": " + problem.message())
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void nameOfWhatDoesNotFitIsStillRead() {
    String text =
        "{\"metadata\":{\"name\":\"a\",\"labels\":{\"x\":\"%s\"},\"uid\":\"u\"},\"spec\":{\"hostname\":\"%s\"}}"
            .formatted("y".repeat(5000), "z".repeat(5000));
    StreamDecoder.Read<Pod> read = pod(text, new Room(3000));
    assertThat(read.lacking()).isEqualTo("no room");
    assertThat(read.whole()).isFalse();
    assertThat(read.value().metadata().name()).isEqualTo("a");
    assertThat(read.value().metadata().uid()).isEqualTo("u");
    assertThat(read.value().spec().hostname()).isEmpty();
  }

  @Test
  void countsAboutWhatIsKept() {
    Room room = new Room(1 << 20);
    pod(
        "{\"spec\":{\"hostname\":\"%s\"},\"unknown\":\"%s\"}"
            .formatted("x".repeat(9000), "y".repeat(9000)),
        room);
    assertThat(room.counted()).isBetween(9000L, 10_500L);
    assertThat(RecordSize.of("x".repeat(1000))).isBetween(1000L, 1100L);
    assertThat(RecordSize.of("x".repeat(1000) + "\u20ac")).isBetween(2000L, 2100L);
  }

  @Test
  void toldWhoseObjectItIsItLeavesOutLabelsAndAnnotations() {
    List<String> names = new ArrayList<>();
    try (JsonStream json =
        JsonStream.of(
            "{\"metadata\":{\"name\":\"a\",\"annotations\":{\"b\":\"c\"}},\"data\":{\"k\":\"v\"}}")) {
      ConfigMap map =
          StreamDecoder.read(json, ConfigMap.class, new Room(4000), meta -> names.add(meta.name()))
              .value();
      assertThat(names).containsExactly("a");
      assertThat(map.metadata().annotations()).isEmpty();
      assertThat(map.data()).containsEntry("k", "v");
    }
  }
}
