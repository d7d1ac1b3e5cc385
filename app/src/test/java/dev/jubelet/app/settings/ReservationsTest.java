package dev.jubelet.app.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.meta.Quantity;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReservationsTest {
  @Test
  void leavesPodsWhatNobodyReserved() {
    Reservations reservations =
        new Reservations(
            Map.of("cpu", Quantity.parse("100m"), "memory", Quantity.parse("1Gi")),
            Map.of("cpu", Quantity.parse("400m")),
            Map.of("memory.available", "10%", "nodefs.available", "1Gi", "pid.available", "5%"));

    Map<String, Quantity> allocatable =
        reservations.allocatable(
            Map.of(
                "cpu", Quantity.parse("4"),
                "memory", Quantity.parse("10Gi"),
                "ephemeral-storage", Quantity.parse("512Mi"),
                "pods", Quantity.parse("110")));

    assertThat(allocatable)
        .containsEntry("cpu", Quantity.parse("3500m"))
        .containsEntry("memory", Quantity.parse("8Gi"))
        .containsEntry("ephemeral-storage", Quantity.ZERO)
        .containsEntry("pods", Quantity.parse("110"));
  }
}
