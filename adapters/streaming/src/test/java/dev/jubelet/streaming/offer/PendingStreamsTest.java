package dev.jubelet.streaming.offer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.stream.StreamSession;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PendingStreamsTest {
  private static final StreamSession SESSION =
      new StreamSession.Ports(List.of(), "pod", (port, client) -> {});

  private final AtomicLong now = new AtomicLong(-5);
  private final PendingStreams offers = new PendingStreams(now::get);

  @Test
  void anOfferCanBeTakenOnce() {
    String token = offers.add("exec", SESSION);
    assertThat(offers.take("exec", token)).contains(SESSION);
    assertThat(offers.take("exec", token)).isEmpty();
  }

  @Test
  void anOfferIsNotTakenByAnotherVerb() {
    String token = offers.add("exec", SESSION);
    assertThat(offers.take("attach", token)).isEmpty();
    assertThat(offers.take("exec", token)).contains(SESSION);
  }

  @Test
  void anOfferExpiresAfterAMinute() {
    String early = offers.add("exec", SESSION);
    now.addAndGet(PendingStreams.LIFETIME.toNanos() - 1);
    String late = offers.add("exec", SESSION);
    now.addAndGet(1);
    assertThat(offers.take("exec", early)).isEmpty();
    assertThat(offers.take("exec", late)).contains(SESSION);
  }

  @Test
  void tokensCannotBeGuessed() {
    Set<String> tokens = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      tokens.add(offers.add("exec", SESSION));
    }
    assertThat(tokens).hasSize(100).allMatch(token -> token.matches("[A-Za-z0-9_-]{32}"));
  }

  @Test
  void thereAreNotMoreThanABoundUntilTheOldestExpire() {
    for (int i = 0; i < PendingStreams.MOST; i++) {
      offers.add("exec", SESSION);
    }
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> offers.add("exec", SESSION))
        .returns(FailureKind.EXHAUSTED, OutsideFailure::kind)
        .withMessageContaining("1000 streams");
    now.addAndGet(PendingStreams.LIFETIME.toNanos());
    assertThat(offers.add("exec", SESSION)).isNotEmpty();
  }
}
