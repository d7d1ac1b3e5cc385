package dev.jubelet.simulator.planted;

import dev.jubelet.decide.plan.PodPlanner;
import dev.jubelet.engine.NodeEngine;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.Effects;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;

/** Compiles one changed source against the classes in use, all in memory. */
final class ChangedClasses {
  private ChangedClasses() {}

  /**
   * @return name → bytes of all classes that the source holds
   */
  static Map<String, byte[]> compile(String className, String source) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new IllegalStateException("planted bugs need a JDK: this Java has no compiler");
    }
    StringWriter words = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, Locale.ROOT, null);
        Kept kept = new Kept(files)) {
      boolean compiled =
          compiler
              .getTask(
                  words,
                  kept,
                  null,
                  List.of("-proc:none", "-nowarn", "-parameters", "-classpath", classPath()),
                  null,
                  List.of(new Text(className, source)))
              .call();
      if (!compiled) {
        throw new IllegalStateException(
            className + " with a planted bug does not compile:\n" + words);
      }
      return kept.classes();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static String classPath() {
    return Stream.of(Pod.class, Effects.class, PodPlanner.class, NodeEngine.class, NullMarked.class)
        .map(ChangedClasses::place)
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException("where is " + type + "?", impossible);
    }
  }

  private static final class Text extends SimpleJavaFileObject {
    private final String source;

    Text(String className, String source) {
      super(URI.create("string:///" + className.replace('.', '/') + ".java"), Kind.SOURCE);
      this.source = source;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return source;
    }
  }

  private static final class Kept extends ForwardingJavaFileManager<StandardJavaFileManager> {
    private final Map<String, ByteArrayOutputStream> written = new TreeMap<>();

    Kept(StandardJavaFileManager files) {
      super(files);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        JavaFileManager.Location location,
        String className,
        JavaFileObject.Kind kind,
        FileObject sibling) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      written.put(className, bytes);
      return new SimpleJavaFileObject(URI.create("memory:///" + className), kind) {
        @Override
        public OutputStream openOutputStream() {
          return bytes;
        }
      };
    }

    Map<String, byte[]> classes() {
      Map<String, byte[]> classes = new TreeMap<>();
      written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
      return classes;
    }
  }
}
