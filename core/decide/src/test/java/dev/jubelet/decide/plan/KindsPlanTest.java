package dev.jubelet.decide.plan;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Kinds of containers, their hooks and their ends, a row each. */
class KindsPlanTest {
  @TestFactory
  Stream<DynamicTest> comingUp() {
    return PlanRows.of("coming-up.table");
  }

  @TestFactory
  Stream<DynamicTest> restarts() {
    return PlanRows.of("restarts.table");
  }

  @TestFactory
  Stream<DynamicTest> hooks() {
    return PlanRows.of("hooks.table");
  }

  @TestFactory
  Stream<DynamicTest> ends() {
    return PlanRows.of("ends.table");
  }
}
