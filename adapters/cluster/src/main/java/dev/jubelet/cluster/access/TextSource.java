package dev.jubelet.cluster.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Where a text comes from: the kubeconfig itself, or a file that may change. */
public sealed interface TextSource {
  /** Far above any key, chain of certificates or token. */
  int LENGTH_MAX = 4 << 20;

  /** The text now. */
  String read();

  /** What to call it in a message. */
  String name();

  /**
   * @param name of the field that it stands in
   */
  record Inline(String name, String text) implements TextSource {
    @Override
    public String read() {
      return text;
    }

    /** It may be a key. */
    @Override
    public String toString() {
      return name;
    }
  }

  record InFile(Path file) implements TextSource {
    @Override
    public String read() {
      try {
        if (Files.size(file) > LENGTH_MAX) {
          throw new AccessFailure(file + " is longer than " + LENGTH_MAX + " bytes");
        }
        return Files.readString(file, StandardCharsets.UTF_8);
      } catch (NoSuchFileException missing) {
        throw new AccessFailure(file + " does not exist");
      } catch (IOException unreadable) {
        throw new AccessFailure("cannot read " + file + ": " + unreadable.getMessage());
      }
    }

    @Override
    public String name() {
      return file.toString();
    }
  }
}
