package dev.jubelet.cri.messages;

import dev.jubelet.cri.wire.Signal;
import dev.jubelet.model.container.MountPropagationMode;
import dev.jubelet.model.container.Protocol;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.ContainerSecurity;
import dev.jubelet.model.runtime.config.DeviceSpec;
import dev.jubelet.model.runtime.config.DnsSettings;
import dev.jubelet.model.runtime.config.EnvEntry;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.PortMapping;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.model.runtime.config.SandboxSecurity;
import dev.jubelet.model.runtime.config.SecurityProfile;
import dev.jubelet.model.security.SelinuxOptions;
import dev.jubelet.model.security.SupplementalGroupsPolicy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Configurations by chance; the same seed gives the same ones. */
final class RandomConfigs {
  private final Random random;

  RandomConfigs(long seed) {
    this.random = new Random(seed);
  }

  SandboxConfig sandbox() {
    return new SandboxConfig(
        text(),
        text(),
        text(),
        count(),
        text(),
        text(),
        new DnsSettings(some(this::text), some(this::text), some(this::text)),
        some(() -> new PortMapping(any(Protocol.values()), count(), count(), text())),
        labels(),
        labels(),
        text(),
        new SandboxSecurity(
            namespaces(),
            perhaps(this::selinux),
            perhaps(random::nextLong),
            perhaps(random::nextLong),
            random.nextBoolean(),
            some(random::nextLong),
            any(SupplementalGroupsPolicy.values()),
            random.nextBoolean(),
            perhaps(this::profile),
            perhaps(this::profile)),
        labels(),
        perhaps(this::resources),
        perhaps(this::resources));
  }

  ContainerConfig container() {
    return new ContainerConfig(
        text(),
        count(),
        new ImageSpec(text(), text(), text(), labels()),
        some(this::text),
        some(this::text),
        text(),
        some(() -> new EnvEntry(text(), text())),
        some(this::mount),
        some(() -> new DeviceSpec(text(), text(), text())),
        labels(),
        labels(),
        text(),
        random.nextBoolean(),
        random.nextBoolean(),
        random.nextBoolean(),
        resources(),
        new ContainerSecurity(
            some(this::text),
            some(this::text),
            random.nextBoolean(),
            namespaces(),
            perhaps(this::selinux),
            perhaps(random::nextLong),
            perhaps(random::nextLong),
            text(),
            random.nextBoolean(),
            some(random::nextLong),
            any(SupplementalGroupsPolicy.values()),
            random.nextBoolean(),
            some(this::text),
            some(this::text),
            perhaps(this::profile),
            perhaps(this::profile)),
        perhaps(this::signal),
        some(this::text));
  }

  LinuxResources resources() {
    Map<String, Long> pages = new LinkedHashMap<>();
    some(this::text).forEach(size -> pages.put(size, random.nextLong()));
    return new LinuxResources(
        random.nextLong(),
        random.nextLong(),
        random.nextLong(),
        random.nextLong(),
        random.nextLong(),
        random.nextInt(),
        text(),
        text(),
        pages,
        labels());
  }

  private MountSpec mount() {
    MountSpec mount =
        new MountSpec(
                text(),
                text(),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean(),
                any(MountPropagationMode.values()))
            .mapped(some(this::mapping));
    return random.nextBoolean() ? mount : mount.ofImage("i" + text(), text());
  }

  private NamespaceOptions namespaces() {
    return new NamespaceOptions(
        mode(),
        mode(),
        mode(),
        text(),
        perhaps(() ->
            new NamespaceOptions.UserNamespace(mode(), some(this::mapping), some(this::mapping))));
  }

  private NamespaceOptions.Mode mode() {
    return any(NamespaceOptions.Mode.values());
  }

  private NamespaceOptions.IdMapping mapping() {
    return new NamespaceOptions.IdMapping(random.nextInt(), random.nextInt(), random.nextInt());
  }

  private SecurityProfile profile() {
    return switch (any(SecurityProfile.Kind.values())) {
      case RUNTIME_DEFAULT -> SecurityProfile.RUNTIME_DEFAULT;
      case UNCONFINED -> SecurityProfile.UNCONFINED;
      case LOCALHOST -> new SecurityProfile(SecurityProfile.Kind.LOCALHOST, text());
    };
  }

  private SelinuxOptions selinux() {
    return new SelinuxOptions(text(), text(), text(), text());
  }

  private String signal() {
    Signal[] known =
        Stream.of(Signal.values())
            .filter(each -> each != Signal.RUNTIME_DEFAULT && each != Signal.UNRECOGNIZED)
            .toArray(Signal[]::new);
    return any(known).name().replace("PLUS", "+").replace("MINUS", "-");
  }

  private Map<String, String> labels() {
    Map<String, String> labels = new LinkedHashMap<>();
    some(this::text).forEach(key -> labels.put(key, text()));
    return labels;
  }

  private String text() {
    return random.nextInt(8) == 0 ? "" : "ä€" + random.nextInt(1000);
  }

  private int count() {
    return random.nextInt(1 << 16);
  }

  private <T> List<T> some(Supplier<T> each) {
    return IntStream.range(0, random.nextInt(4)).mapToObj(_ -> each.get()).toList();
  }

  private <T> @Nullable T perhaps(Supplier<T> value) {
    return random.nextInt(4) == 0 ? null : value.get();
  }

  private <T> T any(T[] values) {
    return values[random.nextInt(values.length)];
  }
}
