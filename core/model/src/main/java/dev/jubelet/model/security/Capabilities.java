package dev.jubelet.model.security;

import java.util.List;

public record Capabilities(List<String> add, List<String> drop) {

  public Capabilities {
    add = List.copyOf(add);
    drop = List.copyOf(drop);
  }
}
