package dev.jubelet.testkit.fault;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;

/** A plan for tests: faults that wait for the next call of an operation, in order. */
public final class FaultScript implements FaultPlan {
  private final Map<Operation, Deque<Fault>> once = new EnumMap<>(Operation.class);
  private final Map<Operation, Fault> always = new EnumMap<>(Operation.class);

  /** The next call of the operation that is not spoken for gets this fault. */
  public synchronized FaultScript once(Operation operation, Fault fault) {
    once.computeIfAbsent(operation, o -> new ArrayDeque<>()).add(fault);
    return this;
  }

  /** Every call of the operation gets this fault, after those of {@link #once}. */
  public synchronized FaultScript always(Operation operation, Fault fault) {
    always.put(operation, fault);
    return this;
  }

  public synchronized FaultScript heal(Operation operation) {
    once.remove(operation);
    always.remove(operation);
    return this;
  }

  @Override
  public synchronized Fault next(OutsideCall call) {
    Deque<Fault> waiting = once.get(call.operation());
    Fault first = waiting == null ? null : waiting.poll();
    return first != null ? first : always.getOrDefault(call.operation(), Fault.NONE);
  }
}
