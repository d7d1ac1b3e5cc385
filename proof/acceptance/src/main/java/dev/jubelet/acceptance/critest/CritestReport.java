package dev.jubelet.acceptance.critest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * How each spec of a run ended, read from its JUnit report.
 *
 * @param specs by name; those that nobody asked for are not in it
 */
public record CritestReport(Map<String, Ending> specs) {
  public CritestReport {
    specs = Map.copyOf(specs);
  }

  /** What became of one spec. */
  public sealed interface Ending {
    record Passed() implements Ending {}

    /** It looked and found that it does not apply. */
    record Skipped(String reason) implements Ending {}

    record Failed(String message) implements Ending {}
  }

  public static CritestReport read(Path file) {
    try (var in = Files.newInputStream(file)) {
      XMLInputFactory factory = XMLInputFactory.newFactory();
      factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
      factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
      return read(factory.createXMLStreamReader(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (XMLStreamException damaged) {
      throw new IllegalStateException(file + " is no JUnit report: " + damaged.getMessage());
    }
  }

  private static CritestReport read(XMLStreamReader xml) throws XMLStreamException {
    Map<String, Ending> specs = new TreeMap<>();
    String spec = "";
    while (xml.hasNext()) {
      if (xml.next() != XMLStreamReader.START_ELEMENT) {
        continue;
      }
      String message = Optional.ofNullable(xml.getAttributeValue(null, "message")).orElse("");
      switch (xml.getLocalName()) {
        case "testcase" -> {
          spec = xml.getAttributeValue(null, "name");
          // Ginkgo also lists what stands around the specs; only those begin with their kind.
          if (spec.startsWith("[It] ")) {
            spec = spec.substring("[It] ".length());
            specs.put(spec, new Ending.Passed());
          }
        }
        case "skipped" -> {
          // Without a reason it was not even asked for: another suite, or left out by us.
          if (message.startsWith("skipped - ")) {
            specs.replace(spec, new Ending.Skipped(message.substring("skipped - ".length())));
          } else {
            specs.remove(spec);
          }
        }
        case "failure", "error" -> {
          String all = message + "\n" + xml.getElementText();
          specs.merge(spec, new Ending.Failed(all), (_, failed) -> failed);
        }
        default -> {
          // Logs, properties and the like.
        }
      }
    }
    return new CritestReport(specs);
  }

  public SortedSet<String> passed() {
    return names(Ending.Passed.class::isInstance);
  }

  public SortedSet<String> skipped() {
    return names(Ending.Skipped.class::isInstance);
  }

  public SortedSet<String> failed() {
    return names(Ending.Failed.class::isInstance);
  }

  private SortedSet<String> names(Predicate<Ending> kind) {
    SortedSet<String> found = new TreeSet<>();
    specs.forEach((name, ending) -> {
      if (kind.test(ending)) {
        found.add(name);
      }
    });
    return found;
  }
}
