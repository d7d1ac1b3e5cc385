package dev.jubelet.codec.rules;

import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.handler.ExecAction;
import dev.jubelet.model.container.handler.HttpGetAction;
import dev.jubelet.model.container.handler.Lifecycle;
import dev.jubelet.model.container.handler.LifecycleHandler;
import dev.jubelet.model.container.handler.Probe;
import dev.jubelet.model.container.handler.SleepAction;
import dev.jubelet.model.container.handler.TcpSocketAction;
import dev.jubelet.model.meta.IntOrString;
import dev.jubelet.model.pod.PodSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Probes and hooks: exactly one handler each, and sensible numbers. */
final class ProbeRules {
  private static final Pattern SIGNAL =
      Pattern.compile(
          "SIG(ABRT|ALRM|BUS|CHLD|CLD|CONT|FPE|HUP|ILL|INT|IO|IOT|KILL|PIPE|POLL|PROF|PWR|QUIT"
              + "|SEGV|STKFLT|STOP|SYS|TERM|TRAP|TSTP|TTIN|TTOU|URG|USR1|USR2|VTALRM|WINCH|XCPU"
              + "|XFSZ|RTMIN(\\+([1-9]|1[0-5]))?|RTMAX(-([1-9]|1[0-4]))?)");

  private final PodSpec spec;
  private final Findings findings;

  ProbeRules(PodSpec spec, Findings findings) {
    this.spec = spec;
    this.findings = findings;
  }

  void check(Container container, FieldPath path) {
    probe(container.livenessProbe(), true, path.child("livenessProbe"));
    probe(container.startupProbe(), true, path.child("startupProbe"));
    probe(container.readinessProbe(), false, path.child("readinessProbe"));
    Lifecycle lifecycle = container.lifecycle();
    if (lifecycle != null) {
      hook(lifecycle.postStart(), path.child("lifecycle", "postStart"));
      hook(lifecycle.preStop(), path.child("lifecycle", "preStop"));
      signal(lifecycle.stopSignal(), path.child("lifecycle", "stopSignal"));
    }
  }

  /** An ordinary init container ends by itself: there is nothing to probe or to hook. */
  void forbid(Container container, FieldPath path, String why) {
    if (container.livenessProbe() != null) {
      findings.forbidden(path.child("livenessProbe"), why);
    }
    if (container.readinessProbe() != null) {
      findings.forbidden(path.child("readinessProbe"), why);
    }
    if (container.startupProbe() != null) {
      findings.forbidden(path.child("startupProbe"), why);
    }
    if (container.lifecycle() != null) {
      findings.forbidden(path.child("lifecycle"), why);
    }
  }

  private void probe(@Nullable Probe probe, boolean kills, FieldPath path) {
    if (probe == null) {
      return;
    }
    List<String> handlers = new ArrayList<>();
    actions(probe.exec(), probe.httpGet(), probe.tcpSocket(), handlers, path);
    if (probe.grpc() != null) {
      handlers.add("grpc");
      int port = probe.grpc().port();
      Grammar.port(port).ifPresent(why -> findings.invalid(path.child("grpc", "port"), port, why));
    }
    exactlyOne(handlers, path);
    findings.atLeast(0, path.child("initialDelaySeconds"), probe.initialDelaySeconds());
    findings.atLeast(1, path.child("timeoutSeconds"), probe.timeoutSeconds());
    findings.atLeast(1, path.child("periodSeconds"), probe.periodSeconds());
    findings.atLeast(1, path.child("successThreshold"), probe.successThreshold());
    findings.atLeast(1, path.child("failureThreshold"), probe.failureThreshold());
    if (kills && probe.successThreshold() > 1) {
      findings.invalid(path.child("successThreshold"), probe.successThreshold(), "must be 1");
    }
    Long grace = probe.terminationGracePeriodSeconds();
    if (grace != null && !kills) {
      findings.invalid(
          path.child("terminationGracePeriodSeconds"), grace, "not for readiness probes");
    } else if (grace != null) {
      findings.atLeast(1, path.child("terminationGracePeriodSeconds"), grace);
    }
  }

  private void hook(@Nullable LifecycleHandler hook, FieldPath path) {
    if (hook == null) {
      return;
    }
    List<String> handlers = new ArrayList<>();
    actions(hook.exec(), hook.httpGet(), hook.tcpSocket(), handlers, path);
    SleepAction sleep = hook.sleep();
    if (sleep != null) {
      handlers.add("sleep");
      Long grace = spec.terminationGracePeriodSeconds();
      if (sleep.seconds() < 0 || (grace != null && sleep.seconds() > grace)) {
        findings.invalid(
            path.child("sleep", "seconds"),
            sleep.seconds(),
            "must be between 0 and terminationGracePeriodSeconds");
      }
    }
    exactlyOne(handlers, path);
  }

  private void actions(
      @Nullable ExecAction exec,
      @Nullable HttpGetAction http,
      @Nullable TcpSocketAction tcp,
      List<String> handlers,
      FieldPath path) {
    if (exec != null) {
      handlers.add("exec");
      if (exec.command().isEmpty()) {
        findings.required(path.child("exec", "command"));
      }
    }
    if (http != null) {
      handlers.add("httpGet");
      httpGet(http, path.child("httpGet"));
    }
    if (tcp != null) {
      handlers.add("tcpSocket");
      port(tcp.port(), path.child("tcpSocket", "port"));
    }
  }

  private void httpGet(HttpGetAction http, FieldPath path) {
    port(http.port(), path.child("port"));
    for (int i = 0; i < http.httpHeaders().size(); i++) {
      String name = http.httpHeaders().get(i).name();
      findings.named(
          path.child("httpHeaders").index(i).child("name"), name, Grammar.headerName(name));
    }
  }

  private void port(@Nullable IntOrString port, FieldPath path) {
    switch (port) {
      case null -> findings.required(path);
      case IntOrString.Number number ->
          Grammar.port(number.value())
              .ifPresent(why -> findings.invalid(path, number.value(), why));
      case IntOrString.Text name ->
          findings.grammar(path, name.value(), Grammar.portName(name.value()));
    }
  }

  private void exactlyOne(List<String> handlers, FieldPath path) {
    if (handlers.isEmpty()) {
      findings.required(path, "must have a handler");
    }
    for (String more : handlers.subList(Math.min(1, handlers.size()), handlers.size())) {
      findings.forbidden(path.child(more), "there is already the handler " + handlers.getFirst());
    }
  }

  private void signal(@Nullable String signal, FieldPath path) {
    if (signal == null) {
      return;
    }
    if (spec.os() == null || spec.os().name() == null) {
      findings.forbidden(path, "needs spec.os.name");
    } else if (!SIGNAL.matcher(signal).matches()) {
      findings.invalid(path, signal, "must be the name of a signal, such as SIGTERM");
    }
  }
}
