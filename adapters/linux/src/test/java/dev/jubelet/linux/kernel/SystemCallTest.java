package dev.jubelet.linux.kernel;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

final class SystemCallTest {
  @Test
  void theKernelNeverSeesFreedMemory() {
    MemorySegment freed;
    try (Arena arena = Arena.ofConfined()) {
      freed = arena.allocate(8);
    }
    assertThatIllegalStateException()
        .isThrownBy(() -> SystemCall.READ.call("read", "nothing", -1, freed, 8));
  }

  @Test
  void norMemoryThatTheCollectorMayMove() {
    MemorySegment heap = MemorySegment.ofArray(new byte[8]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SystemCall.READ.call("read", "nothing", -1, heap, 8));
  }

  @Test
  void anErrorSaysWhatWasDoneToWhat() {
    assertThatExceptionOfType(LinuxException.class)
        .isThrownBy(() -> Kernel.umount2("/there/is/none", 0))
        .withMessageContaining("/there/is/none");
  }
}
