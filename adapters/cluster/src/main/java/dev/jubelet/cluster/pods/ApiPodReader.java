package dev.jubelet.cluster.pods;

import dev.jubelet.cluster.client.Metadata;
import dev.jubelet.cluster.client.ObjectMeter;
import dev.jubelet.cluster.client.ObjectReader;
import dev.jubelet.codec.DoesNotFitException;
import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.codec.StreamDecoder;
import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.codec.tree.Problem;
import dev.jubelet.json.JsonStream;
import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.meta.ObjectMetaBuilder;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodSpec;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.MemoryShares;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes pods of what the API server sends, within the memory that there is for pods; it has
 * validated them, and may know more than we do. A pod for which there is no memory is refused, and
 * only its name stays. One that was taken before, in this life or the one before, has its memory
 * already.
 */
public final class ApiPodReader implements ObjectReader<ApiPod> {
  static final String TOO_LARGE = "PodTooLarge";
  private static final String NOT_UNDERSTOOD = "UnexpectedAdmissionError";
  private static final String SOURCE = "kubernetes.io/config.source";
  private static final int PROBLEMS_TOLD = 5;

  private final long podMax;
  private final Function<PodUid, @Nullable ApiPod> known;
  private final MemoryShares<PodUid> shares;

  /**
   * @param budget for all pods
   * @param podMax for each of them
   * @param known the version of a pod that was read last
   */
  ApiPodReader(MemoryBudget budget, long podMax, Function<PodUid, @Nullable ApiPod> known) {
    this.shares = new MemoryShares<>(budget);
    this.podMax = podMax;
    this.known = known;
  }

  @Override
  public Metadata metadata(ApiPod pod) {
    return pod.meta();
  }

  /** Only these are there any more: what others held is free. */
  void retain(Set<PodUid> there) {
    shares.retain(there);
  }

  void forget(PodUid uid) {
    shares.forget(uid);
  }

  /** A later version of a pod reads only what changed: most changes are of its status alone. */
  @Override
  public synchronized ApiPod apply(JsonStream json) {
    return new Reading(json).pod();
  }

  private final class Reading {
    private final JsonStream json;
    private final List<Problem> problems = new ArrayList<>();
    private String lacking = "";
    private ObjectMeta metadata = RecordDecoder.absent(ObjectMeta.class);
    private @Nullable PodSpec spec;
    private @Nullable PodStatus status;
    private long specSize;
    private boolean unchanged;
    private @Nullable ApiPod before;
    private @Nullable ObjectMeter meter;

    Reading(JsonStream json) {
      this.json = json;
    }

    ApiPod pod() {
      // Kubernetes names the metadata first; what comes before it cannot be told from others.
      json.fields(name -> {
        if (name.equals("metadata")) {
          readMetadata();
        } else if (meter != null && !unchanged) {
          part(name, meter);
        }
      });
      if (unchanged && before != null) {
        if (meter != null) {
          meter.giveUp();
        }
        return before;
      }
      return meter == null ? refusedPod("it has no metadata", NOT_UNDERSTOOD) : result(meter);
    }

    private void readMetadata() {
      ObjectMeter counting = new ObjectMeter(shares.unnamed(), podMax);
      metadata = fromApi(read(ObjectMeta.class, "metadata", counting).value());
      PodUid uid = new PodUid(metadata.uid());
      before = known.apply(uid);
      unchanged = before != null && isSame(before);
      meter = counting;
      fits(() -> counting.use(shares.of(uid)));
    }

    private boolean isSame(ApiPod known) {
      String version = metadata.resourceVersion();
      return !version.isEmpty() && known.metadata().resourceVersion().equals(version);
    }

    private void part(String name, ObjectMeter counting) {
      switch (name) {
        case "spec" -> {
          if (!needsNoSpec()) {
            long begun = counting.counted();
            PodSpec same = sameSpec();
            if (same != null && before != null) {
              long size = before.specSize();
              fits(() -> counting.count(size));
              spec = same;
            } else {
              var read = read(PodSpec.class, "spec", counting);
              spec = read.value();
            }
            specSize = counting.counted() - begun;
          }
        }
        case "status" -> {
          var read = read(PodStatus.class, "status", counting);
          status = read.whole() ? read.value() : null;
        }
        default -> {}
      }
    }

    /** A mirror only shows a pod of this node, and who was refused stays so: it has failed. */
    private boolean needsNoSpec() {
      return ApiPod.isMirror(metadata) || wasRefused();
    }

    private boolean wasRefused() {
      return before != null
          && before.pod() == null
          && before.refusal() != null
          && before.refusal().reason().equals(TOO_LARGE);
    }

