package dev.jubelet.decide.status;

import dev.jubelet.model.status.ConditionStatus;

/** A condition before it has its time and generation. */
record ConditionDraft(String type, ConditionStatus status, String reason, String message) {
  static ConditionDraft yes(String type) {
    return yes(type, "");
  }

  static ConditionDraft yes(String type, String reason) {
    return new ConditionDraft(type, ConditionStatus.TRUE, reason, "");
  }

  static ConditionDraft no(String type) {
    return no(type, "", "");
  }

  static ConditionDraft no(String type, String reason, String message) {
    return new ConditionDraft(type, ConditionStatus.FALSE, reason, message);
  }

  ConditionDraft as(String otherType) {
    return new ConditionDraft(otherType, status, reason, message);
  }
}
