package dev.jubelet.app.settings;

import dev.jubelet.app.settings.node.EmbeddedSettings;
import dev.jubelet.network.plugin.InstalledPlugins;
import dev.jubelet.runtime.oci.input.Rlimit;
import dev.jubelet.runtime.settings.RuntimeSettingsBuilder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of the embedded runtime, the same for every command that has one. */
public final class RuntimeOptions {
  @Option(
      names = "--run-dir",
      paramLabel = "DIR",
      description = {
        "Sockets and namespaces, gone with the next boot. Default: beneath /run/jubelet."
      })
  private @Nullable Path run;

  @Option(
      names = "--registry-config",
      paramLabel = "DIR",
      description = {
        "Registries and their mirrors, each HOST/hosts.toml as containerd has it.",
        "Default: /etc/containerd/certs.d."
      })
  private @Nullable Path registries;

  @Option(
      names = "--cni-conf",
      paramLabel = "DIR",
      description = {
        "Pod networks by CNI, of which the first counts. Default: /etc/cni/net.d, or without one"
            + " there, and without a cluster, a bridge of our own."
      })
  private @Nullable Path networks;

  @Option(
      names = "--cni-bin",
      paramLabel = "DIR",
      split = ",",
      description = {
        "CNI plugins. Default: /opt/cni/bin, /usr/lib/cni and /usr/libexec/cni. bridge, host-local,"
            + " loopback and portmap are inside of us."
      })
  private List<Path> plugins = List.of();

  @Option(
      names = "--cni-plugins",
      paramLabel = "own|programs",
      converter = PluginChoice.class,
      description = {
        "Whether bridge, host-local, loopback and portmap are those inside of us, or the programs"
            + " in --cni-bin where there are such. Default: own."
      })
  private InstalledPlugins.Choice choice = InstalledPlugins.Choice.BUILT_IN;

  @Option(
      names = "--handler",
      paramLabel = "NAME=PROGRAM",
      description = {
        "A further OCI runtime, for pods whose RuntimeClass has this handler.",
        "crun and runc are found by themselves."
      })
  private Map<String, Path> handlers = new LinkedHashMap<>();

  @Option(
      names = "--default-handler",
      paramLabel = "NAME",
      defaultValue = "",
      description = "The OCI runtime of all other pods. Default: crun where it works, else runc.")
  private String handler = "";

  @Option(
      names = "--default-ulimit",
      paramLabel = "NAME=SOFT[:HARD]",
      split = ",",
      converter = UlimitReader.class,
      description = {
        "A limit of every container's processes, such as nofile=1024:4096.",
        "Default: those of this process."
      })
  private List<Rlimit> ulimits = List.of();

  public EmbeddedSettings settings(Path root) {
    EmbeddedSettings usual = EmbeddedSettings.at(root, run);
    return new EmbeddedSettings(
        RuntimeSettingsBuilder.builder(usual.runtime()).ulimits(ulimits).build(),
        registries == null ? usual.registries() : registries,
        new EmbeddedSettings.Networks(Optional.ofNullable(networks), plugins, choice, true),
        new EmbeddedSettings.Handlers(handler, handlers));
  }

  static final class PluginChoice implements ITypeConverter<InstalledPlugins.Choice> {
    @Override
    public InstalledPlugins.Choice convert(String text) {
      return switch (text) {
        case "own" -> InstalledPlugins.Choice.BUILT_IN;
        case "programs" -> InstalledPlugins.Choice.PROGRAM;
        default -> throw new TypeConversionException("must be own or programs");
      };
    }
  }

  static final class UlimitReader implements ITypeConverter<Rlimit> {
    @Override
    public Rlimit convert(String text) {
      try {
        return Rlimit.parse(text);
      } catch (IllegalArgumentException wrong) {
        throw new TypeConversionException(String.valueOf(wrong.getMessage()));
      }
    }
  }
}
