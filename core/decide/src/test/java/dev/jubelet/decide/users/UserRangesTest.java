package dev.jubelet.decide.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.model.runtime.config.IdRange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UserRangesTest {
  private static final long PART = 65_536;

  @Test
  void leavesTheMachineItsOwnUsers() {
    assertThat(UserRanges.standard(PART).free(List.of())).contains(new IdRange(PART, PART));
  }

  @Test
  void givesTheLowestThatNobodyHas() {
    List<IdRange> taken = List.of(new IdRange(PART, PART), new IdRange(3 * PART, PART));

    assertThat(UserRanges.standard(PART).free(taken)).contains(new IdRange(2 * PART, PART));
  }

  /** A file of another kubelet, with another length, may lie across two of our parts. */
  @Test
  void keepsOffWhatLiesAcrossParts() {
    List<IdRange> taken = List.of(new IdRange(PART + 1000, PART));

    assertThat(UserRanges.standard(PART).free(taken)).contains(new IdRange(3 * PART, PART));
  }

  @Test
  void neverGivesTheSameTwiceAndEndsWhenAllAreTaken() {
    UserRanges four = new UserRanges(new IdRange(PART, 4 * PART), PART);
    List<IdRange> taken = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      IdRange next = four.free(taken).orElseThrow();
      assertThat(taken).noneMatch(next::overlaps);
      taken.add(next);
    }

    assertThat(four.free(taken)).isEmpty();
  }

  @Test
  void theLastPartEndsAtTheLastId() {
    UserRanges last = new UserRanges(new IdRange((1L << 32) - PART, PART), PART);

    assertThat(last.free(List.of()).orElseThrow().mapping().hostId()).isEqualTo(-65_536);
  }

  @ParameterizedTest(name = "{1} from {0}, {2} each")
  @CsvSource({"0, 131072, 65536", "65537, 65536, 65536", "65536, 65537, 65536"})
  void refusesWhatDoesNotDivide(long first, long length, long perPod) {
    assertThatThrownBy(() -> new UserRanges(new IdRange(first, length), perPod))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(Long.toString(perPod));
  }

  @ParameterizedTest(name = "{1} from {0}")
  @CsvSource({"-1, 1", "0, 0", "4294967295, 2"})
  void knowsWhatIsNoRange(long first, long length) {
    assertThatThrownBy(() -> new IdRange(first, length))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
