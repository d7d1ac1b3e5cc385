package dev.jubelet.app.assembly;

/** Where an exception goes that should not have been possible: it must be seen, never lost. */
@FunctionalInterface
public interface BugReport {
  void report(String where, Throwable bug);

  /** The task, with whatever leaves it reported. */
  default Runnable around(String where, Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException | Error bug) {
        report(where, bug);
      }
    };
  }

  /** To the process's log, as an error with its stack. */
  static BugReport toLog() {
    System.Logger log = System.getLogger("jubelet");
    return (where, bug) ->
        log.log(System.Logger.Level.ERROR, "a defect of jubelet showed in " + where, bug);
  }

  /** Takes also what leaves any other thread of the process. */
  static void forWholeProcess(BugReport bugs) {
    Thread.setDefaultUncaughtExceptionHandler((thread, bug) ->
        bugs.report(
            thread.getName().isEmpty() ? "a thread without name" : "thread " + thread.getName(),
            bug));
  }
}
