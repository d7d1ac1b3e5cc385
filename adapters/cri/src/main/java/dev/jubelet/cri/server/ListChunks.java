package dev.jubelet.cri.server;

import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;

/** Long lists, cut so that no message comes near the limit of one. */
final class ListChunks {
  private static final int BYTES = 256 << 10;

  private ListChunks() {}

  /** Each has at least one item, and of no items there are no pieces. */
  static <I extends Message> List<List<I>> of(List<I> items) {
    List<List<I>> pieces = new ArrayList<>();
    int begin = 0;
    long bytes = 0;
    for (int i = 0; i < items.size(); i++) {
      int size = items.get(i).getSerializedSize();
      if (i > begin && bytes + size > BYTES) {
        pieces.add(items.subList(begin, i));
        begin = i;
        bytes = 0;
      }
      bytes += size;
    }
    if (begin < items.size()) {
      pieces.add(items.subList(begin, items.size()));
    }
    return pieces;
  }
}
