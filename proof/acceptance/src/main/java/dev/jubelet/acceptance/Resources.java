package dev.jubelet.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Files beside a class. */
public final class Resources {
  private Resources() {}

  public static String text(Class<?> place, String name) {
    try (InputStream content = place.getResourceAsStream(name)) {
      if (content == null) {
        throw new IllegalArgumentException("no resource " + name + " beside " + place);
      }
      return new String(content.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Without empty lines and those that begin with #. */
  public static SortedSet<String> lines(Class<?> place, String name) {
    return text(place, name)
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
