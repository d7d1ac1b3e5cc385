package dev.jubelet.testkit.fault;

/** Decides for every call to the outside world how it goes wrong, if at all. */
@FunctionalInterface
public interface FaultPlan {
  FaultPlan NONE = call -> Fault.NONE;

  Fault next(OutsideCall call);
}
