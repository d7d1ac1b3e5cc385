package dev.jubelet.acceptance.house;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import dev.jubelet.acceptance.Parts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The Java sources of this project, parsed and not compiled. */
record Sources(List<CompilationUnitTree> units, Trees trees) {
  private static final Set<String> ROOMS = Set.of("core", "adapters", "app", "proof");

  static Sources main() throws IOException {
    return parse(files("src/main/java"));
  }

  /** All {@code .java} files beneath that directory of any module. */
  static List<Path> files(String directory) throws IOException {
    Path top = Parts.repository();
    List<Path> found = new ArrayList<>();
    for (String room : new TreeSet<>(ROOMS)) {
      try (Stream<Path> all =
          Files.find(
              top.resolve(room),
              20,
              (path, facts) -> {
                String text = path.toString();
                return facts.isRegularFile()
                    && text.endsWith(".java")
                    && text.contains("/" + directory + "/")
                    && !text.contains("/target/");
              })) {
        all.sorted().forEach(found::add);
      }
    }
    return found;
  }

  static Sources parse(List<Path> files) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  manager,
                  null,
                  List.of("-proc:none"),
                  null,
                  manager.getJavaFileObjectsFromPaths(files));
      List<CompilationUnitTree> units = new ArrayList<>();
      task.parse().forEach(units::add);
      return new Sources(units, Trees.instance(task));
    }
  }
}
