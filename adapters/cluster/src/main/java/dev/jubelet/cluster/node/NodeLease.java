package dev.jubelet.cluster.node;

import dev.jubelet.codec.tree.FieldsEdit;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import dev.jubelet.ports.NodeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * The node's lease: the sign of life by which the cluster knows that we are there. Whoever reads it
 * compares it with what it read before, so that our clock need not be right.
 *
 * @param lasts how long others believe in us after a renewal
 */
record NodeLease(Duration lasts, NodeTime time) {
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  OwnedObject object() {
    return new OwnedObject(
        "lease",
        "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases",
        // Four times while it lasts, so that a few may be missed.
        lasts.dividedBy(4),
        Duration.ofSeconds(7),
        true,
        this::initial,
        this::updated);
  }

  private Node.Fields initial(NodeOwner owner) {
    return new JsonObject()
        .put("apiVersion", "coordination.k8s.io/v1")
        .put("kind", "Lease")
        .put(
            "metadata",
            new JsonObject()
                .put("name", owner.name())
                .put("namespace", "kube-node-lease")
                .put("ownerReferences", List.of(owner.reference())))
        .put("spec", spec(owner, time.wall()))
        .build();
  }

  /** Who wrote it before does not matter: this is who we are. */
  private Node.Fields updated(Node.Fields known, NodeOwner owner) {
    return new FieldsEdit(known)
        .object("metadata", owner::mended)
        .put("spec", spec(owner, laterThan(known)).build())
        .build();
  }

  /**
   * Kubernetes: a renewal counts only when it is later than the one before, and the machine's clock
   * may have been set back.
   */
  private Instant laterThan(Node.Fields known) {
    Instant wall = time.wall();
    String before = known.object("spec").text("renewTime");
    try {
      Instant next = Instant.parse(before).plus(1, ChronoUnit.MICROS);
      return next.isAfter(wall) ? next : wall;
    } catch (DateTimeParseException never) {
      return wall;
    }
  }

  private JsonObject spec(NodeOwner owner, Instant now) {
    return new JsonObject()
        .put("holderIdentity", owner.name())
        .put("leaseDurationSeconds", lasts.toSeconds())
        .put("renewTime", MICROS.format(now));
  }
}
