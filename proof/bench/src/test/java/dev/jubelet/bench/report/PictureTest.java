package dev.jubelet.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

final class PictureTest {
  @Test
  void isAPictureWithABarForEachWayAndTheGoKubeletsRange() throws Exception {
    Document svg =
        parse(
            Picture.draw(
                "t",
                List.of(
                    new Picture.Group("One pod", bars(1.1, 4, 4)),
                    new Picture.Group("Burst", bars(1.25, 1.7, 2.5)))));
    // The ground, three bars of one pod, three of the burst and the paler part of one of them.
    assertThat(svg.getElementsByTagName("rect").getLength()).isEqualTo(1 + 3 + 3 + 1);
    assertThat(svg.getDocumentElement().getTextContent())
        .contains("1.10 ×", "1.25 ×", "4.00 ×", "1.7–2.5 ×");
  }

  private static List<Picture.Bar> bars(double ours, double least, double most) {
    return List.of(
        new Picture.Bar("raw", 1, Picture.RAW),
        new Picture.Bar("Jubelet", ours, Picture.JUBELET),
        new Picture.Bar("Go kubelet", least, most, Picture.GO));
  }

  @Test
  void barsAreAsLongAsTheirValues() throws Exception {
    Document svg =
        parse(
            Picture.draw(
                "t",
                List.of(
                    new Picture.Group(
                        "g",
                        List.of(
                            new Picture.Bar("a", 1, "#000000"),
                            new Picture.Bar("b", 2, "#000000"))))));
    assertThat(width(svg, 2)).isEqualTo(2 * width(svg, 1));
  }

  @Test
  void wordsAreNotMarkup() throws Exception {
    Document svg = parse(Picture.draw("a < b & c", List.of()));
    assertThat(svg.getDocumentElement().getTextContent()).contains("a < b & c");
  }

  private static double width(Document svg, int index) {
    return Double.parseDouble(
        ((Element) svg.getElementsByTagName("rect").item(index)).getAttribute("width"));
  }

  private static Document parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }
}
