package dev.jubelet.app.command;

import dev.jubelet.app.failure.CommandFailure;
import dev.jubelet.app.host.Privileges;
import dev.jubelet.app.logging.LogFormat;
import dev.jubelet.app.logging.NodeLogging;
import dev.jubelet.app.settings.RuntimeOptions;
import dev.jubelet.app.settings.SocketAddress;
import dev.jubelet.app.settings.node.EmbeddedSettings;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.ports.Journal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "cri",
    description = {
      "Serves the embedded container runtime by itself, as CRI v1 on a unix socket: for crictl, for"
          + " critest, or for another kubelet.",
      "SIGTERM ends it and leaves containers running; the next one in the same --root-dir finds"
          + " them again. Exits with 0 after a signal, with 1 when it cannot serve, with 2 when it"
          + " is called wrongly."
    },
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  jubelet cri --listen unix:///run/jubelet.sock",
      "  crictl --runtime-endpoint unix:///run/jubelet.sock pods",
      "  jubelet cri --listen unix:///run/jubelet.sock --cni-conf /etc/cni/net.d --default-handler"
          + " runc",
    })
public final class CriCommand implements Callable<Integer> {
  @Option(
      names = "--listen",
      paramLabel = "unix:///PATH",
      required = true,
      description = "The socket.")
  private String listen = "";

  @Option(
      names = "--root-dir",
      paramLabel = "DIR",
      defaultValue = "/var/lib/jubelet/runtime",
      description = {
        "Images and containers; one process at a time works in it.",
        "Default: ${DEFAULT-VALUE}."
      })
  private Path rootDir = EmbeddedSettings.ROOT;

  @Mixin private RuntimeOptions runtime = new RuntimeOptions();

  @Option(
      names = "--cgroup-driver",
      paramLabel = "cgroupfs|systemd",
      defaultValue = "cgroupfs",
      description = "How control groups are made and named. Default: ${DEFAULT-VALUE}.")
  private String cgroupDriver = "cgroupfs";

  @Option(
      names = "--log-format",
      paramLabel = "text|json",
      defaultValue = "text",
      description = "How it writes its log to stderr. Default: ${DEFAULT-VALUE}.")
  private String logFormat = "text";

  @Option(
      names = {"-v", "--v"},
      paramLabel = "N",
      defaultValue = "0",
      description = "4 shows details, 6 also those of libraries.")
  private int verbosity;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  private final CriRunner runner;

  public CriCommand(CriRunner runner) {
    this.runner = runner;
  }

  @Override
  public Integer call() throws Exception {
    Path socket = socket();
    CgroupDriver driver =
        switch (cgroupDriver) {
          case "cgroupfs" -> CgroupDriver.CGROUPFS;
          case "systemd" -> CgroupDriver.SYSTEMD;
          default -> throw misuse("--cgroup-driver must be cgroupfs or systemd");
        };
    LogFormat format =
        switch (logFormat) {
          case "text" -> LogFormat.TEXT;
          case "json" -> LogFormat.JSON;
          default -> throw misuse("--log-format must be text or json");
        };
    if (!Privileges.root()) {
      throw new CommandFailure("containers need root", "call this as root or with sudo");
    }
    Journal journal =
        NodeLogging.install(new FileOutputStream(FileDescriptor.err), format, verbosity);
    return runner.serve(runtime.settings(rootDir).with(driver), socket, journal);
  }

  private Path socket() {
    return SocketAddress.path(listen)
        .orElseThrow(() -> misuse("--listen must look like " + SocketAddress.EXAMPLE));
  }

  private ParameterException misuse(String what) {
    return new ParameterException(spec.commandLine(), what);
  }
}
