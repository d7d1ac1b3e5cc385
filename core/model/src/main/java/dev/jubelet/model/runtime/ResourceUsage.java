package dev.jubelet.model.runtime;

import dev.jubelet.model.pod.PodUid;
import java.time.Instant;

/**
 * CPU and memory of one container or sandbox, as far as the runtime counts them.
 *
 * @param memoryUsageBytes with what the kernel could give up; a limit below it makes it reclaim
 */
public record ResourceUsage(
    String id,
    PodUid uid,
    String name,
    Instant at,
    long cpuNanos,
    long memoryWorkingSetBytes,
    long writableLayerBytes,
    long memoryUsageBytes) {}
