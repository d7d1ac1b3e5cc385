package dev.jubelet.cri;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.ExtensionRegistryLite;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import com.google.protobuf.WireFormat;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads the answer to a list one item at a time, and keeps of each what is made of it: the messages
 * of all items together would be several times as large as the answer.
 *
 * @param field of the answer, in which the items are
 * @param made of an item; empty for one that nobody wants
 */
record ListAnswer<I extends MessageLite, T>(
    int field, Parser<I> parser, Function<I, Optional<T>> made)
    implements MethodDescriptor.Marshaller<List<T>> {
  @Override
  public InputStream stream(List<T> items) {
    throw new UnsupportedOperationException("answers are only read");
  }

  @Override
  public List<T> parse(InputStream stream) {
    List<T> items = new ArrayList<>();
    try {
      CodedInputStream message = CodedInputStream.newInstance(stream);
      for (int tag = message.readTag(); tag != 0; tag = message.readTag()) {
        if (WireFormat.getTagFieldNumber(tag) == field) {
          I item = message.readMessage(parser, ExtensionRegistryLite.getEmptyRegistry());
          made.apply(item).ifPresent(items::add);
        } else {
          boolean _ = message.skipField(tag);
        }
      }
      return items;
    } catch (IOException damaged) {
      throw Status.INTERNAL
          .withDescription("a list is damaged")
          .withCause(damaged)
          .asRuntimeException();
    }
  }
}
