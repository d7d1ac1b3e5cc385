package dev.jubelet.acceptance.tour;

import dev.jubelet.acceptance.LocalRegistry;
import dev.jubelet.acceptance.RealNode;
import dev.jubelet.acceptance.RealParts;
import dev.jubelet.acceptance.TestRuntime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every example does what its comment says, and leaves nothing. */
final class TourIT {
  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.TestRuntime#all")
  void examplesShowWhatTheySay(TestRuntime runtime) {
    try (RealNode node = RealParts.node(runtime);
        LocalRegistry _ = RegistryTour.start(node);
        LoopDevice _ = StorageTour.prepare(node)) {
      SecurityTour.prepare(node);
      VolumeTour.prepare(node);
      node.startKubelet(
          StorageTour.programs(node),
          RegistryTour.flags(),
          List.of(
              "clusterDNS: [10.96.0.10]",
              "clusterDomain: cluster.local",
              // The registry has it under other names, and asks for a password.
              "imagePullCredentialsVerificationPolicy: NeverVerifyAllowlistedImages",
              "preloadedImagesVerificationAllowlist: [localhost/busybox]",
              "podPidsLimit: " + ResourceTour.PODS_PIDS_LIMIT));
      new Tour(node, examples()).run();
    }
  }

  static List<Example> examples() {
    return Stream.of(
            ContainerTour.examples(),
            HookTour.examples(),
            ProbeTour.examples(),
            EnvironmentTour.examples(),
            SecurityTour.examples(),
            VolumeTour.examples(),
            StorageTour.examples(),
            ObjectTour.examples(),
            ResourceTour.examples(),
            ImageTour.examples(),
            RegistryTour.examples())
        .flatMap(List::stream)
        .toList();
  }
}
