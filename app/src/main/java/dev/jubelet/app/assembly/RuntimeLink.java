package dev.jubelet.app.assembly;

import dev.jubelet.model.retry.RetryBackoff;
import dev.jubelet.model.runtime.RuntimeFeatures;
import dev.jubelet.model.runtime.RuntimeVersion;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.RuntimeFacts;
import java.time.Duration;
import java.util.Locale;

/**
 * Waits for the runtime to say who it is. A node starts with its machine and the runtime may come
 * later, so this goes on for as long as it takes.
 */
record RuntimeLink(RuntimeFacts facts, Journal journal) {
  private static final RetryBackoff BACKOFF =
      new RetryBackoff(Duration.ofMillis(50), Duration.ofSeconds(2));

  /** Who answered, how it makes cgroups, and what it can do. */
  record Greeting(RuntimeVersion version, CgroupDriver cgroupDriver, RuntimeFeatures features) {}

  /**
   * @param configured the driver when the runtime is too old to say
   */
  Greeting await(CgroupDriver configured) throws InterruptedException {
    String told = "";
    for (int failures = 1; ; failures++) {
      try {
        RuntimeVersion version = facts.version();
        CgroupDriver driver = facts.cgroupDriver().orElse(configured);
        RuntimeFeatures features = facts.features();
        journal.write(
            Journal.Level.NORMAL,
            "RuntimeFound",
            "%s %s, cgroup driver %s"
                .formatted(
                    version.name(), version.version(), driver.name().toLowerCase(Locale.ROOT)));
        return new Greeting(version, driver, features);
      } catch (OutsideFailure away) {
        if (!away.text().equals(told)) {
          told = away.text();
          journal.write(Journal.Level.WARNING, "WaitsForRuntime", told);
        }
      }
      Thread.sleep(BACKOFF.after(failures));
    }
  }
}
