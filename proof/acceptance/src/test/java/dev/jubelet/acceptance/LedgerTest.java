package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LedgerTest {
  private static Ledger ledger(String kind, String... things) {
    return Ledger.of(Map.of(kind, List.of(things)));
  }

  @Test
  void equalLedgersHaveNoDifference() {
    assertThat(Ledger.diff(ledger("mount", "a", "b"), ledger("mount", "b", "a"))).isEmpty();
  }

  @Test
  void whatStayedAndWhatIsGoneAreNamed() {
    assertThat(Ledger.diff(ledger("mount", "a"), ledger("mount", "b")))
        .containsExactly("mount -1: a", "mount +1: b");
  }

  @Test
  void equalThingsCount() {
    assertThat(Ledger.diff(ledger("process", "sleep"), ledger("process", "sleep", "sleep")))
        .containsExactly("process +1: sleep");
  }

  @Test
  void kindsThatAppearLaterAreSeen() {
    assertThat(Ledger.diff(Ledger.of(Map.of()), ledger("link", "veth1")))
        .containsExactly("link +1: veth1");
  }
}
