package dev.jubelet.app.settings.kubelet;

import dev.jubelet.app.settings.kubelet.KubeletConfiguration.NoEffect;
import dev.jubelet.app.settings.kubelet.KubeletConfiguration.ZeroCounts;
import dev.jubelet.model.meta.Quantity;
import java.time.Duration;
import java.util.List;

/** How a Kubernetes component logs. */
public record LoggingConfiguration(
    String format,
    @NoEffect Duration flushFrequency,
    @ZeroCounts int verbosity,
    @NoEffect List<VmoduleItem> vmodule,
    @NoEffect FormatOptions options) {
  /** A verbosity for source files of a name; our files have other names. */
  public record VmoduleItem(String filePattern, int verbosity) {}

  public record FormatOptions(OutputRouting text, OutputRouting json) {}

  public record OutputRouting(boolean splitStream, Quantity infoBufferSize) {}
}
