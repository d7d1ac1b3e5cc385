package dev.jubelet.app.settings;

import dev.jubelet.app.settings.kubelet.KubeletConfiguration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads all places that a node's configuration comes from. A later one wins: defaults, the file of
 * {@code --config}, the {@code *.conf} files under {@code --config-dir} in the order of their
 * names, flags.
 */
public final class ConfigurationLoader {
  private static final String DROP_IN = ".conf";
  private static final long FILE_BYTES_MAX = 1024 * 1024;

  private ConfigurationLoader() {}

  /**
   * Everything that was found.
   *
   * @param config absent when there are errors
   * @param errors all of them, each with its place
   * @param warnings fields that have no effect and files that were left out
   */
  public record Loaded(@Nullable NodeConfig config, List<String> errors, List<String> warnings) {
    public Loaded {
      errors = List.copyOf(errors);
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * @param hostname the machine's name, for the case that no flag gives the node another one
   */
  public static Loaded load(KubeletFlags flags, String hostname) {
    List<ConfigurationLayer> layers = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    if (flags.config != null) {
      layers.add(read(flags.config));
    }
    if (flags.configDir != null) {
      layers.addAll(dropIns(flags.configDir, warnings));
    }
    layers.add(FlagLayer.of(flags));
    layers.forEach(layer -> warnings.addAll(layer.warnings()));
    List<String> errors =
        new ArrayList<>(layers.stream().flatMap(layer -> layer.errors().stream()).toList());
    ConfigurationLayers all = new ConfigurationLayers(layers);
    Optional<KubeletConfiguration> merged = all.merged();
    if (merged.isEmpty()) {
      return new Loaded(null, errors, warnings);
    }
    ConfigurationErrors findings = new ConfigurationErrors();
    NodeConfig config = new NodeConfigResolver(merged.get(), flags, findings).resolve(hostname);
    for (ConfigurationErrors.Finding finding : findings.list()) {
      errors.add(all.describe(finding.field()) + ": " + finding.message());
    }
    return new Loaded(errors.isEmpty() ? config : null, errors, warnings);
  }

  private static ConfigurationLayer read(Path file) {
    String name = file.toString();
    try {
      if (Files.size(file) > FILE_BYTES_MAX) {
        return ConfigurationLayer.unreadable(name, "is larger than 1 MiB");
      }
      return ConfigurationLayer.parse(Files.readString(file), name);
    } catch (NoSuchFileException missing) {
      return ConfigurationLayer.unreadable(name, "there is no such file");
    } catch (CharacterCodingException notText) {
      return ConfigurationLayer.unreadable(name, "is not UTF-8 text");
    } catch (IOException unreadable) {
      return ConfigurationLayer.unreadable(name, "cannot be read: " + unreadable.getMessage());
    }
  }

  // Kubernetes: also in folders below, all in the order of their names; other files are skipped.
  private static List<ConfigurationLayer> dropIns(Path directory, List<String> warnings) {
    try (Stream<Path> files = Files.walk(directory)) {
      List<ConfigurationLayer> layers = new ArrayList<>();
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        if (file.toString().endsWith(DROP_IN)) {
          layers.add(read(file));
        } else {
          warnings.add(file + ": skipped, since its name does not end with " + DROP_IN);
        }
      }
      return layers;
    } catch (NoSuchFileException missing) {
      return List.of(
          ConfigurationLayer.unreadable(directory.toString(), "there is no such directory"));
    } catch (IOException | UncheckedIOException unreadable) {
      return List.of(
          ConfigurationLayer.unreadable(
              directory.toString(), "cannot be read: " + unreadable.getMessage()));
    }
  }
}
