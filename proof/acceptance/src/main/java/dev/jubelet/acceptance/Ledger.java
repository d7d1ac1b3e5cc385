package dev.jubelet.acceptance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a node occupies on its machine, kind by kind. Taken before and after, it tells what stayed.
 * Equal things count: two processes with the same command line are two.
 */
public record Ledger(Map<String, Map<String, Integer>> kinds) {
  public Ledger {
    TreeMap<String, Map<String, Integer>> copy = new TreeMap<>();
    kinds.forEach((kind, things) -> copy.put(kind, new TreeMap<>(things)));
    kinds = copy;
  }

  /** Of lists, one for each kind. */
  public static Ledger of(Map<String, List<String>> lists) {
    TreeMap<String, Map<String, Integer>> counted = new TreeMap<>();
    lists.forEach((kind, things) -> {
      TreeMap<String, Integer> counts = new TreeMap<>();
      things.forEach(thing -> counts.merge(thing, 1, Integer::sum));
      counted.put(kind, counts);
    });
    return new Ledger(counted);
  }

  /** One line for each thing of which there is more or less than before; empty means equal. */
  public static List<String> diff(Ledger before, Ledger after) {
    List<String> lines = new ArrayList<>();
    TreeSet<String> kinds = new TreeSet<>(before.kinds.keySet());
    kinds.addAll(after.kinds.keySet());
    for (String kind : kinds) {
      Map<String, Integer> had = before.kinds.getOrDefault(kind, Map.of());
      Map<String, Integer> has = after.kinds.getOrDefault(kind, Map.of());
      TreeSet<String> things = new TreeSet<>(had.keySet());
      things.addAll(has.keySet());
      for (String thing : things) {
        int change = has.getOrDefault(thing, 0) - had.getOrDefault(thing, 0);
        if (change != 0) {
          lines.add("%s %+d: %s".formatted(kind, change, thing));
        }
      }
    }
    return lines;
  }

  public int count(String kind) {
    return kinds.getOrDefault(kind, Map.of()).values().stream().mapToInt(Integer::intValue).sum();
  }
}
