package dev.jubelet.runtime.state;

import dev.jubelet.linux.ProcessMark;
import dev.jubelet.model.runtime.LinuxResources;
import dev.jubelet.model.runtime.SandboxConfig;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * @param asked as the caller called the handler; empty for the default one
 * @param handler the one that was meant by it
 * @param boot the boot of the machine in which it was made
 * @param madeCgroup the uppermost cgroup that was not there before; empty when all were
 * @param pause the first process of its own, where it has one
 */
public record SandboxRecord(
    String id,
    SandboxConfig config,
    String asked,
    String handler,
    Phase phase,
    Instant createdAt,
    String boot,
    List<String> ips,
    String madeCgroup,
    @Nullable ProcessMark pause) {
  public enum Phase {
    /** Its record is all that is certain. */
    MAKING,
    READY,
    /** Not usable any more, and not yet taken apart. */
    STOPPING,
    STOPPED,
    REMOVING
  }

  public SandboxRecord {
    ips = List.copyOf(ips);
  }

  public SandboxRecord in(Phase next) {
    return new SandboxRecord(
        id, config, asked, handler, next, createdAt, boot, ips, madeCgroup, pause);
  }

  public SandboxRecord ready(List<String> addresses, @Nullable ProcessMark process) {
    return new SandboxRecord(
        id, config, asked, handler, Phase.READY, createdAt, boot, addresses, madeCgroup, process);
  }

  public SandboxRecord with(LinuxResources overhead, LinuxResources resources) {
    SandboxConfig changed =
        new SandboxConfig(
            config.name(),
            config.namespace(),
            config.uid(),
            config.attempt(),
            config.hostname(),
            config.logDirectory(),
            config.dns(),
            config.portMappings(),
            config.labels(),
            config.annotations(),
            config.cgroupParent(),
            config.security(),
            config.sysctls(),
            overhead,
            resources);
    return new SandboxRecord(
        id, changed, asked, handler, phase, createdAt, boot, ips, madeCgroup, pause);
  }
}
