package dev.jubelet.runtime.state;

import dev.jubelet.linux.process.ProcessIdentity;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.model.runtime.config.SandboxConfigBuilder;
import io.soabase.recordbuilder.core.RecordBuilder;
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
@RecordBuilder
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
    @Nullable ProcessIdentity pause) {
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
    return SandboxRecordBuilder.builder(this).phase(next).build();
  }

  public SandboxRecord ready(List<String> addresses, @Nullable ProcessIdentity process) {
    return SandboxRecordBuilder.builder(this)
        .phase(Phase.READY)
        .ips(addresses)
        .pause(process)
        .build();
  }

  public SandboxRecord with(LinuxResources overhead, LinuxResources resources) {
    SandboxConfig changed =
        SandboxConfigBuilder.builder(config).overhead(overhead).resources(resources).build();
    return SandboxRecordBuilder.builder(this).config(changed).build();
  }
}