    /** Kubernetes counts changes of what is wanted; older servers do not. */
    private @Nullable PodSpec sameSpec() {
      Pod pod = before == null || before.refusal() != null ? null : before.pod();
      return pod != null
              && metadata.generation() != 0
              && pod.metadata().generation() == metadata.generation()
          ? pod.spec()
          : null;
    }

    private <T extends Record> StreamDecoder.Read<T> read(
        Class<T> type, String field, ObjectMeter counting) {
      StreamDecoder.Read<T> read;
      try {
        read = StreamDecoder.read(json, type, FieldPath.ROOT.child(field), counting);
      } catch (DoesNotFitException tooLarge) {
        read = new StreamDecoder.Read<>(RecordDecoder.absent(type), List.of(), tooLarge.text());
      }
      read.problems().stream().filter(Problem::isError).forEach(problems::add);
      lacking = lacking.isEmpty() ? read.lacking() : lacking;
      return read;
    }

    private void fits(Runnable counting) {
      try {
        counting.run();
      } catch (DoesNotFitException tooLarge) {
        lacking = lacking.isEmpty() ? tooLarge.text() : lacking;
      }
    }

    private ApiPod result(ObjectMeter counting) {
      if (wasRefused() && before != null && before.refusal() != null) {
        forget(before.uid());
        return refusedPod(before.refusal().message(), TOO_LARGE);
      }
      if (status != null && isRefused(status)) {
        // In a life before this one.
        forget(new PodUid(metadata.uid()));
        return refusedPod(status.message(), TOO_LARGE);
      }
      if (lacking.isEmpty()) {
        fits(counting::settle);
      }
      if (!lacking.isEmpty() || !problems.isEmpty()) {
        counting.giveUp();
      }
      if (!lacking.isEmpty()) {
        String message = "Pod was rejected: there is no memory for it on this node: " + lacking;
        return before != null && before.pod() != null
            ? asBefore(before, before.pod(), new ApiPod.Refusal(TOO_LARGE, message))
            : tooLarge(message);
      }
      if (!problems.isEmpty()) {
        return notUnderstood();
      }
      if (ApiPod.isMirror(metadata)) {
        return new ApiPod(metadata, null, status, null, 0);
      }
      Pod pod =
          new Pod(
              metadata,
              spec == null ? RecordDecoder.absent(PodSpec.class) : spec,
              status == null ? RecordDecoder.absent(PodStatus.class) : status);
      return new ApiPod(metadata, pod, pod.status(), null, specSize);
    }

    private ApiPod notUnderstood() {
      String told =
          problems.stream()
              .limit(PROBLEMS_TOLD)
              .map(each -> each.field() + ": " + each.message())
              .collect(Collectors.joining("; "));
      String message = "Pod was rejected: this node does not understand it: " + told;
      ApiPod.Refusal refusal = new ApiPod.Refusal(NOT_UNDERSTOOD, message);
      return before != null && before.pod() != null
          ? asBefore(before, before.pod(), refusal)
          : new ApiPod(metadata, null, status, refusal, 0);
    }

    /** A change that does not count leaves a pod as it was, except that it may be deleted. */
    private ApiPod asBefore(ApiPod former, Pod pod, ApiPod.Refusal refusal) {
      return new ApiPod(metadata, pod.withMetadata(metadata), status, refusal, former.specSize());
    }

    private ApiPod tooLarge(String message) {
      forget(new PodUid(metadata.uid()));
      return refusedPod(message, TOO_LARGE);
    }

    /** Only its name stays in memory. */
    private ApiPod refusedPod(String message, String reason) {
      ObjectMeta name =
          ObjectMetaBuilder.builder(metadata)
              .labels(Map.of())
              .annotations(Map.of(SOURCE, "api"))
              .ownerReferences(List.of())
              .finalizers(List.of())
              .build();
      return new ApiPod(name, null, null, new ApiPod.Refusal(reason, message), 0);
    }
  }

  private static boolean isRefused(PodStatus status) {
    return status.phase() == PodPhase.FAILED && status.reason().equals(TOO_LARGE);
  }

  /** Whatever its author says: a static pod has rights that this one must not take. */
  private static ObjectMeta fromApi(ObjectMeta metadata) {
    return metadata.withAnnotations(Map.of(SOURCE, "api"));
  }

  /** Whether a pod comes from a manifest of this node. */
  static boolean isStatic(Pod pod) {
    String source = pod.metadata().annotations().get(SOURCE);
    return source != null && !source.equals("api");
  }
}
