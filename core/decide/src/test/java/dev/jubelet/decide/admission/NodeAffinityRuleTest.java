package dev.jubelet.decide.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The node has the labels disk=ssd and gen=7, and is called node-1. */
class NodeAffinityRuleTest {
  private final NodeAffinityRule rule = new NodeAffinityRule();

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "disk: ssd                  | admitted",
        "disk: hdd                  | NodeAffinity",
        "zone: a                    | NodeAffinity",
        "disk: ssd, zone: a         | NodeAffinity",
        "kubernetes.io/os: linux    | admitted",
        "kubernetes.io/os: windows  | NodeAffinity",
        "kubernetes.io/arch: arm64  | NodeAffinity",
      })
  void nodeSelectorNeedsEveryLabel(String selector, String expected) {
    assertThat(verdict("nodeSelector: {" + selector + "}")).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "'{matchExpressions: [{key: disk, operator: In, values: [ssd, nvme]}]}'      | admitted",
        "'{matchExpressions: [{key: disk, operator: In, values: [hdd]}]}'            | NodeAffinity",
        "'{matchExpressions: [{key: zone, operator: In, values: [a]}]}'              | NodeAffinity",
        "'{matchExpressions: [{key: disk, operator: NotIn, values: [hdd]}]}'         | admitted",
        "'{matchExpressions: [{key: disk, operator: NotIn, values: [ssd]}]}'         | NodeAffinity",
        "'{matchExpressions: [{key: zone, operator: NotIn, values: [a]}]}'           | admitted",
        "'{matchExpressions: [{key: disk, operator: Exists}]}'                       | admitted",
        "'{matchExpressions: [{key: zone, operator: Exists}]}'                       | NodeAffinity",
        "'{matchExpressions: [{key: zone, operator: DoesNotExist}]}'                 | admitted",
        "'{matchExpressions: [{key: disk, operator: DoesNotExist}]}'                 | NodeAffinity",
        "'{matchExpressions: [{key: gen, operator: Gt, values: [\"6\"]}]}'           | admitted",
        "'{matchExpressions: [{key: gen, operator: Gt, values: [\"7\"]}]}'           | NodeAffinity",
        "'{matchExpressions: [{key: gen, operator: Lt, values: [\"8\"]}]}'           | admitted",
        "'{matchExpressions: [{key: gen, operator: Lt, values: [\"7\"]}]}'           | NodeAffinity",
        "'{matchExpressions: [{key: disk, operator: Gt, values: [\"1\"]}]}'          | NodeAffinity",
        "'{matchExpressions: [{key: zone, operator: Lt, values: [\"1\"]}]}'          | NodeAffinity",
        "'{matchFields: [{key: metadata.name, operator: In, values: [node-1]}]}'     | admitted",
        "'{matchFields: [{key: metadata.name, operator: In, values: [node-2]}]}'     | NodeAffinity",
        "'{matchFields: [{key: metadata.name, operator: NotIn, values: [node-2]}]}'  | admitted",
        "'{matchFields: [{key: metadata.name, operator: NotIn, values: [node-1]}]}'  | NodeAffinity",
        "'{matchExpressions: [{key: disk, operator: Exists}, {key: zone, operator: Exists}]}' | NodeAffinity",
        "'{matchExpressions: [{key: zone, operator: Exists}]}, {matchExpressions: [{key: disk, operator: Exists}]}' | admitted",
        "'{matchExpressions: [{key: disk, operator: Exists}], matchFields: [{key: metadata.name, operator: In, values: [node-2]}]}' | NodeAffinity",
        "'{}'                                                                        | NodeAffinity",
        "'{}, {matchExpressions: [{key: disk, operator: Exists}]}'                   | admitted",
      })
  void requiredAffinityNeedsOneTermThatHolds(String terms, String expected) {
    assertThat(
            verdict(
                "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
                    + " {nodeSelectorTerms: ["
                    + terms
                    + "]}}}"))
        .isEqualTo(expected);
  }

  @Test
  void preferredAffinityIsTheSchedulersBusiness() {
    assertThat(
            verdict(
                "affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution:"
                    + " [{weight: 1, preference: {matchExpressions: [{key: zone, operator:"
                    + " Exists}]}}]}}"))
        .isEqualTo("admitted");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{key: gen, operator: Gt, values: [x]}",
        "{key: gen, operator: Lt, values: [1, 9]}"
      })
  void requirementsWithoutSenseHoldForNoNode(String requirement) {
    assertThat(
            verdict(
                "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
                    + " {nodeSelectorTerms: [{matchExpressions: ["
                    + requirement.replace("[1, 9]", "['1', '9']")
                    + "]}]}}}"))
        .isEqualTo("NodeAffinity");
  }

  @Test
  void saysWhichPredicateFailed() {
    assertThat(rule.judge(Fixtures.pod("nodeSelector: {disk: hdd}"), List.of(), Fixtures.node()))
        .isEqualTo(
            new AdmissionVerdict.Rejected(
                "NodeAffinity",
                "Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector"));
  }

  private String verdict(String spec) {
    return Fixtures.told(rule.judge(Fixtures.pod(spec), List.of(), Fixtures.node()));
  }
}
