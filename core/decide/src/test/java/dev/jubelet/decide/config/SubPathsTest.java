package dev.jubelet.decide.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.model.pod.Pod;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubPathsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "subPath: a/b | {1=a/b}",
        "subPath: $(POD) | {1=$(POD)}",
        "subPathExpr: logs/$(POD) | {1=logs/web}",
        "subPathExpr: $$(POD) | {1=$(POD)}",
        "subPathExpr: plain | {1=plain}",
        "readOnly: true | {}",
        "subPathExpr: $(NONE)/$(EMPTY) | missing value for EMPTY, NONE",
        "subPathExpr: $(ROOT) | error SubPath `$(ROOT)` must not be an absolute path",
        "subPathExpr: a/$(UP) | unable to provision SubPath `a/$(UP)`: must not contain '..'",
      })
  void expandsThePathsOfTheContainersMounts(String field, String expected) {
    Pod pod =
        Containers.pod(
            "env: [{name: POD, valueFrom: {fieldRef: {fieldPath: metadata.name}}}, {name: ROOT,"
                + " value: /etc}, {name: UP, value: x/../..}, {name: EMPTY}], volumeMounts: [{name:"
                + " data, mountPath: /d}, {name: data, mountPath: /e, "
                + field
                + "}]",
            "volumes: [{name: data, emptyDir: {}}]");
    String found =
        switch (SubPaths.of(pod, pod.spec().containers().getFirst(), Containers.context())) {
          case ResolvedValue.Value(Map<Integer, String> paths) -> paths.toString();
          case ResolvedValue.Refused(String why) -> why;
        };
    assertThat(found).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "subPath: bin/x | {0=bin/x}",
        "subPathExpr: $(ROOT) | error SubPath `$(ROOT)` must not be an absolute path",
        "subPathExpr: $(UP) | unable to provision SubPath `$(UP)`: must not contain '..'",
      })
  void partsOfImagesAreCheckedAlike(String field, String expected) {
    Pod pod =
        Containers.pod(
            "env: [{name: ROOT, value: /etc}, {name: UP, value: ../x}], volumeMounts: [{name: data,"
                + " mountPath: /d, "
                + field
                + "}]",
            "volumes: [{name: data, image: {reference: files}}]");
    String found =
        switch (SubPaths.of(pod, pod.spec().containers().getFirst(), Containers.context())) {
          case ResolvedValue.Value(Map<Integer, String> paths) -> paths.toString();
          case ResolvedValue.Refused(String why) -> why;
        };
    assertThat(found).isEqualTo(expected);
  }
}
