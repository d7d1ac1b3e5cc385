package dev.jubelet.acceptance.machine;

import dev.jubelet.acceptance.Parts;
import dev.jubelet.acceptance.host.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code ./jubelet} becomes: the program and the words that it starts java with. A guest has
 * no Maven and no build tree, so there they are called directly.
 */
final class JubeletCommand {
  private static final Pattern ARGUMENT = Pattern.compile("argv\\[\\d+] = (.*)");
  private static final String ASKED = "version";
  private static final List<String> USELESS = List.of("lib/src.zip", "lib/ct.sym");
  // Of the desktop, with libraries that no node has.
  private static final Pattern NOT_FOR_NODES =
      Pattern.compile("lib(awt|font|freetype|javajpeg|jawt|jsound|lcms|mlib|splash).*\\.so");

  private final List<String> words;

  private JubeletCommand(List<String> words) {
    this.words = List.copyOf(words);
  }

  /** Builds and trains it first where that is needed. */
  static JubeletCommand ask() {
    // The java launcher tells with this variable what it was called with.
    String said =
        Tool.of("env", "_JAVA_LAUNCHER_DEBUG=1", Parts.repository() + "/jubelet", ASKED)
            .within(Duration.ofMinutes(10))
            .run();
    List<String> words = new ArrayList<>();
    for (String line : said.lines().toList()) {
      Matcher matcher = ARGUMENT.matcher(line);
      if (matcher.matches()) {
        words.add(matcher.group(1));
      }
    }
    if (words.size() < 2 || !words.getLast().equals(ASKED)) {
      throw new IllegalStateException("the java launcher does not tell its arguments:\n" + said);
    }
    return new JubeletCommand(words.subList(0, words.size() - 1));
  }

  /** Everything that it needs, at the same paths. */
  void copyTo(GuestTree tree) throws IOException {
    Path home = Path.of(words.getFirst()).resolve("../..").normalize();
    tree.program(home.resolve("bin/java"));
    tree.directory(home.resolve("lib"));
    tree.directory(home.resolve("conf"));
    for (String each : USELESS) {
      Files.deleteIfExists(tree.root().resolve("." + home).resolve(each));
    }
    List<Path> libraries = new ArrayList<>(List.of(home.resolve("lib/server/libjvm.so")));
    try (var files = Files.newDirectoryStream(home.resolve("lib"), "*.so")) {
      for (Path file : files) {
        if (!NOT_FOR_NODES.matcher(file.getFileName().toString()).matches()) {
          libraries.add(file);
        }
      }
    }
    tree.programs(libraries);
    Path built = Parts.repository().resolve(".build/app");
    tree.directory(built.resolve("lib"));
    if (Files.exists(built.resolve("aot"))) {
      tree.file(built.resolve("aot").toString(), built.resolve("aot"));
    }
  }

  /** A script that becomes Jubelet with the arguments that it is given. */
  String script() {
    StringBuilder script = new StringBuilder("#!/bin/sh\nexec");
    for (String word : words) {
      script.append(" '").append(word.replace("'", "'\\''")).append("'");
    }
    return script.append(" \"$@\"\n").toString();
  }
}
