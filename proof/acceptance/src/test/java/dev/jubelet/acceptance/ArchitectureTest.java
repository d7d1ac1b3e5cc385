package dev.jubelet.acceptance;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.CanBeAnnotated.Predicates.annotatedWith;
import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The shape of the code, as ARCHITECTURE.md draws it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ArchitectureTest {
  /** Who may use whom. What is not here is used by nobody outside of itself. */
  private static final Map<String, List<String>> ARROWS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("model", List.of()),
              Map.entry("json", List.of()),
              Map.entry("ports", List.of("model")),
              Map.entry("decide", List.of("model", "json")),
              Map.entry("engine", List.of("model", "decide", "ports")),
              Map.entry("codec", List.of("model", "json")),
              Map.entry("linux", List.of("model", "ports")),
              Map.entry("tls", List.of()),
              Map.entry("sources", List.of("model", "json", "ports", "codec", "linux")),
              Map.entry("volumes", List.of("model", "decide", "ports", "linux")),
              Map.entry(
                  "images", List.of("model", "json", "decide", "ports", "codec", "linux", "tls")),
              Map.entry("cri", List.of("model", "json", "ports", "linux")),
              Map.entry("credentials", List.of("model", "json", "ports", "codec", "linux")),
              Map.entry("calls", List.of("model", "ports", "tls")),
              Map.entry("tracing", List.of("model", "ports")),
              Map.entry(
                  "cluster", List.of("model", "json", "decide", "ports", "codec", "linux", "tls")),
              Map.entry("streaming", List.of("model", "json", "ports")),
              Map.entry("state", List.of("model", "json", "ports", "linux")),
              Map.entry("network", List.of("model", "json", "ports", "codec", "linux", "state")),
              Map.entry(
                  "runtime",
                  List.of(
                      "model",
                      "json",
                      "decide",
                      "ports",
                      "codec",
                      "linux",
                      "images",
                      "network",
                      "state",
                      "streaming")),
              Map.entry(
                  "nodeserver",
                  List.of("model", "json", "decide", "ports", "codec", "linux", "streaming")),
              Map.entry("testkit", List.of("model", "ports", "codec")),
              Map.entry(
                  "training",
                  List.of("json", "ports", "codec", "linux", "cri", "cluster", "testkit")),
              Map.entry("simulator", List.of("model", "decide", "ports", "engine", "testkit"))));

  private static final String[] VALUES = {"dev.jubelet.model..", "dev.jubelet.decide.."};
  private static final String[] PURE = {
    "dev.jubelet.model..", "dev.jubelet.json..", "dev.jubelet.decide.."
  };
  private static final int LINES_MAX = 500;
  private static final List<String> EMPTY_WORDS =
      List.of("Manager", "Helper", "Util", "Utils", "Impl", "Common");

  private JavaClasses ours = new ClassFileImporter().importPaths(List.of());

  @BeforeAll
  void readClasses() throws Exception {
    List<Path> places = modules("target/classes");
    ours =
        new ClassFileImporter()
            .importPaths(places)
            .that(
                DescribedPredicate.not(
                    resideInAnyPackage(
                        "dev.jubelet.cri.wire..",
                        "dev.jubelet.calls.wire..",
                        "dev.jubelet.tracing.wire..",
                        "runtime..")));
  }

  @Test
  void theWholeProgramWasLookedAt() {
    assertThat(ours.size()).isGreaterThan(500);
    for (String module : ARROWS.keySet()) {
      assertThat(
              ours.stream()
                  .anyMatch(each -> each.getPackageName().startsWith("dev.jubelet." + module)))
          .as("classes of " + module)
          .isTrue();
    }
  }

  @Test
  void arrowsPointInward() {
    ARROWS.forEach((module, allowed) -> {
      List<String> forbidden = new ArrayList<>(ARROWS.keySet());
      forbidden.addAll(List.of("app", "bench", "acceptance"));
      forbidden.removeAll(allowed);
      forbidden.remove(module);
      noClasses()
          .that()
          .resideInAPackage("dev.jubelet." + module + "..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              forbidden.stream().map(other -> "dev.jubelet." + other + "..").toArray(String[]::new))
          .allowEmptyShould(true)
          .check(ours);
    });
  }

  @Test
  void modelAndDecideUseOnlyValues() {
    classes()
        .that()
        .resideInAnyPackage(VALUES)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "dev.jubelet.model..",
            "dev.jubelet.decide..",
            "dev.jubelet.json..",
            "java.lang..",
            "java.util",
            "java.util.function",
            "java.util.regex",
            "java.util.stream",
            "java.nio.charset",
            "java.time..",
            "java.math..",
            "org.jspecify..")
        .check(ours);
  }

  @Test
  void jsonIsReadThroughOneLibraryInOnePlace() {
    classes()
        .that()
        .resideInAPackage("dev.jubelet.json..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "dev.jubelet.json..",
                    "java.lang..",
                    "java.math..",
                    "java.nio.charset",
                    "java.util",
                    "java.util.function",
                    "java.util.stream",
                    "org.jspecify..",
                    "tools.jackson.core..")
                // What is read while it arrives comes from a stream, which others open.
                .or(
                    belongToAnyOf(
                        InputStream.class,
                        InputStreamReader.class,
                        Reader.class,
                        StringReader.class,
                        IOException.class,
                        UncheckedIOException.class)))
        .check(ours);
    noClasses()
        .that()
        // A terminal's sizes come as a stream without end, which is read token by token.
        .resideOutsideOfPackages("dev.jubelet.json..", "dev.jubelet.streaming..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("tools.jackson..")
        .check(ours);
  }

  @Test
  void modelAndDecideKnowNeitherClockNorChanceNorThread() {
    noClasses()
        .that()
        .resideInAnyPackage(PURE)
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(
            Thread.class,
            ThreadLocal.class,
            Process.class,
            ProcessBuilder.class,
            Runtime.class,
            System.Logger.class,
            java.util.Random.class,
            java.util.SplittableRandom.class,
            java.util.Timer.class,
            java.time.Clock.class,
            java.security.SecureRandom.class)
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "getenv", String.class)
        .orShould()
        .callMethod(System.class, "getProperty", String.class)
        .orShould()
        .callMethod(Math.class, "random")
        .orShould()
        .callMethod(java.util.UUID.class, "randomUUID")
        .orShould()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(ours);
  }

  @Test
  void namesSayWhatAThingDoes() {
    noClasses()
        .should(
            be(
                new DescribedPredicate<JavaClass>("named with an empty word") {
                  @Override
                  public boolean test(JavaClass each) {
                    return EMPTY_WORDS.stream().anyMatch(each.getSimpleName()::endsWith);
                  }
                }))
        .check(ours);
  }

  @Test
  void everyPackageIsNullMarked() throws Exception {
    List<String> unmarked = new ArrayList<>();
    for (Path source : modules("src/main/java")) {
      try (Stream<Path> files = Files.walk(source)) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .map(Path::getParent)
            .distinct()
            .filter(directory -> !marked(directory.resolve("package-info.java")))
            .forEach(directory -> unmarked.add(directory.toString()));
      }
    }
    assertThat(unmarked).isEmpty();
    assertThat(annotatedWith(NullMarked.class).test(ours.getPackage("dev.jubelet.model.pod")))
        .isTrue();
  }

  @Test
  void packagesFormNoCycle() {
    slices().matching("dev.jubelet.(**)").should().beFreeOfCycles().check(ours);
  }

  @Test
  void filesCanBeReadInOneSitting() throws Exception {
    List<String> tooLong = new ArrayList<>();
    int seen = 0;
    for (Path source : modules("src")) {
      try (Stream<Path> files = Files.walk(source)) {
        for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
          seen++;
          long lines = Files.readAllLines(file).size();
          if (lines > LINES_MAX) {
            tooLong.add(file + " has " + lines + " lines");
          }
        }
      }
    }
    assertThat(tooLong).isEmpty();
    assertThat(seen).isGreaterThan(300);
  }

  private static boolean marked(Path packageInfo) {
    try {
      return Files.exists(packageInfo) && Files.readString(packageInfo).contains("@NullMarked");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** That directory of every module that has one. */
  private static List<Path> modules(String directory) throws Exception {
    Path root = Parts.repository();
    try (Stream<Path> poms = Files.find(root, 3, (path, _) -> path.endsWith("pom.xml"))) {
      return poms.map(pom -> pom.resolveSibling(directory))
          .filter(Files::isDirectory)
          .sorted()
          .toList();
    }
  }
}
