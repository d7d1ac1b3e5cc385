package dev.jubelet.decide.action;

import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.model.timeline.StartPhase;

/**
 * What is so of one step, whoever asks: its name for us, its place in the timeline of a pod's
 * start, and the words that others read about it.
 *
 * @param key names the thing worked on
 */
public record ActionFacts(String key, Step step, Words words) {

  /**
   * What it is called in a timeline, and what its time counts as.
   *
   * @param container that it works on or for; an empty text when that is the whole pod
   */
  public record Step(StartPhase phase, String name, String container) {
    static Step ofPod(StartPhase phase, String name) {
      return new Step(phase, name, "");
    }
  }

  /**
   * In the words of Kubernetes, where it has some.
   *
   * @param done for a step that went well
   * @param failed for one that failed, in statuses and logs
   * @param about what the message of a failure begins with
   */
  public record Words(String done, String failed, String about, Warning warning) {
    /** Of a step whose failure nobody announces. */
    Words(String done, String failed) {
      this(done, failed, "", Warning.NONE);
    }

    Words(String done, String failed, Warning warning) {
      this(done, failed, "", warning);
    }

    public WaitingReason waitingReason(String message) {
      return new WaitingReason(failed, about + message);
    }

    /** The message of a failure without what it is about. */
    String why(WaitingReason waitingReason) {
      String message = waitingReason.message();
      return message.startsWith(about) ? message.substring(about.length()) : message;
    }
  }

  /**
   * What a kubelet announces of a failure.
   *
   * @param template has {@code {}} where the reason for the failure belongs
   */
  public record Warning(boolean ofContainer, String reason, String template) {
    static final Warning NONE = new Warning(false, "", "");

    static Warning ofPod(String reason, String template) {
      return new Warning(false, reason, template);
    }

    static Warning ofContainer(String reason, String template) {
      return new Warning(true, reason, template);
    }
  }
}
