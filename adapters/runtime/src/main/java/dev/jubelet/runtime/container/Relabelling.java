package dev.jubelet.runtime.container;

import dev.jubelet.linux.file.TreeAttribute;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.oci.Spec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes volumes a container's own in SELinux's eyes, where CRI asks for it. */
final class Relabelling {
  private static final String KEY = "security.selinux";

  /** Whoever relabels these locks everybody else out of the machine. */
  private static final Set<Path> MACHINE =
      Stream.of(
              """
              / /bin /boot /dev /etc /etc/passwd /etc/pki /etc/shadow /home /lib /lib64 /media
              /opt /proc /root /run /sbin /srv /sys /tmp /usr /var /var/lib /var/log
              """
                  .strip()
                  .split("\\s+"))
          .map(Path::of)
          .collect(Collectors.toUnmodifiableSet());

  /** Gives a label to a path and all beneath it. */
  interface Labeller {
    void give(Path path, String label);
  }

  static final Labeller KERNEL =
      (path, label) -> TreeAttribute.give(path, KEY, label.getBytes(StandardCharsets.UTF_8));

  private final Labeller labeller;

  Relabelling(Labeller labeller) {
    this.labeller = labeller;
  }

  /**
   * Nothing without SELinux: then a specification names no path.
   *
   * @throws OutsideFailure BAD_SPEC for what belongs to the whole machine
   */
  void carryOut(Spec spec) throws IOException {
    for (String each : spec.relabel()) {
      Path real = Path.of(each).toRealPath();
      if (MACHINE.contains(real)) {
        throw new OutsideFailure(
            FailureKind.BAD_SPEC, "SELinux relabeling of " + real + " is not allowed");
      }
      try {
        labeller.give(real, spec.mountLabel());
      } catch (LinuxException refused) {
        // Others label what is on network and kernel file systems as a whole.
        if (refused.errno() != Errno.EOPNOTSUPP) {
          throw refused;
        }
      }
    }
  }
}
