package dev.jubelet.nodeserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HandshakeTurnsTest {
  private static final HandshakeLimits LIMITS =
      new HandshakeLimits(
          Duration.ofSeconds(30),
          new HandshakeLimits.Rate(10, 5),
          new HandshakeLimits.Rate(20, 40),
          Duration.ofSeconds(1));

  private final AtomicLong nanos = new AtomicLong(-7);
  private final HandshakeTurns turns = new HandshakeTurns(LIMITS, nanos::get);

  @Test
  void letsABurstInAtOnceAndTheOthersWaitInTurn() {
    for (int i = 0; i < 5; i++) {
      assertThat(take("10.0.0.1")).isZero();
    }
    assertThat(take("10.0.0.1")).isEqualTo(100);
    assertThat(take("10.0.0.1")).isEqualTo(200);
    nanos.addAndGet(Duration.ofSeconds(10).toNanos());
    assertThat(take("10.0.0.1")).isZero();
  }

  @Test
  void cutsOffOneAddressThatFloodsAndNoOther() {
    int begun = 0;
    for (int i = 0; i < 1000; i++) {
      begun += take("10.0.0.1") >= 0 ? 1 : 0;
    }

    assertThat(begun).isEqualTo(15);
    assertThat(take("10.0.0.2")).isZero();
    assertThat(take("10.0.0.2")).isZero();
  }

  @Test
  void takesANetworkOfIpv6ForOneAddress() {
    for (int i = 0; i < 15; i++) {
      assertThat(take("2001:db8::" + Integer.toHexString(i + 1))).isNotNegative();
    }
    assertThat(take("2001:db8::ff")).isNegative();
    assertThat(take("2001:db8:0:1::1")).isZero();
  }

  @Test
  void boundsAllAddressesTogether() {
    int atOnce = 0;
    for (int i = 0; i < 200; i++) {
      atOnce += take("10.0.1." + i) == 0 ? 1 : 0;
    }

    assertThat(atOnce).isEqualTo(40);
    nanos.addAndGet(Duration.ofSeconds(2).toNanos());
    assertThat(take("10.0.2.1")).isZero();
  }

  /** Milliseconds to wait; -1 for never. */
  private long take(String address) {
    return turns.take(InetAddress.ofLiteral(address)).map(Duration::toMillis).orElse(-1L);
  }
}
