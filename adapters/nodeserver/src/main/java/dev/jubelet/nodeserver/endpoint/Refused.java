package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.nodeserver.http.HttpAnswer;

/** Why a request is not fulfilled; thrown before the answer has begun. */
final class Refused extends Exception {
  private static final long serialVersionUID = 1L;
  private final transient HttpAnswer answer;

  Refused(HttpAnswer answer) {
    super(answer.body());
    this.answer = answer;
  }

  Refused(int status, String text) {
    this(HttpAnswer.text(status, text));
  }

  HttpAnswer answer() {
    return answer;
  }
}
