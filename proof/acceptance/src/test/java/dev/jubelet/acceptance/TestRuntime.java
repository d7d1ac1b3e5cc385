package dev.jubelet.acceptance;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The runtimes that tests run on. Each test has a usual one, so that all of them together see every
 * runtime at work; {@code -Djubelet.runtime=embedded}, {@code containerd-1} or {@code containerd-2}
 * puts them all on one.
 */
public enum TestRuntime {
  EMBEDDED,
  /** Debian's, the oldest that we support. */
  CONTAINERD_1,
  CONTAINERD_2;

  private static final String ASKED = System.getProperty("jubelet.runtime", "");

  /** crun needs cgroups that are not mixed, which not every machine has that tests. */
  private static final String HANDLER = System.getProperty("jubelet.oci", "runc");

  /** Both containerds. */
  public static Stream<TestRuntime> containerds() {
    return asked(CONTAINERD_1, CONTAINERD_2);
  }

  /** For tests that hold on every runtime. */
  public static Stream<TestRuntime> all() {
    return asked(values());
  }

  /** Ours alone. */
  public static Stream<TestRuntime> embedded() {
    return asked(EMBEDDED);
  }

  private static Stream<TestRuntime> asked(TestRuntime... usual) {
    return Arrays.stream(usual).map(TestRuntime::unlessAsked).distinct();
  }

  /** This one, or the one that was asked for. */
  public RuntimeChoice choice() {
    return unlessAsked().exactly();
  }

  /** This one, whatever was asked for. */
  public RuntimeChoice exactly() {
    return switch (this) {
      case EMBEDDED -> {
        for (String part : List.of(HANDLER, "conmon", "catatonit")) {
          RealParts.required(part, program(part));
        }
        yield new RuntimeChoice.Embedded(HANDLER);
      }
      case CONTAINERD_1 -> new RuntimeChoice.Containerd(RealParts.debianContainerd());
      case CONTAINERD_2 -> new RuntimeChoice.Containerd(RealParts.currentContainerd());
    };
  }

  private TestRuntime unlessAsked() {
    return ASKED.isEmpty() ? this : valueOf(ASKED.replace('-', '_').toUpperCase(Locale.ROOT));
  }

  private static Optional<Path> program(String name) {
    return Stream.of("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin")
        .map(each -> Path.of(each, name))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
