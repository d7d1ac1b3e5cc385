package dev.jubelet.app.command;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "completion",
    description = "Prints a script that completes jubelet's words in the shell.",
    footer = {
      "",
      "Examples:",
      "  source <(jubelet completion bash)",
      "  jubelet completion bash > /etc/bash_completion.d/jubelet",
    })
final class CompletionCommand implements Callable<Integer> {
  enum Shell {
    bash,
    zsh
  }

  @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
  private Shell shell = Shell.bash;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    String script = AutoComplete.bash("jubelet", spec.root().commandLine());
    spec.commandLine()
        .getOut()
        .print(
            switch (shell) {
              case bash -> script;
              // zsh reads completions of bash once this is loaded.
              case zsh -> "autoload -U +X bashcompinit && bashcompinit\n" + script;
            });
    spec.commandLine().getOut().flush();
    return 0;
  }
}
