package dev.jubelet.decide.resources;

import dev.jubelet.model.meta.Quantity;
import java.util.Map;

/** Arithmetic on resource lists; what a list does not name counts as nothing. */
final class ResourceAmounts {
  private ResourceAmounts() {}

  static Quantity in(Map<String, Quantity> list, String name) {
    Quantity amount = list.get(name);
    return amount == null ? Quantity.ZERO : amount;
  }

  static void add(Map<String, Quantity> total, Map<String, Quantity> more) {
    more.forEach((name, amount) -> total.merge(name, amount, Quantity::plus));
  }

  static void raiseTo(Map<String, Quantity> total, Map<String, Quantity> floor) {
    floor.forEach((name, amount) -> total.merge(name, amount, Quantity::max));
  }
}
