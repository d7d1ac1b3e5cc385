package dev.jubelet.runtime.monitor;

import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonReader;
import dev.jubelet.json.Node;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One OCI runtime with its own place for what it remembers of containers. */
public final class OciProgram {
  private static final Duration TIME = Duration.ofMinutes(1);
  private static final JsonReader ANSWERS = JsonReader.upTo(64 * 1024);

  private final Path program;
  private final Path states;
  private final List<String> words;

  /**
   * @param states a directory that is gone after a reboot
   */
  public OciProgram(Path program, CgroupDriver driver, Path states) {
    this.program = program;
    this.states = states;
    List<String> all = new ArrayList<>(List.of(program.toString()));
    all.addAll(List.of("--root", states.toString()));
    if (driver == CgroupDriver.SYSTEMD) {
      all.add("--systemd-cgroup");
    }
    this.words = List.copyOf(all);
  }

  /** The program with its global flags. */
  public List<String> words() {
    return words;
  }

  /** Whether it remembers the container. */
  public boolean knows(String id) {
    return Files.exists(states.resolve(id));
  }

  /** OCI's word for what the container does: created, running, stopped; empty when unknown. */
  public Optional<String> status(String id) {
    if (!knows(id)) {
      return Optional.empty();
    }
    Commands.Outcome outcome = run("", "state", id);
    return outcome.code() == 0
        ? ANSWERS
            .find(outcome.output())
            .map(fields -> fields.text("status"))
            .filter(text -> !text.isEmpty())
        : Optional.empty();
  }

  /** Kills every process that is in the container. */
  public void killAll(String id) {
    if (knows(id)) {
      // It fails when nobody is left.
      Commands.Outcome _ = run("", "kill", "--all", id, "KILL");
    }
  }

  /** Forgets it with its cgroup; what is left in it is killed. */
  public void delete(String id) {
    if (!knows(id)) {
      return;
    }
    Commands.Outcome outcome = run("", "delete", "--force", id);
    if (outcome.code() != 0 && knows(id)) {
      throw new OutsideFailure(
          FailureKind.INTERNAL,
          program + " cannot delete " + id + ": " + OciMessage.of(outcome.output()));
    }
  }

  /**
   * @param resources JSON as in the {@code linux.resources} of a {@code config.json}
   */
  public void update(String id, String resources) {
    Commands.Outcome outcome = run(resources, "update", "--resources", "-", id);
    if (outcome.code() != 0) {
      throw new OutsideFailure(
          FailureKind.INTERNAL,
          "cannot change the resources of " + id + ": " + OciMessage.of(outcome.output()));
    }
  }

  /** Whether it can run containers with users of their own, as far as it tells. */
  public boolean knowsUsers() {
    Commands.Outcome features = run("", "features");
    if (features.code() == 0) {
      return ANSWERS.find(features.output()).orElse(JsonObject.EMPTY).value("linux")
              instanceof Node.Fields linux
          && linux.value("namespaces") instanceof Node.Items kinds
          && kinds.items().stream()
              .anyMatch(
                  kind -> kind instanceof Node.Text(String name, var _) && name.equals("user"));
    }
    // crun could do so long before it could say so.
    return run("", "--version").output().startsWith("crun ");
  }

  /** Why another version should be installed; empty when this one is good, or unknown. */
  public Optional<String> unsafe() {
    try {
      return SafeVersions.complaint(program.toString(), run("", "--version").output());
    } catch (OutsideFailure silent) {
      return Optional.empty();
    }
  }

  private Commands.Outcome run(String input, String... command) {
    List<String> all = new ArrayList<>(words);
    all.addAll(List.of(command));
    return Commands.run(all, states, input, TIME);
  }
}
