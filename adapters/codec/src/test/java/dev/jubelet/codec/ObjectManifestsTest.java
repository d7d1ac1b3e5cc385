package dev.jubelet.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.objects.Blob;
import dev.jubelet.model.objects.ConfigMap;
import dev.jubelet.model.objects.NodeObject;
import dev.jubelet.model.objects.PersistentVolume;
import dev.jubelet.model.objects.PersistentVolumeClaim;
import dev.jubelet.model.objects.Secret;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ObjectManifestsTest {
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: web}
      spec:
        containers: [{name: main, image: nginx}]
      """;
  private static final String MAP =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: settings}
      data:
        color: blue
      """;
  private static final String SECRET =
      """
      apiVersion: v1
      kind: Secret
      metadata: {name: door, namespace: shop}
      data:
        key: aHVudGVyMg==
      """;
  private static final String VOLUME =
      """
      apiVersion: v1
      kind: PersistentVolume
      metadata: {name: disk}
      spec:
        capacity: {storage: 1Gi}
        accessModes: [ReadWriteOnce]
        claimRef: {apiVersion: v1, kind: PersistentVolumeClaim, namespace: shop, name: data}
        local: {path: /mnt/disk}
      status: {phase: Bound}
      """;
  private static final String CLAIM =
      """
      apiVersion: v1
      kind: PersistentVolumeClaim
      metadata: {name: data, namespace: shop}
      spec:
        accessModes: [ReadWriteOnce]
        resources: {requests: {storage: 1Gi}}
      """;

  private static <T extends NodeObject> T one(String text, Class<T> type) {
    PodManifests.Parsed parsed = PodManifests.parseStatic(text, "test");
    assertThat(parsed.sentences()).isEmpty();
    assertThat(parsed.objects()).hasSize(1);
    return type.cast(parsed.objects().getFirst());
  }

  private static String withoutWhatIsAskedTwice(String text) {
    return text.replace("  key: aHVudGVyMg==\n", "");
  }

  @Test
  void aConfigMapHasTextBytesAndTheDefaultNamespace() {
    ConfigMap map =
        one(MAP + "  empty:\nbinaryData: {logo: AAEC/w==}\nimmutable: true\n", ConfigMap.class);
    assertThat(map.reference()).hasToString("ConfigMap default/settings");
    assertThat(map.data()).containsEntry("color", "blue").containsEntry("empty", "");
    assertThat(map.binaryData()).containsEntry("logo", Blob.of(new byte[] {0, 1, 2, -1}));
    assertThat(map.immutable()).isTrue();
  }

  @Test
  void aSecretHasBytesAndItsPlainTextWins() {
    Secret secret = one(SECRET + "stringData: {key: other, more: text}\n", Secret.class);
    assertThat(secret.type()).isEqualTo("Opaque");
    assertThat(secret.files()).containsEntry("key", Blob.of("other")).containsKey("more");
    assertThat(one(SECRET, Secret.class).files()).containsEntry("key", Blob.of("hunter2"));
  }

  @Test
  void base64MayHaveSeveralLines() {
    String lines = SECRET.replace("aHVudGVyMg==", "|\n    aHVu\n    dGVyMg==");
    assertThat(one(lines, Secret.class).files()).containsEntry("key", Blob.of("hunter2"));
  }

  @Test
  void whatIsWrittenReadsBackTheSame() {
    Secret secret = one(SECRET, Secret.class);
    assertThat(one(RecordEncoder.json("v1", "Secret", secret), Secret.class)).isEqualTo(secret);
  }

  @Test
  void volumesAndClaimsGetTheirDefaults() {
    PersistentVolume volume = one(VOLUME, PersistentVolume.class);
    assertThat(volume.reference()).hasToString("PersistentVolume disk");
    assertThat(volume.spec().persistentVolumeReclaimPolicy()).isEqualTo("Retain");
    assertThat(volume.spec().volumeMode()).isNotNull();
    assertThat(one(CLAIM, PersistentVolumeClaim.class).spec().volumeMode()).isNotNull();
  }

  @Test
  void takesPodsAndObjectsFromOneFileAndFromLists() {
    String list =
        "apiVersion: v1\nkind: ConfigMapList\nitems:\n- metadata: {name: a}\n- metadata: {name: b}\n";
    PodManifests.Parsed parsed =
        PodManifests.parseStatic(
            String.join("---\n", MAP, POD, SECRET, list, POD.replace("web", "two")), "test");
    assertThat(parsed.sentences()).isEmpty();
    assertThat(parsed.usable()).isTrue();
    assertThat(parsed.pods()).hasSize(2);
    assertThat(parsed.objects().stream().map(NodeObject::reference).map(Object::toString))
        .containsExactly(
            "ConfigMap default/settings",
            "Secret shop/door",
            "ConfigMap default/a",
            "ConfigMap default/b");
  }

  @Test
  void aForeignKindIsAnErrorThatLeavesTheRestUsable() {
    String service = "apiVersion: v1\nkind: Service\nmetadata: {name: x}\n";
    PodManifests.Parsed parsed = PodManifests.parseStatic(POD + "---\n" + service, "f.yaml");
    assertThat(parsed.hasErrors()).isTrue();
    assertThat(parsed.usable()).isTrue();
    assertThat(parsed.pods()).hasSize(1);
    assertThat(parsed.sentences())
        .containsExactly(
            "f.yaml: document 2, line 8, column 1: kind: kind Service means nothing to a node;"
                + " expected Pod, ConfigMap, Secret, PersistentVolume, PersistentVolumeClaim or a"
                + " list of them");
    assertThat(PodManifests.parseStatic(service, "f.yaml").usable()).isFalse();
  }

  @Test
  void aBadObjectMakesTheFileUnusable() {
    PodManifests.Parsed parsed =
        PodManifests.parseStatic(POD + "---\n" + MAP.replace("blue", "7"), "f.yaml");
    assertThat(parsed.usable()).isFalse();
    assertThat(parsed.sentences())
        .containsExactly(
            "f.yaml: document 2, line 11, column 10: data[color]: expected a string, found a"
                + " number");
  }

  @Test
  void unknownFieldsAreWarnings() {
    PodManifests.Parsed parsed = PodManifests.parseStatic(MAP + "dataa: {}\n", "f.yaml");
    assertThat(parsed.usable()).isTrue();
    assertThat(parsed.sentences())
        .containsExactly("f.yaml: warning: line 6, column 1: unknown field \"dataa\"");
  }

  record Refusal(String text, String problem) {}

  static Stream<Refusal> refusals() {
    return Stream.of(
        new Refusal(MAP.replace("color", "a/b"), "data[a/b]: Invalid value: \"a/b\": must be"),
        new Refusal(MAP.replace("color", "..a"), "data[..a]: Invalid value"),
        new Refusal(MAP.replace("color", "."), "data[.]: Invalid value"),
        new Refusal(MAP + "binaryData: {color: AA==}\n", "data[color]: Invalid value: \"color\""),
        new Refusal(
            MAP + "binaryData: {b: 'a b='}\n", "binaryData[b]: must be base64: character 2"),
        new Refusal(MAP.replace("settings", "Set"), "metadata.name: Invalid value"),
        new Refusal(MAP.replace("{name: settings}", "{}"), "metadata.name: Required value"),
        new Refusal(MAP + "  big: " + tooMuch(), "data: Too long: may not be more than 1048576"),
        new Refusal(MAP + "immutable: maybe\n", "immutable: expected a boolean, found a string"),
        new Refusal(SECRET.replace("aHVudGVyMg==", "hunter2"), "data[key]: must be base64: its"),
        new Refusal(SECRET.replace("aHVudGVyMg==", "hunter2!"), "data[key]: must be base64: char"),
        new Refusal(SECRET.replace("aHVudGVyMg==", "7"), "expected base64 text, found a number"),
        new Refusal(SECRET + "type: kubernetes.io/tls\n", "data[tls.crt]: Required value"),
        new Refusal(SECRET + "type: kubernetes.io/ssh-auth\n", "data[ssh-privatekey]: Required"),
        new Refusal(SECRET + "type: kubernetes.io/basic-auth\n", "data: Required value"),
        new Refusal(
            withoutWhatIsAskedTwice(SECRET)
                + "  .dockerconfigjson: aHVudGVyMg==\ntype: kubernetes.io/dockerconfigjson\n",
            "data[.dockerconfigjson]: Invalid value: must be a JSON object"),
        new Refusal(SECRET.replace("aHVudGVyMg==", "*hunter2"), "an undefined alias; a text"),
        new Refusal(
            "{\"apiVersion\": \"v1\", \"kind\": \"Secret\", \"stringData\": {\"a\": hunter2}}",
            "Unrecognized token: expected a string"),
        new Refusal(
            VOLUME.replace("capacity: {storage: 1Gi}", "capacity: {}"), "capacity[storage]"),
        new Refusal(VOLUME.replace("1Gi", "0"), "spec.capacity[storage]: Invalid value: \"0\""),
        new Refusal(VOLUME.replace("[ReadWriteOnce]", "[]"), "spec.accessModes: Required value"),
        new Refusal(
            VOLUME.replace("local: {path: /mnt/disk}", ""),
            "spec: Required value: without a cluster"),
        new Refusal(VOLUME.replace("/mnt/disk", "/a/../b"), "must not contain '..'"),
        new Refusal(VOLUME.replace("/mnt/disk", "a"), "spec.local.path: Invalid value"),
        new Refusal(
            VOLUME.replace("local:", "hostPath: {path: /x}\n  local:"),
            "spec.hostPath: Forbidden: there is already the source local"),
        new Refusal(
            VOLUME.replace("name: disk", "name: disk, namespace: a"),
            "metadata.namespace: Forbidden"),
        new Refusal(
            VOLUME.replace("local:", "persistentVolumeReclaimPolicy: Burn\n  local:"),
            "persistentVolumeReclaimPolicy: Unsupported value: \"Burn\""),
        new Refusal(CLAIM.replace("{storage: 1Gi}", "{}"), "spec.resources.requests[storage]"),
        new Refusal(CLAIM.replace("[ReadWriteOnce]", "[Sometimes]"), "Unsupported value"),
        new Refusal(MAP.replace("v1", "v2"), "apiVersion: Unsupported value: \"v2\""));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void saysWhatIsWrongAndNeverTheValue(Refusal refusal) {
    PodManifests.Parsed parsed = PodManifests.parseStatic(refusal.text(), "test");
    assertThat(parsed.objects()).isEmpty();
    assertThat(parsed.usable()).isFalse();
    assertThat(parsed.sentences())
        .anySatisfy(sentence -> assertThat(sentence).contains(refusal.problem()))
        .noneSatisfy(sentence -> assertThat(sentence).contains("hunter2"));
  }

  private static String tooMuch() {
    return "|\n" + ("    " + "x".repeat(1000) + "\n").repeat(1049);
  }

  @Test
  void noTextFormShowsASecret() {
    PodManifests.Parsed parsed = PodManifests.parseStatic(SECRET, "test");
    assertThat(List.of(parsed.toString(), parsed.objects().toString()))
        .noneSatisfy(text -> assertThat(text).containsAnyOf("hunter2", "aHVudGVyMg"));
  }
}
