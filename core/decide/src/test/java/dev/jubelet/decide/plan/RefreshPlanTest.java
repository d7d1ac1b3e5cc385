package dev.jubelet.decide.plan;

import static dev.jubelet.decide.plan.PlanTable.row;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Volumes follow their objects beside whatever the pod is doing. */
class RefreshPlanTest {
  private static Views pod(String seen) {
    return Views.of(
            PodShapes.specified(
                """
                volumes:
                - {name: map, configMap: {name: m}}
                - {name: scratch, emptyDir: {}}
                containers:
                - name: a
                  image: img-a
                  volumeMounts:
                  - {name: map, mountPath: /m}
                  - {name: scratch, mountPath: /s}
                """))
        .sandbox(0)
        .sees(seen)
        .mounted("map")
        .mounted("scratch");
  }

  @TestFactory
  Stream<DynamicTest> volumes() {
    return PlanTable.tests(
        row("nothing has changed", pod("a:running"), "settled"),
        row("a changed object", pod("a:running").changed("volume map"), "do refresh map"),
        row(
            "what is not written from objects stays",
            pod("a:running").changed("volume scratch"),
            "settled"),
        row(
            "a container's new variables wait for it",
            pod("a:running").changed("create a"),
            "settled"),
        row("beside a start", pod("a:created").changed("volume map"), "do start a-0, refresh map"),
        row(
            "during a back-off",
            pod("a:exit1").changed("volume map").ended("a-0", 4).crashed("a", 10, 60),
            "do refresh map until +6s"),
        row(
            "a failed one is tried again when its pause is over",
            pod("a:running").changed("volume map").failed("volume map", 10, null),
            "wait until +10s"),
        row(
            "also when the pod waits for something later",
            pod("a:exit1")
                .changed("volume map")
                .failed("volume map", 3, null)
                .ended("a-0", 4)
                .crashed("a", 10, 60),
            "wait until +3s"));
  }
}
