package dev.jubelet.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PluginConfigTest {
  private static final String API = "credentialprovider.kubelet.k8s.io/v1";
  private static final String HEAD =
      "apiVersion: kubelet.config.k8s.io/v1\nkind: CredentialProviderConfig\n";
  private static final String ENTRY =
      "{name: good, apiVersion: %s, matchImages: [\"*.example\"], defaultCacheDuration: 1h}"
          .formatted(API);

  @TempDir private Path directory;
  private Path programs;

  @BeforeEach
  void programs() throws IOException {
    programs = Files.createDirectories(directory.resolve("bin"));
    for (String name : List.of("good", "other")) {
      Files.setPosixFilePermissions(
          Files.writeString(programs.resolve(name), "#!/bin/sh\n"),
          PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    Files.writeString(programs.resolve("data"), "no program");
  }

  private PluginConfig.Loaded load(String text) throws IOException {
    return PluginConfig.load(Files.writeString(directory.resolve("config.yaml"), text), programs);
  }

  @Test
  void allFieldsAreTaken() throws IOException {
    PluginConfig.Loaded loaded =
        load(
            HEAD
                + """
                providers:
                - name: good
                  apiVersion: credentialprovider.kubelet.k8s.io/v1beta1
                  matchImages: ["*.example", "r.example:5000/team"]
                  defaultCacheDuration: 12h30m
                  args: [get, --now]
                  env: [{name: TOKEN, value: s3cr3t}]
                """);
    assertThat(loaded.errors()).isEmpty();
    assertThat(loaded.plugins())
        .singleElement()
        .satisfies(plugin -> {
          assertThat(plugin.provider().name()).isEqualTo("good");
          assertThat(plugin.provider().matchImages())
              .containsExactly("*.example", "r.example:5000/team");
          assertThat(plugin.provider().defaultCacheDuration())
              .isEqualTo(Duration.ofMinutes(12 * 60 + 30));
          assertThat(plugin.apiVersion()).isEqualTo("credentialprovider.kubelet.k8s.io/v1beta1");
          assertThat(plugin.program()).isEqualTo(programs.resolve("good"));
          assertThat(plugin.args()).containsExactly("get", "--now");
          assertThat(plugin.env()).isEqualTo(Map.of("TOKEN", "s3cr3t"));
          assertThat(plugin.toString()).doesNotContain("s3cr3t");
        });
  }

  @Test
  void directoryIsReadByTheNamesOfItsFiles() throws IOException {
    Path folder = Files.createDirectories(directory.resolve("conf.d"));
    Files.writeString(folder.resolve("20.yaml"), HEAD + "providers: [" + ENTRY + "]");
    Files.writeString(
        folder.resolve("10.json"),
        ("{\"apiVersion\": \"kubelet.config.k8s.io/v1\", \"kind\": \"CredentialProviderConfig\","
                + " \"providers\": [{\"name\": \"other\", \"apiVersion\": \"%s\","
                + " \"matchImages\": [\"x\"], \"defaultCacheDuration\": \"0s\"}]}")
            .formatted(API));
    Files.writeString(folder.resolve("README"), "not read");
    PluginConfig.Loaded loaded = PluginConfig.load(folder, programs);
    assertThat(loaded.errors()).isEmpty();
    assertThat(loaded.plugins())
        .extracting(plugin -> plugin.provider().name())
        .containsExactly("other", "good");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name: good                    | name: a/b                     | name: must be the name of",
        "name: good                    | name: ..                      | name: must be the name of",
        "name: good                    | name: 'a b'                   | name: must be the name of",
        "name: good                    | name: absent                  | there is no program",
        "name: good                    | name: data                    | there is no program",
        "name: good,                   | ''                            | name",
        "apiVersion: API               | apiVersion: v1                | apiVersion: must be",
        "matchImages: [\"*.example\"]  | matchImages: []               | at least one pattern",
        "defaultCacheDuration: 1h      | args: []                      | is needed",
        "defaultCacheDuration: 1h      | defaultCacheDuration: -1s     | must not be negative",
        "defaultCacheDuration: 1h      | defaultCacheDuration: soon    | durations must look like",
        "defaultCacheDuration: 1h      | defaultCacheDuration: 1h, x: 1 | unknown field",
        "defaultCacheDuration: 1h      | defaultCacheDuration: 1h, tokenAttributes: {cacheType: Token} | need an API server",
      })
  void mistakesAreToldWithTheirPlace(String right, String wrong, String message)
      throws IOException {
    String entry = ENTRY.replace(right.replace("API", API), wrong);
    assertThat(entry).isNotEqualTo(ENTRY);
    PluginConfig.Loaded loaded = load(HEAD + "providers:\n- " + entry + "\n");
    assertThat(loaded.errors())
        .isNotEmpty()
        .anySatisfy(error ->
            assertThat(error).startsWith(directory.resolve("config.yaml") + ":").contains(message));
    assertThat(loaded.plugins()).isEmpty();
  }

  @Test
  void twoOfOneNameAreTold() throws IOException {
    assertThat(load(HEAD + "providers: [" + ENTRY + ", " + ENTRY + "]").errors())
        .singleElement()
        .asString()
        .endsWith("providers[1].name: there is another provider good");
  }

  @Test
  void otherThanAConfigurationIsTold() throws IOException {
    assertThat(load("kind: Pod\napiVersion: v1\n").errors())
        .singleElement()
        .asString()
        .contains("must be a CredentialProviderConfig");
    assertThat(load("").errors()).singleElement().asString().contains("must hold one");
    assertThat(load("{").errors()).isNotEmpty();
    assertThat(load(HEAD).errors()).singleElement().asString().endsWith("Required value");
  }

  @Test
  void whatIsNotThereIsTold() {
    PluginConfig.Loaded loaded =
        PluginConfig.load(directory.resolve("absent.yaml"), directory.resolve("nowhere"));
    assertThat(loaded.errors()).hasSize(2);
  }
}
