package dev.jubelet.nodeserver;

import java.util.Map;

/**
 * Bounds of the JDK's HTTP server. It knows them only as system properties and reads them once, so
 * they are set before the first server of the process is made; what the operator set stays.
 */
final class HttpLimits {
  private static final Map<String, String> PROPERTIES =
      Map.of(
          "jdk.httpserver.maxConnections", "64",
          "sun.net.httpserver.maxIdleConnections", "8",
          "sun.net.httpserver.maxReqHeaders", "50",
          "sun.net.httpserver.maxReqHeaderSize", "8192",
          "sun.net.httpserver.drainAmount", "1024",
          "sun.net.httpserver.idleInterval", "10",
          // Seconds until a client that sends or reads too slowly is cut off.
          "sun.net.httpserver.maxReqTime", "5",
          "sun.net.httpserver.maxRspTime", "30",
          "sun.net.httpserver.timerMillis", "2000",
          "sun.net.httpserver.nodelay", "true");

  private HttpLimits() {}

  static void apply() {
    PROPERTIES.forEach((name, value) -> {
      if (System.getProperty(name) == null) {
        System.setProperty(name, value);
      }
    });
  }
}
