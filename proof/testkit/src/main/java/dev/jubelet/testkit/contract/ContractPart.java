package dev.jubelet.testkit.contract;

/** A part of the contract: its tests are the default methods of an interface. */
public interface ContractPart {
  ContractPod bench();
}
