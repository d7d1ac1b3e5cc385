package dev.jubelet.state;

import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonReader;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** {@code {"version":1,"sum":"CRC32C","record":"JSON"}}: quick, as records change often. */
final class RecordEnvelope implements Envelope {
  private static final int VERSION = 1;

  @Override
  public byte[] close(String content) {
    Node.Fields envelope =
        new JsonObject()
            .put("version", VERSION)
            .put("sum", sum(content))
            .put("record", content)
            .build();
    return JsonWriter.compact(envelope).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String open(byte[] file) throws DamagedFileException {
    String text = Envelope.text(file, 0);
    Node.Fields envelope =
        JsonReader.upTo(text.length())
            .find(text)
            .orElseThrow(() -> new DamagedFileException("it is not ours"));
    if (!(envelope.value("version") instanceof Node.Numeral version)) {
      throw new DamagedFileException("it has no version");
    }
    if (!version.text().equals(Integer.toString(VERSION))) {
      throw new DamagedFileException("its version is " + version.text());
    }
    String content = envelope.text("record");
    if (!envelope.text("sum").equals(sum(content))) {
      throw new DamagedFileException("its checksum does not match its content");
    }
    return content;
  }

  private static String sum(String content) {
    CRC32C sum = new CRC32C();
    sum.update(content.getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(sum.getValue());
  }
}
