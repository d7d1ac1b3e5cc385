package dev.jubelet.simulator;

import dev.jubelet.ports.Dice;
import dev.jubelet.testkit.ContainerScripts;
import dev.jubelet.testkit.FaultPlan;

/** What of a world is up to whoever makes it. */
record Circumstances(
    boolean withEvents, FaultPlan faults, ContainerScripts scripts, Delays delays, Dice dice) {}
