package dev.jubelet.engine.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.decide.users.UserRanges;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.IdRange;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.PodUsers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class UserAllocationTest {
  private static final long PART = 65_536;

  private final Files files = new Files();
  private final UserAllocation users =
      new UserAllocation(files, new UserRanges(new IdRange(PART, 50 * PART), PART));

  private static final class Files implements PodUsers {
    final Map<PodUid, IdRange> kept = new TreeMap<>();

    @Override
    public synchronized Map<PodUid, IdRange> taken() {
      return Map.copyOf(kept);
    }

    @Override
    public synchronized void write(PodUid uid, IdRange range) {
      kept.put(uid, range);
    }
  }

  @Test
  void aPodKeepsWhatItHasAlsoInOurNextLife() {
    IdRange first = users.of(new PodUid("a"));
    UserAllocation nextLife = new UserAllocation(files, UserRanges.standard(PART));

    assertThat(users.of(new PodUid("a"))).isEqualTo(first);
    assertThat(nextLife.of(new PodUid("a"))).isEqualTo(first);
    assertThat(nextLife.of(new PodUid("b"))).isNotEqualTo(first);
  }

  @Test
  void whatAPodHadIsFreeWhenItsFilesAreGone() {
    IdRange first = users.of(new PodUid("a"));
    files.kept.clear();

    assertThat(users.of(new PodUid("b"))).isEqualTo(first);
  }

  @Test
  void noTwoPodsEverShareHoweverManyComeTogether() throws Exception {
    List<Future<IdRange>> asked = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 50; i++) {
        PodUid uid = new PodUid("p" + i);
        asked.add(threads.submit(() -> users.of(uid)));
      }
    }

    assertThat(asked.stream().map(UserAllocationTest::got)).doesNotHaveDuplicates().hasSize(50);
    assertThatThrownBy(() -> users.of(new PodUid("one more")))
        .isInstanceOf(OutsideFailure.class)
        .hasMessageContaining("empty slot");
  }

  private static IdRange got(Future<IdRange> future) {
    try {
      return future.get();
    } catch (InterruptedException | ExecutionException unexpected) {
      throw new AssertionError(unexpected);
    }
  }
}
