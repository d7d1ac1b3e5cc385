package dev.jubelet.codec.rules;

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

  ProbeRules(PodSpec spec) {
    this.spec = spec;
  }

  void check(Container container, FieldCheck at) {
    probe(container.livenessProbe(), true, at.child("livenessProbe"));
    probe(container.startupProbe(), true, at.child("startupProbe"));
    probe(container.readinessProbe(), false, at.child("readinessProbe"));
    Lifecycle lifecycle = container.lifecycle();
    if (lifecycle != null) {
      hook(lifecycle.postStart(), at.child("lifecycle", "postStart"));
      hook(lifecycle.preStop(), at.child("lifecycle", "preStop"));
      signal(lifecycle.stopSignal(), at.child("lifecycle", "stopSignal"));
    }
  }

  /** An ordinary init container ends by itself: there is nothing to probe or to hook. */
  static void forbid(Container container, FieldCheck at, String why) {
    at.child("livenessProbe").forbidIf(container.livenessProbe() != null, why);
    at.child("readinessProbe").forbidIf(container.readinessProbe() != null, why);
    at.child("startupProbe").forbidIf(container.startupProbe() != null, why);
    at.child("lifecycle").forbidIf(container.lifecycle() != null, why);
  }

  private static void probe(@Nullable Probe probe, boolean kills, FieldCheck at) {
    if (probe == null) {
      return;
    }
    List<String> handlers = new ArrayList<>();
    actions(probe.exec(), probe.httpGet(), probe.tcpSocket(), handlers, at);
    if (probe.grpc() != null) {
      handlers.add("grpc");
      at.child("grpc", "port").grammar(probe.grpc().port(), Grammar::port);
    }
    exactlyOne(handlers, at);
    at.child("initialDelaySeconds").atLeast(0, probe.initialDelaySeconds());
    at.child("timeoutSeconds").atLeast(1, probe.timeoutSeconds());
    at.child("periodSeconds").atLeast(1, probe.periodSeconds());
    at.child("successThreshold").atLeast(1, probe.successThreshold());
    at.child("failureThreshold").atLeast(1, probe.failureThreshold());
    if (kills && probe.successThreshold() > 1) {
      at.child("successThreshold").invalid(probe.successThreshold(), "must be 1");
    }
    Long grace = probe.terminationGracePeriodSeconds();
    if (grace != null && !kills) {
      at.child("terminationGracePeriodSeconds").invalid(grace, "not for readiness probes");
    } else if (grace != null) {
      at.child("terminationGracePeriodSeconds").atLeast(1, grace);
    }
  }

  private void hook(@Nullable LifecycleHandler hook, FieldCheck at) {
    if (hook == null) {
      return;
    }
    List<String> handlers = new ArrayList<>();
    actions(hook.exec(), hook.httpGet(), hook.tcpSocket(), handlers, at);
    SleepAction sleep = hook.sleep();
    if (sleep != null) {
      handlers.add("sleep");
      Long grace = spec.terminationGracePeriodSeconds();
      if (sleep.seconds() < 0 || (grace != null && sleep.seconds() > grace)) {
        at.child("sleep", "seconds")
            .invalid(sleep.seconds(), "must be between 0 and terminationGracePeriodSeconds");
      }
    }
    exactlyOne(handlers, at);
  }

  private static void actions(
      @Nullable ExecAction exec,
      @Nullable HttpGetAction http,
      @Nullable TcpSocketAction tcp,
      List<String> handlers,
      FieldCheck at) {
    if (exec != null) {
      handlers.add("exec");
      if (exec.command().isEmpty()) {
        at.child("exec", "command").required();
      }
    }
    if (http != null) {
      handlers.add("httpGet");
      port(http.port(), at.child("httpGet", "port"));
      at.child("httpGet", "httpHeaders")
          .each(
              http.httpHeaders(),
              (header, each) -> each.child("name").named(header.name(), Grammar::headerName));
    }
    if (tcp != null) {
      handlers.add("tcpSocket");
      port(tcp.port(), at.child("tcpSocket", "port"));
    }
  }

  private static void port(@Nullable IntOrString port, FieldCheck at) {
    switch (port) {
      case null -> at.required();
      case IntOrString.Number number -> at.grammar(number.value(), Grammar::port);
      case IntOrString.Text name -> at.grammar(name.value(), Grammar::portName);
    }
  }

  private static void exactlyOne(List<String> handlers, FieldCheck at) {
    if (handlers.isEmpty()) {
      at.required("must have a handler");
    }
    at.onlyFirst(handlers, "handler");
  }

  private void signal(@Nullable String signal, FieldCheck at) {
    if (signal == null) {
      return;
    }
    if (spec.os() == null || spec.os().name() == null) {
      at.forbidden("needs spec.os.name");
    } else if (!SIGNAL.matcher(signal).matches()) {
      at.invalid(signal, "must be the name of a signal, such as SIGTERM");
    }
  }
}
