package dev.jubelet.app.command;

import dev.jubelet.codec.RecordEncoder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "version",
    description = "Shows the version of Jubelet and of the kubelet that it stands for.")
public final class VersionCommand implements Callable<Integer> {
  enum Format {
    text,
    json,
    yaml
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "text, json or yaml. Default: ${DEFAULT-VALUE}.",
      defaultValue = "text")
  private Format output = Format.text;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    Versions versions = Versions.read();
    spec.commandLine()
        .getOut()
        .print(
            switch (output) {
              case text -> versions.sentence() + "\n";
              case json -> RecordEncoder.json(versions) + "\n";
              case yaml -> RecordEncoder.yaml(versions);
            });
    spec.commandLine().getOut().flush();
    return 0;
  }

  /**
   * @param kubernetes the release whose kubelet this one behaves like
   */
  record Versions(String version, String kubernetes, String java, String platform) {
    static Versions read() {
      Properties properties = new Properties();
      try (InputStream in = VersionCommand.class.getResourceAsStream("version.properties")) {
        properties.load(in);
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
      String architecture = System.getProperty("os.arch");
      return new Versions(
          properties.getProperty("version"),
          properties.getProperty("kubernetes"),
          System.getProperty("java.version"),
          "linux/" + (architecture.equals("aarch64") ? "arm64" : architecture));
    }

    String sentence() {
      return "Jubelet %s (kubelet %s)".formatted(version, kubernetes);
    }
  }

  /** How we introduce ourselves to servers. */
  public static String userAgent() {
    Versions versions = Versions.read();
    return "jubelet/%s (%s)".formatted(versions.version(), versions.platform());
  }

  /** As the node shows it: others compare it with the releases of Kubernetes. */
  public static String kubeletVersion() {
    return Versions.read().kubernetes() + "+jubelet";
  }

  /** For the flag {@code --version}. */
  static final class Provider implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {Versions.read().sentence()};
    }
  }
}
