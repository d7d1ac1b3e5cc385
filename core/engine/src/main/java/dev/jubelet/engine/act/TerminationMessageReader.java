package dev.jubelet.engine.act;

import dev.jubelet.decide.config.annotation.RuntimeAnnotations;
import dev.jubelet.model.container.TerminationMessagePolicy;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.PodDirectories;
import java.util.Optional;

/**
 * What an ended container left behind to say why. Kubernetes: it comes from the container's file,
 * or from the end of its log when that was asked for and it failed.
 */
public final class TerminationMessageReader {
  private static final int MESSAGE_BYTES_MAX = 4096;
  private static final int TAIL_LINES_MAX = 80;
  private static final int TAIL_BYTES_MAX = 2048;

  /** CRI: it never ran, so it has no log. */
  private static final String NEVER_RAN = "ContainerCannotRun";

  private final PodDirectories directories;

  public TerminationMessageReader(PodDirectories directories) {
    this.directories = directories;
  }

  /** The same container, with its message when it has ended and left one. */
  public ObservedContainer of(ObservedContainer container) {
    if (!(container.condition() instanceof ContainerCondition.Exited exited)) {
      return container;
    }
    try {
      return directories
          .terminationMessage(
              container.uid(), container.name(), container.attempt(), MESSAGE_BYTES_MAX)
          .filter(text -> !text.isEmpty())
          .or(() -> fromLog(container, exited))
          .filter(text -> !text.isEmpty())
          .map(text -> container.with(saying(exited, text)))
          .orElse(container);
    } catch (OutsideFailure unreadable) {
      // A message that cannot be read must not hide the pod, let alone the node.
      return container;
    }
  }

  private static ContainerCondition saying(ContainerCondition.Exited exited, String text) {
    String said = exited.message();
    return new ContainerCondition.Exited(
        exited.startedAt(),
        exited.finishedAt(),
        exited.exitCode(),
        exited.reason(),
        said.isEmpty() ? text : said + ": " + text);
  }

  private Optional<String> fromLog(ObservedContainer container, ContainerCondition.Exited exited) {
    boolean asked =
        RuntimeAnnotations.terminationMessagePolicy(container.annotations())
            .filter(TerminationMessagePolicy.FALLBACK_TO_LOGS_ON_ERROR.wire()::equals)
            .isPresent();
    return asked && exited.exitCode() != 0 && !exited.reason().equals(NEVER_RAN)
        ? directories.logTail(container.logPath(), TAIL_LINES_MAX, TAIL_BYTES_MAX)
        : Optional.empty();
  }
}
