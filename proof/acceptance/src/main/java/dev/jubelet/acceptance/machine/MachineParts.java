package dev.jubelet.acceptance.machine;

import dev.jubelet.acceptance.Parts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What {@code parts/install --test} brings for an emulated machine.
 *
 * @param emulator qemu for x86_64
 * @param kernel Debian's for clouds, never installed on this machine
 * @param modules the directory with the kernel's {@code modules.dep}
 * @param apparmorParser which turns profiles into what the kernel takes
 */
public record MachineParts(Path emulator, Path kernel, Path modules, Path apparmorParser) {
  private static final Path EMULATOR = Path.of("/usr/bin/qemu-system-x86_64");
  private static final String BROUGHT = "parts/machine-1";

  public static Optional<MachineParts> find() {
    Path brought = Parts.cache().resolve(BROUGHT);
    MachineParts parts =
        new MachineParts(
            EMULATOR,
            brought.resolve("vmlinuz"),
            brought.resolve("modules"),
            brought.resolve("apparmor_parser"));
    return parts.all().stream().allMatch(Files::exists) ? Optional.of(parts) : Optional.empty();
  }

  private List<Path> all() {
    return List.of(emulator, kernel, modules.resolve("modules.dep"), apparmorParser);
  }
}
