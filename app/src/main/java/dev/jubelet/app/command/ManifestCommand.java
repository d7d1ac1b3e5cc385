package dev.jubelet.app.command;

import dev.jubelet.codec.PodManifests;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "manifest",
    description = "Looks at manifests of pods and of the objects that they refer to.")
final class ManifestCommand implements Runnable {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "say what: check");
  }

  @Command(
      name = "check",
      description = "Finds all mistakes in manifests, with their lines.",
      footer = {"", "Example:", "  jubelet manifest check /etc/kubernetes/manifests/*.yaml"})
  int check(
      @Parameters(
              paramLabel = "FILE",
              arity = "1..*",
              description = "YAML or JSON with pods or other objects.")
          List<Path> files) {
    boolean allGood = true;
    for (Path file : files) {
      allGood &= check(file);
    }
    spec.commandLine().getOut().flush();
    spec.commandLine().getErr().flush();
    return allGood ? 0 : 1;
  }

  private boolean check(Path file) {
    PodManifests.Parsed parsed = ManifestReading.read(file, spec.commandLine().getErr());
    if (parsed.hasErrors()) {
      return false;
    }
    spec.commandLine().getOut().println(file + ": " + contents(parsed));
    return true;
  }

  /** Such as "2 pods, 1 ConfigMap". */
  private static String contents(PodManifests.Parsed parsed) {
    int pods = parsed.pods().size();
    List<String> parts = new ArrayList<>();
    Map<String, Integer> others = new LinkedHashMap<>();
    parsed.objects().forEach(object -> others.merge(object.reference().kind(), 1, Integer::sum));
    if (pods > 0 || others.isEmpty()) {
      parts.add(pods + (pods == 1 ? " pod" : " pods"));
    }
    others.forEach((kind, count) -> parts.add(count + " " + kind + (count == 1 ? "" : "s")));
    return String.join(", ", parts);
  }
}
