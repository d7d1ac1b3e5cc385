package dev.jubelet.runtime;

import dev.jubelet.model.runtime.RuntimeFeatures;
import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.model.runtime.RuntimeVersion;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.network.CniNetworks;
import dev.jubelet.ports.runtime.RuntimeFacts;
import dev.jubelet.runtime.settings.RuntimePrograms;
import dev.jubelet.runtime.settings.RuntimeSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What this runtime says of itself. */
final class EmbeddedFacts implements RuntimeFacts {
  private static final String NAME = "jubelet";
  private static final String API = "v1";
  // A build by Maven has its version in the manifest.
  private static final String VERSION =
      Objects.requireNonNullElse(
          EmbeddedFacts.class.getPackage().getImplementationVersion(), "0.1.0");

  private final RuntimeSettings settings;
  private final RuntimePrograms programs;
  private final CniNetworks networks;
  private final UserSupport users;

  EmbeddedFacts(
      RuntimeSettings settings, RuntimePrograms programs, CniNetworks networks, UserSupport users) {
    this.settings = settings;
    this.programs = programs;
    this.networks = networks;
    this.users = users;
  }

  @Override
  public RuntimeVersion version() {
    return new RuntimeVersion(NAME, VERSION, API);
  }

  @Override
  public RuntimeReadiness readiness() {
    List<String> missing = missing();
    String network =
        switch (networks.status()) {
          case CniNetworks.Status.Ready _ -> "";
          case CniNetworks.Status.NotReady not -> not.message();
        };
    return new RuntimeReadiness(
        missing.isEmpty(),
        missing.isEmpty() ? "" : "not found: " + String.join(", ", missing),
        network.isEmpty(),
        network);
  }

  private List<String> missing() {
    return Stream.of(programs.conmon(), programs.defaultProgram())
        .filter(program -> !Files.isExecutable(program))
        .map(Path::toString)
        .toList();
  }

  @Override
  public Optional<CgroupDriver> cgroupDriver() {
    return Optional.of(settings.cgroupDriver());
  }

  @Override
  public RuntimeFeatures features() {
    Map<String, RuntimeFeatures.Handler> handlers = new LinkedHashMap<>();
    handlers.put("", handler(programs.defaultHandler()));
    programs.handlers().keySet().stream()
        .sorted()
        .forEach(name -> handlers.put(name, handler(name)));
    return new RuntimeFeatures(handlers, true);
  }

  private RuntimeFeatures.Handler handler(String name) {
    return new RuntimeFeatures.Handler(true, users.of(name));
  }

  /** Networks are configured by whoever plans addresses for the cluster. */
  @Override
  public void updatePodCidr(String cidr) {}
}
