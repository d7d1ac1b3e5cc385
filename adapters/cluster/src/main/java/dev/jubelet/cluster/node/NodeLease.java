package dev.jubelet.cluster.node;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.JsonObject;
import dev.jubelet.codec.tree.FieldsEdit;
import dev.jubelet.codec.tree.Node;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Renews the node's lease: the sign of life by which the cluster knows that we are there. Whoever
 * reads it compares it with what it read before, so that our clock need not be right.
 */
final class NodeLease implements AutoCloseable {
  private static final String LEASES =
      "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(7);
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private final NodeMeans means;
  private final String node;
  private final Duration lasts;
  private final Errand errand;

  private String nodeUid = "";

  // Touched by the errand only.
  private Node.@Nullable Fields lease;

  NodeLease(NodeMeans means, String node, Duration lasts) {
    this.means = means;
    this.node = node;
    this.lasts = lasts;
    this.errand = new Errand("lease of node " + node, means, LONGEST_PAUSE, this::perform);
  }

  /** Nobody owns a lease before there is a node: only from here on there is one. */
  void owner(String uid) {
    synchronized (this) {
      if (uid.equals(nodeUid)) {
        return;
      }
      nodeUid = uid;
    }
    errand.soon();
  }

  void retryNow() {
    synchronized (this) {
      if (nodeUid.isEmpty()) {
        return;
      }
    }
    errand.retryNow();
  }

  @Override
  public void close() {
    errand.close();
  }

  /** Four times while it lasts, so that a few may be missed. */
  private Duration perform() {
    String owner;
    synchronized (this) {
      owner = nodeUid;
    }
    try {
      renew(owner);
    } catch (ApiFailure failure) {
      // Somebody else wrote or deleted it: what it is now has to be read.
      lease = null;
      if (!failure.conflict() && !failure.notFound() && !failure.alreadyExists()) {
        throw failure;
      }
      renew(owner);
    }
    return lasts.dividedBy(4);
  }

  private void renew(String owner) {
    Node.Fields known = lease == null ? found() : lease;
    lease =
        known == null
            ? means.api().create(LEASES, made(owner))
            : means.api().replace(path(), renewed(known, owner));
  }

  private Node.@Nullable Fields found() {
    try {
      return means.api().get(path());
    } catch (ApiFailure failure) {
      if (failure.notFound()) {
        return null;
      }
      throw failure;
    }
  }

  private Node.Fields made(String owner) {
    return new JsonObject()
        .text("apiVersion", "coordination.k8s.io/v1")
        .text("kind", "Lease")
        .object(
            "metadata",
            new JsonObject()
                .text("name", node)
                .text("namespace", "kube-node-lease")
                .list("ownerReferences", List.of(NodeOwner.reference(node, owner))))
        .object("spec", spec(means.time().wall()))
        .done();
  }

  /** Who wrote it before does not matter: this is who we are. */
  private Node.Fields renewed(Node.Fields known, String owner) {
    return new FieldsEdit(known)
        .object("metadata", metadata -> NodeOwner.mended(metadata, node, owner))
        .put("spec", spec(laterThan(known)).done())
        .done();
  }

  /**
   * Kubernetes: a renewal counts only when it is later than the one before, and the machine's clock
   * may have been set back.
   */
  private Instant laterThan(Node.Fields known) {
    Instant wall = means.time().wall();
    String before = known.value("spec") instanceof Node.Fields spec ? spec.text("renewTime") : "";
    try {
      Instant next = Instant.parse(before).plus(1, ChronoUnit.MICROS);
      return next.isAfter(wall) ? next : wall;
    } catch (DateTimeParseException never) {
      return wall;
    }
  }

  private JsonObject spec(Instant now) {
    return new JsonObject()
        .text("holderIdentity", node)
        .number("leaseDurationSeconds", lasts.toSeconds())
        .text("renewTime", MICROS.format(now));
  }

  private String path() {
    return LEASES + "/" + node;
  }
}
