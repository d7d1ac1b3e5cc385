package dev.jubelet.cluster.access;

import dev.jubelet.cluster.x509.CertifiedKey;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonReader;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.linux.process.ChildProcess;
import dev.jubelet.linux.process.ProcessOutcome;
import dev.jubelet.linux.process.ProcessOutput;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs the program of a kubeconfig that says who we are. Its words are never repeated. */
final class ExecPlugin {
  private static final int OUTPUT_MAX = 1024 * 1024;

  private final ExecCredentialConfig command;
  private final ClusterAccess cluster;
  private final Duration deadline;

  /** What it said, good until then. */
  record Answer(Optional<String> token, Optional<CertifiedKey> key, Optional<Instant> until) {
    @Override
    public String toString() {
      return "credentials until " + until;
    }
  }

  ExecPlugin(ExecCredentialConfig command, ClusterAccess cluster, Duration deadline) {
    this.command = command;
    this.cluster = cluster;
    this.deadline = deadline;
  }

  Answer ask() {
    List<String> words = new ArrayList<>(List.of(command.program()));
    words.addAll(command.args());
    Map<String, String> environment = new LinkedHashMap<>(command.env());
    environment.put("KUBERNETES_EXEC_INFO", question());
    ProcessOutcome outcome =
        ChildProcess.of(words).environment(environment).outputAtMost(OUTPUT_MAX).run(deadline);
    return switch (outcome) {
      case ProcessOutcome.Exited(int code, _, _) when code != 0 ->
          throw failure("ended with exit code " + code);
      case ProcessOutcome.Exited(_, ProcessOutput output, _) when output.isHeldOpen() ->
          throw failure("ended and left its output open to another process");
      case ProcessOutcome.Exited(_, ProcessOutput output, _) -> answer(output.text());
      case ProcessOutcome.NotStarted _ ->
          throw failure(
              "cannot be started"
                  + (command.installHint().isEmpty() ? "" : ". " + command.installHint()));
      case ProcessOutcome.TimedOut() ->
          throw failure("did not end within " + deadline.toSeconds() + " s");
      case ProcessOutcome.OutputTooLong() -> throw failure("answered with more than 1 MiB");
      case ProcessOutcome.Interrupted() -> throw failure("was interrupted");
    };
  }

  private String question() {
    JsonObject spec = new JsonObject();
    if (command.provideClusterInfo()) {
      JsonObject about = new JsonObject();
      about.put("server", cluster.server().toString());
      about.putUnlessEmpty("tls-server-name", cluster.tlsServerName());
      if (cluster.insecure()) {
        about.put("insecure-skip-tls-verify", true);
      }
      cluster
          .authorities()
          .ifPresent(source ->
              about.put(
                  "certificate-authority-data",
                  Base64.getEncoder()
                      .encodeToString(source.read().getBytes(StandardCharsets.UTF_8))));
      cluster.proxy().ifPresent(proxy -> about.put("proxy-url", proxy.toString()));
      spec.put("cluster", about);
    }
    spec.put("interactive", false);
    return JsonWriter.compact(
        new JsonObject()
            .put("kind", "ExecCredential")
            .put("apiVersion", command.apiVersion())
            .put("spec", spec)
            .build());
  }

  private Answer answer(String text) {
    Node.Fields object = JsonReader.upTo(OUTPUT_MAX).find(text).orElse(JsonObject.EMPTY);
    if (!object.text("kind").equals("ExecCredential")
        || !object.text("apiVersion").equals(command.apiVersion())
        || !(object.value("status") instanceof Node.Fields status)) {
      throw failure("did not answer with an ExecCredential of " + command.apiVersion());
    }
    String certificate = status.text("clientCertificateData");
    String key = status.text("clientKeyData");
    String token = status.text("token");
    if (certificate.isEmpty() != key.isEmpty()) {
      throw failure("answered with only one of clientCertificateData and clientKeyData");
    }
    if (certificate.isEmpty() && token.isEmpty()) {
      throw failure("answered with neither a token nor a certificate");
    }
    try {
      return new Answer(
          token.isEmpty() ? Optional.empty() : Optional.of(token),
          key.isEmpty() ? Optional.empty() : Optional.of(CertifiedKey.read(certificate, key)),
          until(status.text("expirationTimestamp")));
    } catch (GeneralSecurityException unusable) {
      throw failure("answered with a certificate that cannot be used: " + unusable.getMessage());
    }
  }

  private Optional<Instant> until(String text) {
    try {
      return text.isEmpty()
          ? Optional.empty()
          : Optional.of(OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeParseException malformed) {
      throw failure("answered with an expirationTimestamp that is no time");
    }
  }

  private AccessFailure failure(String what) {
    return new AccessFailure("the credential plugin " + command.program() + " " + what);
  }
}
