package dev.jubelet.app.training;

import dev.jubelet.app.embedded.OwnRuntime;
import dev.jubelet.app.host.ImageArchive;
import dev.jubelet.images.ImageStore;
import dev.jubelet.images.ImageStoreSettings;
import dev.jubelet.images.ImportResult;
import dev.jubelet.linux.file.Sha256;
import dev.jubelet.network.CniNetworks;
import dev.jubelet.runtime.EmbeddedRuntime;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Makes the JVM know the embedded runtime without running a container, which only root may: an
 * image is taken in as far as that goes, and all classes are loaded. Otherwise the first pod waits
 * for them.
 */
final class EmbeddedExercise {
  private static final String CLASS = ".class";
  private static final List<Class<?>> OF_EACH_MODULE =
      List.of(EmbeddedRuntime.class, CniNetworks.class, ImageStore.class, Sha256.class);

  private EmbeddedExercise() {}

  static void run(Path directory) throws IOException {
    Path archive =
        new ImageArchive("localhost/training:1")
            .file("etc/passwd", "root:x:0:0:root:/root:/bin/sh\n")
            .link("bin/sh", "busybox")
            .command("/bin/sh")
            .write(directory.resolve("image.tar"));
    try (ImageStore store =
            new ImageStore(ImageStoreSettings.at(OwnRuntime.imagesIn(directory.resolve("own"))));
        InputStream in = Files.newInputStream(archive)) {
      // Whoever is not root gets no farther than this; it is all the same here.
      ImportResult _ = store.importArchive(in);
    }
    for (Class<?> each : OF_EACH_MODULE) {
      loadAll(each);
    }
  }

  private static void loadAll(Class<?> sample) throws IOException {
    Path jar;
    try {
      jar = Path.of(sample.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new IOException(impossible);
    }
    if (!Files.isRegularFile(jar)) {
      // Classes in a directory, as tests have them: nothing is recorded there.
      return;
    }
    try (JarFile file = new JarFile(jar.toFile())) {
      file.stream()
          .map(JarEntry::getName)
          .filter(name -> name.endsWith(CLASS) && !name.endsWith("-info" + CLASS))
          .map(name -> name.substring(0, name.length() - CLASS.length()).replace('/', '.'))
          .forEach(name -> load(name, sample));
    }
  }

  private static void load(String name, Class<?> beside) {
    try {
      Class<?> _ = Class.forName(name, false, beside.getClassLoader());
    } catch (ClassNotFoundException | LinkageError absent) {
      throw new IllegalStateException(name + " cannot be loaded", absent);
    }
  }
}
