package dev.jubelet.calls;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Objects;

/**
 * What went wrong with a connection, in the short words that people know from Kubernetes events.
 */
final class NetworkErrors {
  private NetworkErrors() {}

  static OutsideFailure dialing(String host, int port, IOException failure) {
    String place = "dial tcp " + Dialer.joined(host, port) + ": ";
    return switch (failure) {
      case SocketTimeoutException _ ->
          new OutsideFailure(FailureKind.TIMED_OUT, place + "i/o timeout", failure);
      case UnknownHostException _ ->
          new OutsideFailure(
              FailureKind.UNAVAILABLE, "dial tcp: lookup " + host + ": no such host", failure);
      case ConnectException _, NoRouteToHostException _ ->
          new OutsideFailure(
              FailureKind.UNAVAILABLE, place + "connect: " + spoken(failure), failure);
      default -> new OutsideFailure(FailureKind.UNAVAILABLE, place + spoken(failure), failure);
    };
  }

  static String spoken(IOException failure) {
    if (failure instanceof EOFException) {
      return "EOF";
    }
    String said = Objects.requireNonNullElse(failure.getMessage(), failure.toString());
    String first = said.lines().findFirst().orElse(said);
    return switch (first) {
      case "Connection reset", "Connection reset by peer" -> "read: connection reset by peer";
      case "Connection refused", "No route to host", "Network is unreachable" ->
          first.toLowerCase(Locale.ROOT);
      default -> first;
    };
  }
}
