package dev.jubelet.app.settings;

import dev.jubelet.model.meta.Quantity;
import java.math.BigDecimal;
import java.util.Set;

/** How much of something must stay free: an amount, or a part of what the machine has. */
sealed interface EvictionThreshold {
  Set<String> SIGNALS =
      Set.of(
          "memory.available",
          "allocatableMemory.available",
          "nodefs.available",
          "nodefs.inodesFree",
          "imagefs.available",
          "imagefs.inodesFree",
          "containerfs.available",
          "containerfs.inodesFree",
          "pid.available");

  record Amount(Quantity quantity) implements EvictionThreshold {}

  record Percent(BigDecimal percent) implements EvictionThreshold {}

  /** The message of the exception is fit to be shown to the person who wrote it. */
  static EvictionThreshold parse(String text) {
    if (!text.endsWith("%")) {
      Quantity quantity = Quantity.parse(text);
      if (quantity.signum() < 0) {
        throw new IllegalArgumentException("must not be negative, but is " + text);
      }
      return new Amount(quantity);
    }
    BigDecimal percent;
    try {
      percent = new BigDecimal(text.substring(0, text.length() - 1).strip());
    } catch (NumberFormatException notANumber) {
      throw new IllegalArgumentException("percentages must look like 10%, not " + text, notANumber);
    }
    if (percent.signum() < 0 || percent.compareTo(BigDecimal.valueOf(100)) > 0) {
      throw new IllegalArgumentException("must be between 0% and 100%, but is " + text);
    }
    return new Percent(percent);
  }

  /** Kubernetes: 0% and 100% switch a threshold off. */
  default Quantity of(Quantity capacity) {
    return switch (this) {
      case Amount(Quantity quantity) -> quantity;
      case Percent(BigDecimal percent) ->
          percent.compareTo(BigDecimal.valueOf(100)) == 0
              ? Quantity.ZERO
              : Quantity.of(
                  BigDecimal.valueOf(capacity.value())
                      .multiply(percent)
                      .scaleByPowerOfTen(-2)
                      .longValue());
    };
  }
}
