package dev.jubelet.simulator.world;

import dev.jubelet.ports.Jitter;
import dev.jubelet.testkit.fault.FaultPlan;
import dev.jubelet.testkit.runtime.ContainerScripts;

/** What of a world is up to whoever makes it. */
public record WorldSettings(
    boolean withEvents, FaultPlan faults, ContainerScripts scripts, Delays delays, Jitter jitter) {}
