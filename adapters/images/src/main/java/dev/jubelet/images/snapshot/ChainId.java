package dev.jubelet.images.snapshot;

import dev.jubelet.images.content.Digest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** OCI: the name of a layer together with all layers below it. */
public final class ChainId {
  private ChainId() {}

  /**
   * @param diffIds from the lowest up
   * @return one for each, in the same order
   */
  public static List<Digest> of(List<Digest> diffIds) {
    List<Digest> chain = new ArrayList<>();
    for (Digest diffId : diffIds) {
      chain.add(
          chain.isEmpty()
              ? diffId
              : Digest.of((chain.getLast() + " " + diffId).getBytes(StandardCharsets.US_ASCII)));
    }
    return chain;
  }
}
