package dev.jubelet.model.status;

import java.util.List;

public record PodExtendedResourceClaimStatus(
    List<ContainerExtendedResourceRequest> requestMappings, String resourceClaimName) {

  public PodExtendedResourceClaimStatus {
    requestMappings = List.copyOf(requestMappings);
  }
}
