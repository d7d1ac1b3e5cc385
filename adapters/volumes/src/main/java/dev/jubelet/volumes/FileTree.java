package dev.jubelet.volumes;

import dev.jubelet.decide.volume.VolumeFile;
import dev.jubelet.decide.volume.VolumePayload;
import dev.jubelet.linux.file.OpenDirectory;
import dev.jubelet.linux.kernel.FileFacts;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The files of a payload on the disk, with the group that may read them. */
final class FileTree {
  private static final int DIRECTORY_MODE = 0755;
  private static final int GROUP_READS = 0440;
  private static final int GROUP_ENTERS = 0550;
  private static final int SETGID = 02000;
  // Deeper than any path of a payload, which has at most 4,096 characters.
  private static final int DEPTH_MAX = 2048;

  private final @Nullable Long group;

  FileTree(@Nullable Long group) {
    this.group = group;
  }

  void own(OpenDirectory directory) {
    if (group != null) {
      directory.chgrp(group);
      directory.chmod(directoryMode());
    }
  }

  private int directoryMode() {
    return group == null ? DIRECTORY_MODE : DIRECTORY_MODE | GROUP_ENTERS | SETGID;
  }

  private int fileMode(VolumeFile file) {
    return group == null ? file.mode() : file.mode() | GROUP_READS;
  }

  void write(OpenDirectory directory, String path, VolumeFile file) {
    int slash = path.indexOf('/');
    if (slash < 0) {
      // Until its group is right, nobody else may read it.
      directory.writeNew(path, file.content().bytes(), group == null ? file.mode() : 0600);
      if (file.owner() != null) {
        directory.chown(path, file.owner());
      }
      if (group != null) {
        directory.chgrp(path, group);
        directory.chmod(path, fileMode(file));
      }
      return;
    }
    try (OpenDirectory inner = directory.makeChild(path.substring(0, slash), DIRECTORY_MODE)) {
      own(inner);
      write(inner, path.substring(slash + 1), file);
    }
  }

  boolean same(OpenDirectory directory, VolumePayload payload) {
    Set<String> found = new LinkedHashSet<>();
    return ours(directory.facts())
        && same(directory, "", payload, found, 0)
        && found.equals(payload.files().keySet());
  }

  private boolean same(
      OpenDirectory directory, String prefix, VolumePayload payload, Set<String> found, int depth) {
    for (String name : directory.names()) {
      FileFacts facts = directory.facts(name).orElse(null);
      if (facts == null || !ours(facts) || depth > DEPTH_MAX) {
        return false;
      }
      if (facts.directory()) {
        try (OpenDirectory inner = directory.child(name)) {
          if (!same(inner, prefix + name + "/", payload, found, depth + 1)) {
            return false;
          }
        }
      } else {
        VolumeFile file = payload.files().get(prefix + name);
        if (file == null || !sameFile(directory, name, facts, file)) {
          return false;
        }
        found.add(prefix + name);
      }
    }
    return true;
  }

  private boolean sameFile(OpenDirectory directory, String name, FileFacts facts, VolumeFile file) {
    long owner = file.owner() == null ? directory.facts().user() : file.owner();
    if (facts.user() != owner
        || facts.permissions() != fileMode(file)
        || facts.size() != file.content().size()) {
      return false;
    }
    Optional<byte[]> content = directory.read(name, file.content().size());
    return content.isPresent() && Arrays.equals(content.get(), file.content().bytes());
  }

  private boolean ours(FileFacts facts) {
    return group == null || facts.group() == group;
  }
}
