package dev.jubelet.acceptance.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.Parts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents name classes and files that exist. */
final class DocumentsTest {
  private static final Path TOP = Parts.repository();

  /** In backticks: a class, perhaps behind a path and before a method. */
  private static final Pattern CLASS =
      Pattern.compile("`(?:[\\w./…*-]*/)?([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)(?:\\.\\w+\\S*)?`");

  /** In backticks: a class behind its module and packages. */
  private static final Pattern PLACE = Pattern.compile("`([a-z]\\w*(?:/[a-z]\\w*)*/[A-Z]\\w*)`");

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(?:#[^)]*)?\\)");

  /** In backticks, and of others: Kubernetes objects, fields and reasons, or words of Java. */
  private static final Set<String> OF_OTHERS =
      Set.of(
          "KubeletConfiguration",
          "Failed",
          "Succeeded",
          "Running",
          "Pending",
          "ReadWriteOncePod",
          "ScopedValue",
          "RecordBuilder");

  /** Rows of the first column belong to the Go kubelet: only what stands right of it is ours. */
  private static final Pattern FIRST_COLUMN = Pattern.compile("(?m)^\\|[^|]*\\|");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "docs/promises.md",
        "docs/for-kubelet-people.md",
        "docs/a-pods-life.md",
        "docs/concurrency.md",
        "docs/first-changes.md"
      })
  void namesClassesThatExist(String document) throws IOException {
    String text = Files.readString(TOP.resolve(document));
    if (document.endsWith("for-kubelet-people.md")) {
      text = FIRST_COLUMN.matcher(text).replaceAll("|");
    }
    Set<String> known = classes();
    List<String> unknown = new ArrayList<>();
    Matcher names = CLASS.matcher(text);
    while (names.find()) {
      if (!known.contains(names.group(1)) && !OF_OTHERS.contains(names.group(1))) {
        unknown.add(names.group());
      }
    }
    assertThat(unknown).as(document).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ARCHITECTURE.md",
        "docs/for-kubelet-people.md",
        "docs/a-pods-life.md",
        "docs/concurrency.md"
      })
  void saysRightlyWhereClassesAre(String document) throws IOException {
    Set<String> places = new TreeSet<>();
    for (Path file : Sources.files("src/main/java")) {
      places.add(file.toString().replaceFirst(".*/dev/jubelet/", "").replace(".java", ""));
    }
    List<String> wrong = new ArrayList<>();
    Matcher named = PLACE.matcher(Files.readString(TOP.resolve(document)));
    while (named.find()) {
      // A class of proof may stand behind the name of its folder.
      if (!places.contains(named.group(1).replaceFirst("^proof/", ""))) {
        wrong.add(named.group(1));
      }
    }
    assertThat(wrong).as(document).isEmpty();
  }

  @Test
  void linksLeadToFiles() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path document : documents()) {
      Matcher links = LINK.matcher(Files.readString(document));
      while (links.find()) {
        String target = links.group(1);
        if (!target.contains("://") && !Files.exists(document.resolveSibling(target))) {
          broken.add(TOP.relativize(document) + ": " + target);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void kubeletPeopleFindSixtyNames() throws IOException {
    String text = Files.readString(TOP.resolve("docs/for-kubelet-people.md"));
    assertThat(text.lines().filter(line -> line.startsWith("| `")).count())
        .isGreaterThanOrEqualTo(60);
  }

  private static List<Path> documents() throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path place : List.of(TOP, TOP.resolve("docs"), TOP.resolve("docs/decisions"))) {
      try (var all = Files.list(place)) {
        all.filter(file -> file.toString().endsWith(".md")).forEach(found::add);
      }
    }
    return found;
  }

  /** By simple name, also of tests. */
  private static Set<String> classes() throws IOException {
    List<Path> files = new ArrayList<>(Sources.files("src/main/java"));
    files.addAll(Sources.files("src/test/java"));
    Set<String> names =
        files.stream()
            .map(file -> file.getFileName().toString().replace(".java", ""))
            .collect(Collectors.toCollection(TreeSet::new));
    // Generated from records.
    names.addAll(names.stream().map(name -> name + "Builder").toList());
    return names;
  }
}
