package dev.jubelet.state;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * The form of our files: the content with a version and a checksum, so that a cut or a flipped bit
 * anywhere is noticed. Nodes have files of each form, so neither may change.
 */
public sealed interface Envelope permits TextEnvelope, RecordEnvelope {
  /** For text of any kind: a first line with the SHA-256 of all that follows. */
  Envelope TEXT = new TextEnvelope();

  /** For records in JSON: an object with the CRC32C of the record. */
  Envelope RECORD = new RecordEnvelope();

  byte[] close(String content);

  String open(byte[] file) throws DamagedFileException;

  /** The bytes from an index on as text, every one of them. */
  static String text(byte[] file, int from) throws DamagedFileException {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(file, from, file.length - from))
          .toString();
    } catch (CharacterCodingException notText) {
      throw new DamagedFileException("it is not text", notText);
    }
  }
}
