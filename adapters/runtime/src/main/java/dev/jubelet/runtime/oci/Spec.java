package dev.jubelet.runtime.oci;

import java.util.List;

/**
 * @param json the text of {@code config.json}
 * @param notes what could not be done as asked, and was done otherwise
 * @param relabel paths of the node that must get {@code mountLabel} before the start
 * @param mountLabel empty without SELinux
 */
public record Spec(String json, List<String> notes, List<String> relabel, String mountLabel) {
  public Spec {
    notes = List.copyOf(notes);
    relabel = List.copyOf(relabel);
  }
}
