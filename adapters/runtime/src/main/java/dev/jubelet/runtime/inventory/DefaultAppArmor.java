package dev.jubelet.runtime.inventory;

import dev.jubelet.linux.file.AtomicFile;
import dev.jubelet.linux.process.ChildProcess;
import dev.jubelet.linux.process.ProcessOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The AppArmor profile of containers that name none: what containers need, but no mounts, no
 * switches of the kernel and no processes of others.
 */
public final class DefaultAppArmor {
  public static final String NAME = "jubelet-default";

  private static final Path ENABLED = Path.of("/sys/module/apparmor/parameters/enabled");
  private static final Path LOADED = Path.of("/sys/kernel/security/apparmor/profiles");
  private static final Path ABI = Path.of("/etc/apparmor.d/abi/3.0");
  private static final List<Path> PARSERS =
      List.of(Path.of("/usr/sbin/apparmor_parser"), Path.of("/sbin/apparmor_parser"));
  private static final Duration TIME = Duration.ofSeconds(30);
  private static final int OUTPUT_MAX = 4096;

  /** AppArmor: what is denied stays denied, whatever else allows it. */
  private static final String PROFILE =
      """
      profile SELF flags=(attach_disconnected,mediate_deleted) {
        file,
        network,
        capability,
        umount,
        deny mount,

        # The node and its OCI runtimes end containers; otherwise signals and traces stay inside.
        signal (receive) peer=unconfined,
        signal (receive) peer=runc,
        signal (receive) peer=crun,
        signal (receive) peer=OURS,
        signal (send, receive) peer=SELF,
        ptrace (read, readby, trace, tracedby) peer=SELF,

        # In /proc only processes may be changed, and shared memory.
        deny /proc/* w,
        deny /proc/{acpi,asound,bus,driver,dynamic_debug,fs,irq,mpt,mtrr,pressure,scsi,tty,xen}/** w,
        deny /proc/sys/[^k]** w,
        deny /proc/sys/k[^e]** w,
        deny /proc/sys/kernel/{?,??,[^s][^h][^m]**} w,
        deny /proc/{kcore,kmem,mem,sysrq-trigger} rwklx,

        # In /sys only cgroups.
        deny /sys/{block,bus,class,dev,devices,firmware,hypervisor,kernel,module,power}/** wklx,
        deny /sys/fs/{[^c]*,c[^g]*,cg[^r]*}/** wklx,
        deny /sys/devices/virtual/powercap/** rwklx,
        deny /sys/firmware/** rwklx,
        deny /sys/kernel/security/** rwklx,
      }
      """;

  private final Path place;

  /**
   * @param place where the profile is written, for the program that loads it
   */
  public DefaultAppArmor(Path place) {
    this.place = place;
  }

  public static boolean there() {
    return KernelFigures.text(ENABLED).startsWith("Y");
  }

  /** Loads it unless it is loaded; the reason when that cannot be done. */
  public Optional<String> load() {
    String text = text(KernelFigures.text(Path.of("/proc/self/attr/current")), Files.exists(ABI));
    if (KernelFigures.text(LOADED).contains(NAME + " (enforce)\n")
        && KernelFigures.text(place).equals(text)) {
      return Optional.empty();
    }
    return PARSERS.stream()
        .filter(Files::isExecutable)
        .findFirst()
        .map(parser -> loaded(parser, text))
        .orElse(Optional.of("there is no apparmor_parser; install the package apparmor"));
  }

  private Optional<String> loaded(Path parser, String text) {
    try {
      Files.deleteIfExists(place);
      Path fresh = place.resolveSibling(place.getFileName() + ".new");
      AtomicFile.write(fresh, text, "rw-------");
      ProcessOutcome outcome =
          ChildProcess.of(List.of(parser.toString(), "-Kr", fresh.toString()))
              .onlyEnvironment(Map.of("PATH", "/usr/sbin:/usr/bin:/sbin:/bin"))
              .output(OUTPUT_MAX)
              .errorsInOutput()
              .run(TIME);
      if (outcome instanceof ProcessOutcome.Exited(int code, var output, _)) {
        if (code == 0) {
          Files.move(fresh, place);
          return Optional.empty();
        }
        return Optional.of(parser + " says: " + output.text().strip());
      }
      return Optional.of(parser + " could not be run");
    } catch (IOException refused) {
      return Optional.of("cannot write " + place + ": " + refused.getMessage());
    }
  }

  /**
   * @param own how AppArmor calls us, such as {@code jubelet (enforce)}
   */
  static String text(String own, boolean abi) {
    String name = own.strip().split("[ (]", 2)[0];
    return (abi ? "abi <abi/3.0>,\n" : "")
        + PROFILE
            .replace("SELF", NAME)
            .replace("OURS", name.matches("[A-Za-z0-9_./-]+") ? name : "unconfined");
  }
}
