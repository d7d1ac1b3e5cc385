package dev.jubelet.model.status;

import java.util.List;

public record LinuxContainerUser(long uid, long gid, List<Long> supplementalGroups) {

  public LinuxContainerUser {
    supplementalGroups = List.copyOf(supplementalGroups);
  }
}
