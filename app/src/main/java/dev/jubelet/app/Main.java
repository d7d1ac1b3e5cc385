package dev.jubelet.app;

import dev.jubelet.app.assembly.CriAssembly;
import dev.jubelet.app.assembly.NodeAssembly;
import dev.jubelet.app.command.CriCommand;
import dev.jubelet.app.command.Jubelet;
import dev.jubelet.app.command.Subcommand;
import dev.jubelet.app.command.run.RunCommand;
import dev.jubelet.app.training.TrainingCommand;
import java.util.Locale;

/** The program. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    // Others parse what we write: digits are the same whatever the machine's locale is.
    Locale.setDefault(Locale.ROOT);
    NodeAssembly nodes = new NodeAssembly();
    System.exit(
        Jubelet.standard(
                nodes,
                new Subcommand("cri", () -> new CriCommand(new CriAssembly())),
                new Subcommand("run", () -> new RunCommand(nodes)),
                new Subcommand("training", () -> new TrainingCommand(nodes)))
            .run(args));
  }
}
