package dev.jubelet.network.cache;

import dev.jubelet.json.Node;
import dev.jubelet.network.plugin.CniCall;
import dev.jubelet.network.result.CniResult;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * A pod's place in a network.
 *
 * @param config the network's configuration at the time of ADD, by which it is taken away again
 * @param capabilities what a plugin may want to be told, by capability
 * @param result empty while ADD has not ended well
 */
@RecordBuilder
public record Attachment(
    String containerId,
    String network,
    String device,
    String netns,
    List<CniCall.Argument> args,
    Node.Fields capabilities,
    String config,
    Optional<CniResult> result) {
  public Attachment {
    args = List.copyOf(args);
  }

  public Attachment with(CniResult made) {
    return AttachmentBuilder.builder(this).result(Optional.of(made)).build();
  }
}
