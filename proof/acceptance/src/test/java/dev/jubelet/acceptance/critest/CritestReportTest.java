package dev.jubelet.acceptance.critest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CritestReportTest {
  @Test
  void readsHowEachSpecEnded(@TempDir Path directory) throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("report.xml"),
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites tests="5" failures="1">
              <testsuite name="CRI validation">
                <properties><property name="x" value="y"></property></properties>
                <testcase name="[BeforeSuite]" status="passed" time="0.1"></testcase>
                <testcase name="[It] good" status="passed"><system-err>said</system-err></testcase>
                <testcase name="[It] not here" status="skipped">
                  <skipped message="skipped - AppArmor is disabled"></skipped>
                </testcase>
                <testcase name="[It] not asked for" status="skipped">
                  <skipped message="skipped"></skipped>
                </testcase>
                <testcase name="[It] bad" status="failed">
                  <failure message="Expected" type="failed">a page</failure>
                  <system-err>more</system-err>
                </testcase>
              </testsuite>
            </testsuites>
            """);
    CritestReport report = CritestReport.read(file);
    assertThat(report.passed()).containsExactly("good");
    assertThat(report.skipped()).containsExactly("not here");
    assertThat(report.failed()).containsExactly("bad");
    assertThat(report.specs().get("not here"))
        .isEqualTo(new CritestReport.Ending.Skipped("AppArmor is disabled"));
    assertThat(report.specs().get("bad"))
        .isEqualTo(new CritestReport.Ending.Failed("Expected\na page"));
  }
}
