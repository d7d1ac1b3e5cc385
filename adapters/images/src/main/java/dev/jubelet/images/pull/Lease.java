package dev.jubelet.images.pull;

import dev.jubelet.images.content.Digest;
import java.util.Collection;

/** What a pull is about to use: blobs and chains that nobody may clean up meanwhile. */
public interface Lease {
  void blobs(Collection<Digest> digests);

  void chains(Collection<Digest> chains);
}
