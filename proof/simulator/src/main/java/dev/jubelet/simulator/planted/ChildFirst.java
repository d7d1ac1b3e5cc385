package dev.jubelet.simulator.planted;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Loads engine, decisions and simulator anew, with some classes changed, and all else as it is. */
final class ChildFirst extends ClassLoader {
  private static final List<String> OWN =
      List.of("dev.jubelet.decide.", "dev.jubelet.engine.", "dev.jubelet.simulator.");

  private final Map<String, byte[]> changed;
  private final ClassLoader outer;

  ChildFirst(Map<String, byte[]> changed, ClassLoader outer) {
    super(outer);
    this.changed = changed;
    this.outer = outer;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (OWN.stream().noneMatch(name::startsWith)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    byte @Nullable [] bytes = changed.get(name);
    if (bytes == null) {
      bytes = unchanged(name);
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  private byte[] unchanged(String name) throws ClassNotFoundException {
    try (InputStream file = outer.getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (file == null) {
        throw new ClassNotFoundException(name);
      }
      return file.readAllBytes();
    } catch (IOException broken) {
      throw new ClassNotFoundException(name, broken);
    }
  }
}
