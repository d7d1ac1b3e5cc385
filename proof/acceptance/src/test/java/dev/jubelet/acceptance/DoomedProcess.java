package dev.jubelet.acceptance;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ClassType;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.connect.ListeningConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.VMDeathEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs {@link DoomedLife} as a debugger would, lets it come to a point, and kills it there with
 * SIGKILL, while every thread of it stands still. What runs knows nothing of it.
 */
final class DoomedProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final KillPoint.Place READY = new KillPoint.Place("now", "()V", 0);

  private final Process process;
  private final VirtualMachine machine;
  private final File said;
  private int hits;

  private DoomedProcess(Process process, VirtualMachine machine, File said) {
    this.process = process;
    this.machine = machine;
    this.said = said;
  }

  /** Stands still before its first instruction. */
  static DoomedProcess start(File said, List<String> arguments) throws IOException {
    ListeningConnector connector =
        Bootstrap.virtualMachineManager().listeningConnectors().stream()
            .filter(each -> each.transport().name().equals("dt_socket"))
            .findFirst()
            .orElseThrow();
    Map<String, Connector.Argument> settings = connector.defaultArguments();
    set(settings, "localAddress", "127.0.0.1");
    set(settings, "port", "0");
    set(settings, "timeout", Long.toString(PATIENCE.toMillis()));
    try {
      String address = connector.startListening(settings);
      try {
        Process process =
            new ProcessBuilder(command(address.substring(address.lastIndexOf(':') + 1), arguments))
                .redirectErrorStream(true)
                .redirectOutput(said)
                .start();
        boolean complete = false;
        try {
          DoomedProcess started = new DoomedProcess(process, connector.accept(settings), said);
          complete = true;
          return started;
        } finally {
          if (!complete) {
            process.destroyForcibly();
          }
        }
      } finally {
        connector.stopListening(settings);
      }
    } catch (IllegalConnectorArgumentsException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private static void set(Map<String, Connector.Argument> settings, String name, String value) {
    Connector.Argument setting = settings.get(name);
    if (setting == null) {
      throw new IllegalStateException("no setting " + name);
    }
    setting.setValue(value);
  }

  private static List<String> command(String port, List<String> arguments) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.add("-agentlib:jdwp=transport=dt_socket,server=n,suspend=y,address=127.0.0.1:" + port);
    words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
    words.addAll(List.of("--enable-native-access=ALL-UNNAMED"));
    words.addAll(List.of("-Djubelet.oci=" + EmbeddedNode.OCI));
    words.addAll(List.of("-cp", System.getProperty("java.class.path")));
    words.add(DoomedLife.class.getName());
    words.addAll(arguments);
    return words;
  }

  /**
   * @return false when it came to its end without coming to the point
   */
  boolean killAt(KillPoint point) throws IOException {
    List<KillPoint.Place> places = point.places();
    watchFor(DoomedLife.class.getName());
    try {
      while (true) {
        EventSet events = machine.eventQueue().remove(PATIENCE.toMillis());
        if (events == null) {
          throw new AssertionError(point + " is waited for too long; " + words());
        }
        for (Event event : events) {
          if (reached(event, point, places)) {
            kill();
            return true;
          }
          if (event instanceof VMDeathEvent || event instanceof VMDisconnectEvent) {
            return false;
          }
        }
        events.resume();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", stopped);
    } catch (VMDisconnectedException gone) {
      return false;
    }
  }

  private boolean reached(Event event, KillPoint point, List<KillPoint.Place> places) {
    switch (event) {
      case ClassPrepareEvent prepared -> {
        ReferenceType type = prepared.referenceType();
        if (type.name().equals(DoomedLife.class.getName())) {
          stopAt(type, READY);
        } else {
          places.forEach(place -> stopAt(type, place));
        }
        return false;
      }
      case BreakpointEvent stopped -> {
        if (!stopped.location().declaringType().name().equals(DoomedLife.class.getName())) {
          hits++;
          return hits == point.hit();
        }
        arm(point, places);
        return false;
      }
      default -> {
        return false;
      }
    }
  }

  /** Only now: what was done before this moment has been done by others, too. */
  private void arm(KillPoint point, List<KillPoint.Place> places) {
    List<ReferenceType> loaded = machine.classesByName(point.className());
    if (loaded.isEmpty()) {
      watchFor(point.className());
    }
    for (ReferenceType type : loaded) {
      places.forEach(place -> stopAt(type, place));
    }
  }

  private void watchFor(String type) {
    ClassPrepareRequest request = machine.eventRequestManager().createClassPrepareRequest();
    request.addClassFilter(type);
    request.setSuspendPolicy(EventRequest.SUSPEND_ALL);
    request.enable();
  }

  private void stopAt(ReferenceType type, KillPoint.Place place) {
    List<Method> methods = type.methodsByName(place.method(), place.descriptor());
    if (!(type instanceof ClassType) || methods.size() != 1) {
      throw new AssertionError(type + " has not one " + place);
    }
    BreakpointRequest request =
        machine
            .eventRequestManager()
            .createBreakpointRequest(methods.getFirst().locationOfCodeIndex(place.index()));
    request.setSuspendPolicy(EventRequest.SUSPEND_ALL);
    request.enable();
  }

  private void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  String words() throws IOException {
    return Files.readString(said.toPath());
  }

  /** How often it came by. */
  int hits() {
    return hits;
  }

  @Override
  public void close() {
    try {
      if (process.isAlive()) {
        kill();
      }
      machine.dispose();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (VMDisconnectedException gone) {
      // As it should be.
    }
  }
}
