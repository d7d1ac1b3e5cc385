package dev.jubelet.simulator.world;

import dev.jubelet.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What happened, line by line: all of it when somebody reads, else a digest and the last lines. */
public final class Trace {
  private static final int LINES_KEPT = 400;

  /** FNV-1a of 64 bits, over times and characters. */
  private static final long PRIME = 0x100000001b3L;

  private static final long BASIS = 0xcbf29ce484222325L;

  private final @Nullable Consumer<String> reader;
  private final Deque<Line> last = new ArrayDeque<>();
  private long digest = BASIS;

  /** Put into words when somebody asks for it only. */
  private record Line(long millis, String text) {
    @Override
    public String toString() {
      return millis + "ms " + text;
    }
  }

  public Trace(@Nullable Consumer<String> reader) {
    this.reader = reader;
  }

  public void line(Instant at, String text) {
    Line line = new Line(Duration.between(ManualTime.DAWN, at).toMillis(), text);
    digest = (digest ^ line.millis()) * PRIME;
    for (int i = 0; i < text.length(); i++) {
      digest = (digest ^ text.charAt(i)) * PRIME;
    }
    if (reader != null) {
      reader.accept(line.toString());
    }
    last.addLast(line);
    if (last.size() > LINES_KEPT) {
      last.removeFirst();
    }
  }

  /** Equal for equal traces. */
  public long digest() {
    return digest;
  }

  public List<String> last() {
    return last.stream().map(Line::toString).toList();
  }
}
