package dev.jubelet.engine.allocation;

import dev.jubelet.decide.resize.PodAllocation;
import dev.jubelet.decide.resize.ResizeState;
import dev.jubelet.model.container.ResourceRequirements;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.pod.PodUid;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Allocations as lines of words: {@code pod UID}, then a line for each container it has amounts of,
 * {@code now NAME requests … limits …}, and, while it is being resized, when that began and what it
 * had. The pod as a whole has the name {@code /}, which no container can have.
 */
final class AllocationText {
  private static final String WHOLE = "/";
  private static final String OVERTAKES = " overtakes";

  private final Map<PodUid, Allocated> pods = new LinkedHashMap<>();
  private @Nullable PodUid uid;
  private Map<String, ResourceRequirements> now = new LinkedHashMap<>();
  private Map<String, ResourceRequirements> before = new LinkedHashMap<>();
  private @Nullable Instant since;
  private long generation;
  private boolean overtakes;

  private AllocationText() {}

  static String write(Map<PodUid, Allocated> pods) {
    StringBuilder text = new StringBuilder();
    pods.forEach((uid, allocated) -> {
      text.append("pod ").append(uid.value()).append('\n');
      write(text, "now", allocated.now());
      ResizeState.Underway leaving = allocated.leaving();
      if (leaving != null) {
        text.append("since ").append(leaving.since()).append(' ').append(leaving.generation());
        text.append(leaving.overtakes() ? OVERTAKES : "").append('\n');
        write(text, "before", leaving.before());
      }
    });
    return text.toString();
  }

  private static void write(StringBuilder text, String word, PodAllocation allocation) {
    ResourceRequirements whole = allocation.pod();
    if (whole != null) {
      write(text, word, WHOLE, whole);
    }
    allocation.containers().forEach((name, amounts) -> write(text, word, name, amounts));
  }

  private static void write(
      StringBuilder text, String word, String name, ResourceRequirements amounts) {
    text.append(word).append(' ').append(name).append(" requests");
    amounts.requests().forEach((resource, amount) -> pair(text, resource, amount));
    text.append(" limits");
    amounts.limits().forEach((resource, amount) -> pair(text, resource, amount));
    text.append('\n');
  }

  private static void pair(StringBuilder text, String resource, Quantity amount) {
    text.append(' ').append(resource).append('=').append(amount);
  }

  /**
   * @throws IllegalArgumentException saying which line makes no sense
   */
  static Map<PodUid, Allocated> read(String text) {
    List<String> lines = text.lines().toList();
    AllocationText reader = new AllocationText();
    for (int i = 0; i < lines.size(); i++) {
      try {
        reader.line(lines.get(i).split(" ", -1));
      } catch (IllegalArgumentException | DateTimeException senseless) {
        // A first line comes before them.
        throw new IllegalArgumentException(
            "line " + (i + 2) + " makes no sense: " + senseless.getMessage(), senseless);
      }
    }
    reader.endPod();
    return reader.pods;
  }

  private void line(String[] words) {
    switch (words[0]) {
      case "pod" -> {
        endPod();
        uid = new PodUid(word(words, 1));
      }
      case "now" -> now.put(word(words, 1), amounts(words));
      case "before" -> before.put(word(words, 1), amounts(words));
      case "since" -> {
        since = Instant.parse(word(words, 1));
        generation = Long.parseLong(word(words, 2));
        overtakes = words.length > 3;
      }
      default -> throw new IllegalArgumentException("\"" + words[0] + "\" is not a known keyword");
    }
  }

  private static String word(String[] words, int at) {
    if (at >= words.length || words[at].isEmpty()) {
      throw new IllegalArgumentException("word " + (at + 1) + " is missing");
    }
    return words[at];
  }

  private static ResourceRequirements amounts(String[] words) {
    Map<String, Quantity> requests = new LinkedHashMap<>();
    Map<String, Quantity> limits = new LinkedHashMap<>();
    Map<String, Quantity> list = requests;
    for (int i = 2; i < words.length; i++) {
      int equal = words[i].indexOf('=');
      if (words[i].equals("limits")) {
        list = limits;
      } else if (equal > 0) {
        list.put(words[i].substring(0, equal), Quantity.parse(words[i].substring(equal + 1)));
      } else if (!words[i].equals("requests")) {
        throw new IllegalArgumentException("\"" + words[i] + "\" is no amount");
      }
    }
    return new ResourceRequirements(limits, requests, List.of());
  }

  private void endPod() {
    if (uid != null) {
      ResizeState.Underway leaving =
          since == null
              ? null
              : new ResizeState.Underway(allocation(before), since, generation, false, overtakes);
      pods.put(uid, new Allocated(allocation(now), leaving));
    } else if (!now.isEmpty() || !before.isEmpty() || since != null) {
      throw new IllegalArgumentException("resources come before the first pod");
    }
    uid = null;
    since = null;
    overtakes = false;
    now = new LinkedHashMap<>();
    before = new LinkedHashMap<>();
  }

  private static PodAllocation allocation(Map<String, ResourceRequirements> amounts) {
    Map<String, ResourceRequirements> containers = new LinkedHashMap<>(amounts);
    return new PodAllocation(containers.remove(WHOLE), containers);
  }
}
