package dev.jubelet.acceptance.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.lang.model.element.Modifier;

/** The agreed sizes. Each answer is a sentence about something that exceeds one. */
final class Limits {
  static final int FILE_LINES = 400;
  static final int METHOD_LINES = 60;
  static final int PARAMETERS = 8;
  static final int PACKAGE_TYPES = 25;

  private final Sources sources;
  private final Set<String> wireRecords;

  /**
   * @param wireRecords packages and classes whose records have the components that a protocol gives
   *     them, however many
   */
  Limits(Sources sources, Set<String> wireRecords) {
    this.sources = sources;
    this.wireRecords = Set.copyOf(wireRecords);
  }

  List<String> longFiles() {
    List<String> found = new ArrayList<>();
    for (CompilationUnitTree unit : sources.units()) {
      long lines = unit.getLineMap().getLineNumber(end(unit, unit));
      if (lines > FILE_LINES) {
        found.add("%s has %d lines, at most %d".formatted(name(unit), lines, FILE_LINES));
      }
    }
    return found;
  }

  List<String> longMethods() {
    List<String> found = new ArrayList<>();
    for (CompilationUnitTree unit : sources.units()) {
      LineMap lines = unit.getLineMap();
      new TreeScanner<Void, Void>() {
        @Override
        public Void visitMethod(MethodTree method, Void none) {
          if (method.getBody() != null) {
            long length =
                lines.getLineNumber(end(unit, method))
                    - lines.getLineNumber(start(unit, method.getBody()))
                    + 1;
            if (length > METHOD_LINES) {
              found.add(
                  "%s.%s has %d lines, at most %d"
                      .formatted(name(unit), method.getName(), length, METHOD_LINES));
            }
          }
          return super.visitMethod(method, null);
        }
      }.scan(unit, null);
    }
    return found;
  }

  /** Records count by their components. */
  List<String> longConstructors() {
    List<String> found = new ArrayList<>();
    for (CompilationUnitTree unit : sources.units()) {
      new TreeScanner<Void, Void>() {
        @Override
        public Void visitClass(ClassTree type, Void none) {
          long count = parameters(type);
          if (count > PARAMETERS && !isWire(unit, type)) {
            found.add(
                "%s: the constructor of %s has %d parameters, at most %d"
                    .formatted(name(unit), type.getSimpleName(), count, PARAMETERS));
          }
          return super.visitClass(type, null);
        }
      }.scan(unit, null);
    }
    return found;
  }

  private boolean isWire(CompilationUnitTree unit, ClassTree type) {
    String where = packageName(unit);
    return wireRecords.stream()
        .anyMatch(wire ->
            where.equals(wire)
                || where.startsWith(wire + ".")
                || (where + "." + type.getSimpleName()).equals(wire));
  }

  private static long parameters(ClassTree type) {
    if (type.getKind() == Tree.Kind.RECORD) {
      return type.getMembers().stream()
          .filter(member -> member instanceof VariableTree field && !isStatic(field))
          .count();
    }
    return type.getMembers().stream()
        .filter(MethodTree.class::isInstance)
        .map(MethodTree.class::cast)
        .filter(method -> method.getName().contentEquals("<init>"))
        .mapToLong(method -> method.getParameters().size())
        .max()
        .orElse(0);
  }

  private static boolean isStatic(VariableTree field) {
    return field.getModifiers().getFlags().contains(Modifier.STATIC);
  }

  List<String> largePackages() {
    Map<String, Integer> counts = new TreeMap<>();
    for (CompilationUnitTree unit : sources.units()) {
      counts.merge(packageName(unit), unit.getTypeDecls().size(), Integer::sum);
    }
    List<String> found = new ArrayList<>();
    counts.forEach((name, count) -> {
      if (count > PACKAGE_TYPES) {
        found.add("package %s has %d types, at most %d".formatted(name, count, PACKAGE_TYPES));
      }
    });
    return found;
  }

  /** Of types that are not inside of others. */
  List<String> doubledNames() {
    Map<String, Set<String>> places = new TreeMap<>();
    for (CompilationUnitTree unit : sources.units()) {
      for (Tree type : unit.getTypeDecls()) {
        if (type instanceof ClassTree named) {
          places
              .computeIfAbsent(named.getSimpleName().toString(), name -> new TreeSet<>())
              .add(packageName(unit));
        }
      }
    }
    List<String> found = new ArrayList<>();
    places.forEach((name, packages) -> {
      if (packages.size() > 1) {
        found.add("%s stands in %s".formatted(name, String.join(", ", packages)));
      }
    });
    return found;
  }

  /** Of types that are not inside of others. */
  List<String> named(Set<String> retired) {
    List<String> found = new ArrayList<>();
    for (CompilationUnitTree unit : sources.units()) {
      for (Tree type : unit.getTypeDecls()) {
        if (type instanceof ClassTree named && retired.contains(named.getSimpleName().toString())) {
          found.add("%s: the name %s is retired".formatted(name(unit), named.getSimpleName()));
        }
      }
    }
    return found;
  }

  private long end(CompilationUnitTree unit, Tree tree) {
    return positions().getEndPosition(unit, tree);
  }

  private long start(CompilationUnitTree unit, Tree tree) {
    return positions().getStartPosition(unit, tree);
  }

  private SourcePositions positions() {
    return sources.trees().getSourcePositions();
  }

  private static String packageName(CompilationUnitTree unit) {
    return unit.getPackageName() == null ? "" : unit.getPackageName().toString();
  }

  private static String name(CompilationUnitTree unit) {
    String file = unit.getSourceFile().getName();
    return file.substring(file.lastIndexOf('/') + 1).replace(".java", "");
  }
}
