package dev.jubelet.engine.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.engine.Bench;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckpointTest {
  private final Bench bench = new Bench();
  private final List<String> read = new ArrayList<>();
  private final Checkpoint checkpoint =
      new Checkpoint(
          "things", "what there was", bench.state, bench.node(), Runnable::run, () -> "one\ntwo\n");

  @Test
  void readsWhatItWrote() {
    checkpoint.save();
    bench.run();
    assertThat(bench.state.content("things")).contains("things 1\none\ntwo\n");

    checkpoint.load(read::add);

    assertThat(read).containsExactly("one\ntwo\n");
    assertThat(bench.journal.lines()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "things 2\n", "things 11\n", "others 1\none\n"})
  void setsAsideWhatItDidNotWrite(String content) {
    bench.state.put("things", content);

    checkpoint.load(read::add);

    assertThat(read).isEmpty();
    assertThat(bench.journal.lines())
        .singleElement()
        .satisfies(line ->
            assertThat(line.message())
                .contains("what there was is not known any more")
                .contains("does not begin with \"things 1\"")
                .contains("kept as things.damaged"));
  }
}
