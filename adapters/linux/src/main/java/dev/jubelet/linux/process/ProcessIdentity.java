package dev.jubelet.linux.process;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.KernelText;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.kernel.SystemCall;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One process for ever: its number may be given to another, but not with the same time of birth.
 *
 * @param born in ticks of the kernel since boot
 */
public record ProcessIdentity(long pid, long born) {
  // proc(5): after the name in brackets come the state, which is field 3, and the rest.
  private static final int STATE = 0;
  private static final int BORN = 19;

  /** The process that has this number now; empty when there is none, or only its remains. */
  public static Optional<ProcessIdentity> of(long pid) {
    if (pid <= 0) {
      return Optional.empty();
    }
    try {
      String stat = KernelText.read(Path.of("/proc", Long.toString(pid), "stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      boolean dead = fields[STATE].equals("Z") || fields[STATE].equals("X");
      return dead
          ? Optional.empty()
          : Optional.of(new ProcessIdentity(pid, Long.parseLong(fields[BORN])));
    } catch (IOException | RuntimeException gone) {
      return Optional.empty();
    }
  }

  public boolean alive() {
    return of(pid).filter(this::equals).isPresent();
  }

  /**
   * Never reaches another process, whoever has the number by then.
   *
   * @return false when it is gone
   */
  public boolean signal(int number) {
    int fd = hold();
    if (fd < 0) {
      return false;
    }
    try {
      SystemCall.PIDFD_SEND_SIGNAL.call("signal process", Long.toString(pid), fd, number, 0, 0);
      return true;
    } catch (LinuxException refused) {
      refused.throwUnless(Errno.ESRCH);
      return false;
    } finally {
      Kernel.close(fd);
    }
  }

  /** A descriptor of this very process, to be closed; negative when it is gone. */
  int hold() {
    int fd;
    try {
      fd = (int) SystemCall.PIDFD_OPEN.call("hold process", Long.toString(pid), pid, 0);
    } catch (LinuxException gone) {
      gone.throwUnless(Errno.ESRCH);
      return -1;
    }
    if (alive()) {
      return fd;
    }
    Kernel.close(fd);
    return -1;
  }
}
