package dev.jubelet.simulator;

import dev.jubelet.ports.Dice;
import dev.jubelet.testkit.FaultPlan;
import dev.jubelet.testkit.runtime.ContainerScripts;

/** What of a world is up to whoever makes it. */
record Circumstances(
    boolean withEvents, FaultPlan faults, ContainerScripts scripts, Delays delays, Dice dice) {}
