package dev.jubelet.cluster.pods;

import dev.jubelet.cluster.client.ObjectMeter;
import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.codec.StreamDecoder;
import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.json.JsonStream;
import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.ports.MemoryBudget;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads how the API server shows a pod, and nothing of what is to run. */
final class ShownPods {
  private static final long BYTES_MAX = 1 << 20;

  static final Function<JsonStream, ApiPod> READER = json -> new ShownPods(json).pod();

  private final JsonStream json;
  private ObjectMeta metadata = RecordDecoder.absent(ObjectMeta.class);
  private @Nullable PodStatus status;

  private ShownPods(JsonStream json) {
    this.json = json;
  }

  private ApiPod pod() {
    json.fields(name -> {
      switch (name) {
        case "metadata" -> metadata = part(ObjectMeta.class, name).value();
        case "status" -> {
          StreamDecoder.Read<PodStatus> read = part(PodStatus.class, name);
          status = read.whole() ? read.value() : null;
        }
        default -> {}
      }
    });
    return new ApiPod(metadata, null, status, null, 0);
  }

  private <T extends Record> StreamDecoder.Read<T> part(Class<T> type, String name) {
    // It is gone as soon as somebody has looked at it.
    MemoryBudget moment = new MemoryBudget("the status of a pod", BYTES_MAX);
    return StreamDecoder.read(
        json, type, FieldPath.ROOT.child(name), new ObjectMeter(moment.open(), BYTES_MAX));
  }
}
