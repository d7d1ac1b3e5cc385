package dev.jubelet.volumes;

import dev.jubelet.linux.HugePageSize;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.util.ArrayList;
import java.util.List;

/** Which page size a volume has that may leave it to the containers' requests. */
final class HugePageRequests {
  private static final String MEDIUM = "HugePages";

  private HugePageRequests() {}

  static boolean isHugePages(String medium) {
    return medium.equals(MEDIUM) || medium.startsWith(MEDIUM + "-");
  }

  static HugePageSize pageSize(Pod pod, String medium) {
    List<HugePageSize> requested = requested(pod);
    if (!medium.equals(MEDIUM)) {
      HugePageSize wanted = parse(medium.substring(MEDIUM.length() + 1));
      if (!requested.contains(wanted)) {
        throw unrequested(medium);
      }
      return wanted;
    }
    if (requested.size() > 1) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC,
          "medium HugePages needs a size, since the containers request several page sizes");
    }
    return requested.stream().findFirst().orElseThrow(() -> unrequested(medium));
  }

  private static List<HugePageSize> requested(Pod pod) {
    List<String> names = new ArrayList<>();
    pod.spec().initContainers().forEach(c -> names.addAll(c.resources().requests().keySet()));
    pod.spec().containers().forEach(c -> names.addAll(c.resources().requests().keySet()));
    if (pod.spec().resources() != null) {
      names.addAll(pod.spec().resources().requests().keySet());
    }
    return names.stream()
        .filter(name -> name.startsWith("hugepages-"))
        .map(HugePageRequests::parse)
        .distinct()
        .toList();
  }

  private static HugePageSize parse(String text) {
    try {
      return HugePageSize.parse(text);
    } catch (IllegalArgumentException bad) {
      throw new OutsideFailure(FailureKind.BAD_SPEC, String.valueOf(bad.getMessage()), bad);
    }
  }

  private static OutsideFailure unrequested(String medium) {
    return new OutsideFailure(
        FailureKind.BAD_SPEC, "medium " + medium + ": no container requests such huge pages");
  }
}
