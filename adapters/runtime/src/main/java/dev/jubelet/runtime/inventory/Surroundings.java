package dev.jubelet.runtime.inventory;

import dev.jubelet.linux.CgroupBranch;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.CgroupDriver;
import dev.jubelet.model.runtime.SandboxConfig;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.monitor.Conmon;
import dev.jubelet.runtime.monitor.OciProgram;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What sandboxes and containers have in common.
 *
 * @param boot which boot of the machine this is
 */
public record Surroundings(
    Choices choices,
    RunPlaces places,
    RuntimeInventory inventory,
    Map<String, OciProgram> programs,
    Conmon conmon,
    CgroupBranch cgroups,
    MachineLook machine,
    Journal journal,
    String boot,
    Set<String> toldOnce) {
  /** As the name of what others chose for us where CRI says nothing. */
  private static final String DEFAULT_PARENT = "/jubelet";

  private static final int TOLD_MAX = 1000;

  public Surroundings(
      Choices choices,
      RunPlaces places,
      RuntimeInventory inventory,
      Map<String, OciProgram> programs,
      Conmon conmon,
      CgroupBranch cgroups,
      MachineLook machine,
      Journal journal,
      String boot) {
    this(
        choices,
        places,
        inventory,
        programs,
        conmon,
        cgroups,
        machine,
        journal,
        boot,
        ConcurrentHashMap.newKeySet());
  }

  /**
   * @throws OutsideFailure BAD_SPEC when nobody configured it
   */
  public OciProgram program(String handler) {
    OciProgram program = programs.get(choices.handlerName(handler));
    if (program == null) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC,
          "no runtime handler \"" + handler + "\" is configured; there are " + programs.keySet());
    }
    return program;
  }

  /** For what is left of a sandbox whose record is lost: whoever made it remembers it. */
  public OciProgram programThatKnows(String id) {
    return programs.values().stream()
        .filter(each -> each.knows(id))
        .findFirst()
        .orElseGet(() -> program(""));
  }

  /** Where the cgroups of a pod's containers are, for cgroupfs from the mounts of hierarchies. */
  public String cgroupParent(SandboxConfig config) {
    if (!config.cgroupParent().isEmpty()) {
      return config.cgroupParent();
    }
    return choices.cgroupDriver() == CgroupDriver.CGROUPFS ? DEFAULT_PARENT : "";
  }

  /** Where a container's own things are on the disk, beside its root. */
  public Path containerPlace(String id) {
    return choices.root().resolve("containers").resolve(id);
  }

  public void tell(Journal.Level level, SandboxConfig pod, String reason, String message) {
    journal.write(
        level, new PodName(pod.namespace(), pod.name()), new PodUid(pod.uid()), reason, message);
  }

  /** What holds for the whole machine is said once, not for each container. */
  public void tellOnce(List<String> notes) {
    for (String note : notes) {
      // The numbers differ from pod to pod; what cannot be done does not.
      String kind = note.replaceAll("-?[0-9]+", "");
      if (toldOnce.size() < TOLD_MAX && toldOnce.add(kind)) {
        journal.write(Journal.Level.WARNING, null, null, "RuntimeLimits", note);
      }
    }
  }
}
