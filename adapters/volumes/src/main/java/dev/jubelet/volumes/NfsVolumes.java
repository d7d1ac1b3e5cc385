package dev.jubelet.volumes;

import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.process.ChildProcess;
import dev.jubelet.linux.process.ProcessOutcome;
import dev.jubelet.linux.process.ProcessOutput;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.NfsVolumeSource;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code nfs}, mounted by the host's own program for it. */
final class NfsVolumes implements VolumeKind {
  private static final String PLUGIN = "kubernetes.io~nfs";
  private static final int SHOWN_MAX = 2000;
  private static final Duration DEADLINE = Duration.ofMinutes(2);

  private static final String PROGRAM = "mount.nfs";
  private static final List<String> USUAL = List.of("/sbin", "/usr/sbin");

  private final VolumeDirectories directories;
  private final List<Path> programs;

  NfsVolumes(VolumeDirectories directories, List<Path> programs) {
    this.directories = directories;
    this.programs = List.copyOf(programs);
  }

  /** On the path first, then where distributions put it, which is seldom on the path. */
  static List<Path> programs(@Nullable String path) {
    return Stream.concat(Stream.of(Objects.requireNonNullElse(path, "").split(":")), USUAL.stream())
        .filter(directory -> directory.startsWith("/"))
        .map(directory -> Path.of(directory, PROGRAM))
        .toList();
  }

  @Override
  public boolean handles(Volume volume) {
    return volume.nfs() != null;
  }

  @Override
  public String mount(Pod pod, Volume volume) {
    return mount(pod, volume.name(), Objects.requireNonNull(volume.nfs()), List.of());
  }

  @Override
  public String path(Pod pod, Volume volume) {
    return directories.path(pod, PLUGIN, volume.name()).toString();
  }

  String mount(Pod pod, String name, NfsVolumeSource source, List<String> mountOptions) {
    Path program =
        programs.stream()
            .filter(Files::isExecutable)
            .findFirst()
            .orElseThrow(() ->
                new OutsideFailure(
                    FailureKind.UNAVAILABLE,
                    "nfs needs the program mount.nfs on this node"
                        + " (package nfs-common or nfs-utils), which is not there"));
    try {
      Path directory = directories.make(pod, PLUGIN, name, null);
      if (MountTable.read().isMountPoint(directory)) {
        return directory.toString();
      }
      run(command(program, source, mountOptions, directory), DEADLINE);
      if (!MountTable.read().isMountPoint(directory)) {
        throw new OutsideFailure(
            FailureKind.UNAVAILABLE, program + " reported success but mounted nothing");
      }
      return directory.toString();
    } catch (LinuxException refused) {
      throw refused.asFailure("cannot prepare the nfs volume");
    }
  }

  private static List<String> command(
      Path program, NfsVolumeSource source, List<String> mountOptions, Path directory) {
    // An address of IPv6 has colons of its own.
    boolean six = source.server().contains(":") && !source.server().startsWith("[");
    String server = six ? "[" + source.server() + "]" : source.server();
    List<String> options = new ArrayList<>(mountOptions);
    if (source.readOnly()) {
      options.add("ro");
    }
    List<String> command =
        new ArrayList<>(
            List.of(program.toString(), server + ":" + source.path(), directory.toString()));
    if (!options.isEmpty()) {
      command.add("-o");
      command.add(String.join(",", options));
    }
    return command;
  }

  /** The program has nothing to say unless it fails. */
  static void run(List<String> command, Duration deadline) {
    String name = command.getFirst();
    switch (ChildProcess.of(command).output(SHOWN_MAX).errorsInOutput().run(deadline)) {
      case ProcessOutcome.Exited(int code, ProcessOutput output, _) -> {
        if (code != 0) {
          String words = output.text().strip();
          throw new OutsideFailure(
              FailureKind.UNAVAILABLE,
              name + " failed with " + code + (words.isEmpty() ? "" : ": " + words));
        }
      }
      case ProcessOutcome.NotStarted(IOException why) ->
          throw new OutsideFailure(FailureKind.UNAVAILABLE, "cannot run " + name + ": " + why, why);
      case ProcessOutcome.TimedOut(), ProcessOutcome.OutputTooLong() ->
          throw new OutsideFailure(
              FailureKind.TIMED_OUT, name + " has not ended after " + deadline.toSeconds() + " s");
      case ProcessOutcome.Interrupted() ->
          throw new OutsideFailure(FailureKind.TIMED_OUT, name + " was interrupted");
    }
  }
}
