package dev.jubelet.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.engine.mailbox.Mailbox;
import dev.jubelet.testkit.InlineEffects;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MailboxTest {
  private final InlineEffects effects = InlineEffects.stepwise();
  private final List<String> heard = new ArrayList<>();

  /** Events of the same first letter are one thing; merged they read "older+newer". */
  private Mailbox<String> mailbox() {
    return new Mailbox<>(
        effects, heard::add, event -> event.charAt(0), (older, newer) -> older + "+" + newer);
  }

  @Test
  void eventsAreHandledLaterAndInOrder() {
    Mailbox<String> mailbox = mailbox();
    mailbox.put("a");
    mailbox.put("b");
    assertThat(heard).isEmpty();
    effects.runAll();
    assertThat(heard).containsExactly("a", "b");
  }

  @Test
  void eventsOfOneSlotAreMergedInTheirOrder() {
    Mailbox<String> mailbox = mailbox();
    List.of("a1", "b1", "a2", "a3").forEach(mailbox::put);
    effects.runAll();
    assertThat(heard).containsExactly("a1+a2+a3", "b1");
  }

  @Test
  void mergedEventKeepsThePlaceOfTheOldest() {
    Mailbox<String> mailbox = mailbox();
    List.of("a1", "b1", "c1", "a2").forEach(mailbox::put);
    effects.runAll();
    assertThat(heard).containsExactly("a1+a2", "b1", "c1");
  }

  @Test
  void eventThatWasTakenIsNotMergedAnyMore() {
    Mailbox<String> mailbox = mailbox();
    mailbox.put("a1");
    effects.runAll();
    mailbox.put("a2");
    effects.runAll();
    assertThat(heard).containsExactly("a1", "a2");
  }

  @Test
  void manyEventsNeedOneTurnOnly() {
    Mailbox<String> mailbox = mailbox();
    for (int i = 0; i < 1000; i++) {
      mailbox.put("a" + i);
    }
    assertThat(effects.pending()).hasSize(1);
  }

  @Test
  void ownerThatTellsItselfIsNotCalledInsideItself() {
    List<Mailbox<String>> self = new ArrayList<>();
    List<String> nesting = new ArrayList<>();
    Mailbox<String> mailbox =
        new Mailbox<>(
            InlineEffects.atOnce(),
            event -> {
              nesting.add("begin " + event);
              if (event.length() < 3) {
                self.getFirst().put(event + "x");
              }
              nesting.add("end " + event);
            },
            event -> event,
            (older, newer) -> newer);
    self.add(mailbox);
    mailbox.put("a");
    assertThat(nesting)
        .containsExactly("begin a", "end a", "begin ax", "end ax", "begin axx", "end axx");
  }

  @Test
  void ownerThatFailsDoesNotLoseTheEventsBehind() {
    Mailbox<String> mailbox =
        new Mailbox<>(
            effects,
            event -> {
              if (event.startsWith("bad")) {
                throw new IllegalStateException(event);
              }
              heard.add(event);
            },
            event -> event,
            (older, newer) -> newer);
    List.of("one", "bad 1", "two", "bad 2", "three").forEach(mailbox::put);
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(effects::runAll)
        .withMessage("bad 1");
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(effects::runAll)
        .withMessage("bad 2");
    effects.runAll();
    assertThat(heard).containsExactly("one", "two", "three");
  }

  @Test
  void mailboxWorksOnAfterAFailureOfTheLastEvent() {
    Mailbox<Runnable> mailbox = Mailbox.ofSteps(effects);
    mailbox.put(() -> {
      throw new IllegalStateException("bug");
    });
    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(effects::runAll);
    mailbox.put(() -> heard.add("later"));
    effects.runAll();
    assertThat(heard).containsExactly("later");
  }

  @Test
  void stepsAreNotMerged() {
    Mailbox<Runnable> mailbox = Mailbox.ofSteps(effects);
    for (int i = 0; i < 5; i++) {
      String step = "step " + i;
      mailbox.put(() -> heard.add(step));
    }
    effects.runAll();
    assertThat(heard).containsExactly("step 0", "step 1", "step 2", "step 3", "step 4");
  }
}
