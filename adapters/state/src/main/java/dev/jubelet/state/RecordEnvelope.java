package dev.jubelet.state;

import dev.jubelet.codec.tree.Node;
import dev.jubelet.codec.tree.Place;
import dev.jubelet.codec.tree.Problems;
import dev.jubelet.codec.tree.TreeText;
import dev.jubelet.codec.tree.Trees;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;

/** {@code {"version":1,"sum":"CRC32C","record":"JSON"}}: quick, as records change often. */
final class RecordEnvelope implements Envelope {
  private static final String VERSION = "1";

  @Override
  public byte[] close(String content) {
    Map<String, Node.Field> fields = new LinkedHashMap<>();
    fields.put("version", field(new Node.Numeral(VERSION, Place.START)));
    fields.put("sum", field(new Node.Text(sum(content), Place.START)));
    fields.put("record", field(new Node.Text(content, Place.START)));
    return TreeText.json(new Node.Fields(fields, Place.START)).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String open(byte[] file) throws DamagedFileException {
    String text = Envelope.text(file, 0);
    if (!(Trees.readAnswer(text, text.length(), new Problems()) instanceof Node.Fields envelope)) {
      throw new DamagedFileException("it is not ours");
    }
    if (!(envelope.value("version") instanceof Node.Numeral version)) {
      throw new DamagedFileException("it has no version");
    }
    if (!version.text().equals(VERSION)) {
      throw new DamagedFileException("its version is " + version.text());
    }
    String content = envelope.text("record");
    if (!envelope.text("sum").equals(sum(content))) {
      throw new DamagedFileException("its checksum does not match its content");
    }
    return content;
  }

  private static Node.Field field(Node value) {
    return new Node.Field(Place.START, value);
  }

  private static String sum(String content) {
    CRC32C sum = new CRC32C();
    sum.update(content.getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(sum.getValue());
  }
}
