package dev.jubelet.cri;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import dev.jubelet.cri.wire.ExecSyncResponse;
import dev.jubelet.ports.runtime.ExecOutcome;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads the answer to ExecSync without keeping more of its outputs than is wanted.
 *
 * @param outputMax of each stream
 */
record ExecSyncAnswer(int outputMax) implements MethodDescriptor.Marshaller<ExecOutcome> {
  @Override
  public InputStream stream(ExecOutcome outcome) {
    throw new UnsupportedOperationException("answers are only read");
  }

  @Override
  public ExecOutcome parse(InputStream stream) {
    byte[] stdout = {};
    byte[] stderr = {};
    int exitCode = 0;
    try {
      CodedInputStream message = CodedInputStream.newInstance(stream);
      for (int tag = message.readTag(); tag != 0; tag = message.readTag()) {
        switch (WireFormat.getTagFieldNumber(tag)) {
          case ExecSyncResponse.STDOUT_FIELD_NUMBER -> stdout = beginning(message);
          case ExecSyncResponse.STDERR_FIELD_NUMBER -> stderr = beginning(message);
          case ExecSyncResponse.EXIT_CODE_FIELD_NUMBER -> exitCode = message.readInt32();
          default -> {
            boolean _ = message.skipField(tag);
          }
        }
      }
      return new ExecOutcome(stdout, stderr, exitCode);
    } catch (IOException damaged) {
      throw Status.INTERNAL
          .withDescription("the answer to ExecSync is damaged")
          .withCause(damaged)
          .asRuntimeException();
    }
  }

  private byte[] beginning(CodedInputStream message) throws IOException {
    int size = message.readRawVarint32();
    byte[] kept = message.readRawBytes(Math.min(size, outputMax));
    message.skipRawBytes(size - kept.length);
    return kept;
  }
}
