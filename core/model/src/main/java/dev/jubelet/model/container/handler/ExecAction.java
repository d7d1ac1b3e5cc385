package dev.jubelet.model.container.handler;

import java.util.List;

public record ExecAction(List<String> command) {

  public ExecAction {
    command = List.copyOf(command);
  }
}
