package dev.jubelet.cluster.objects;

import static dev.jubelet.cluster.objects.ObjectsBench.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.testkit.Await;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WatchedClaimTest {
  private static final Pod POD =
      pod("p", "volumes: [{name: v, persistentVolumeClaim: {claimName: c}}]");

  private final ObjectsBench node = new ObjectsBench();

  @AfterEach
  void close() {
    node.close();
  }

  /** What is told while time passes. */
  private String toldLater() throws InterruptedException {
    for (int i = 0; i < 1000; i++) {
      ObjectReference told = node.told.poll(10, TimeUnit.MILLISECONDS);
      if (told != null) {
        return told.toString();
      }
      node.time.advance(Duration.ofSeconds(10));
    }
    return "nothing";
  }

  private void bind() {
    node.put(
        "persistentvolumeclaims",
        "c",
        "'spec':{'volumeName':'disk'},'status':{'phase':'Bound','capacity':{'storage':'1Gi'}}");
  }

  @Test
  void claimIsAskedForUntilItIsBoundAndThenNoMore() throws Exception {
    node.needs(POD);
    assertThat(node.objects.claim("shop", "c")).isEmpty();
    node.put("persistentvolumeclaims", "c", "'spec':{},'status':{'phase':'Pending'}");
    assertThat(toldLater()).isEqualTo("PersistentVolumeClaim shop/c");
    assertThat(node.objects.claim("shop", "c")).isPresent();
    assertThat(node.objects.persistentVolumes()).isEmpty();
    node.api.put(
        "/api/v1/persistentvolumes/disk",
        "{\"spec\":{\"local\":{\"path\":\"/disk\"},\"claimRef\":{\"namespace\":\"shop\","
            + "\"name\":\"c\",\"kind\":\"PersistentVolumeClaim\"}}}");
    bind();
    assertThat(toldLater()).isEqualTo("PersistentVolumeClaim shop/c");
    assertThat(node.objects.persistentVolumes())
        .extracting(volume -> volume.metadata().name())
        .containsExactly("disk");
    Await.until("no alarm is set", () -> node.time.pending() == 0);
    assertThat(node.api.count("WATCH")).isZero();
  }

  @Test
  void volumeThatIsNotThereYetIsAskedForAgain() {
    bind();
    node.needs(POD);
    assertThat(node.objects.claim("shop", "c")).isPresent();
    assertThat(node.objects.persistentVolumes()).isEmpty();
    Await.until("one alarm is set", () -> node.time.pending() == 1);
  }

  @Test
  void outageIsNotAMissingClaim() throws Exception {
    node.outage();
    node.needs(POD);
    assertThatThrownBy(() -> node.objects.claim("shop", "c"))
        .hasMessage(
            "error processing PVC shop/c: failed to fetch PVC from API server:"
                + " connection refused");
    node.api.heal();
    assertThat(toldLater()).isEqualTo("PersistentVolumeClaim shop/c");
    assertThat(node.objects.claim("shop", "c")).isEmpty();
  }
}
