package dev.jubelet.codec;

import dev.jubelet.json.JsonReader;
import dev.jubelet.json.JsonWriter;

/**
 * Records as JSON and back, without loss: times to the nanosecond, constants by their own names,
 * and what Kubernetes' form leaves out. A field that an older writer did not know gets the empty
 * value of its type; one that this reader does not know is passed over.
 */
public final class ExactJson {
  private static final JsonReader READER = JsonReader.upTo(32 << 20);
  private static final RecordDecoder DECODER = RecordDecoder.exact();

  private ExactJson() {}

  public static String write(Record value) {
    return JsonWriter.compact(RecordEncoder.exactTree(value));
  }

  /**
   * @throws IllegalArgumentException saying what is wrong with it
   */
  public static <T extends Record> T read(String text, Class<T> type) {
    RecordDecoder.Decoded<T> decoded = DECODER.decode(READER.read(text), type);
    T value = decoded.value();
    if (value == null) {
      throw new IllegalArgumentException(decoded.problems().getFirst().toString());
    }
    return value;
  }
}
