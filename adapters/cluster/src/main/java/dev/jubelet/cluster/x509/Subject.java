package dev.jubelet.cluster.x509;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Whom a certificate is about. */
public record Subject(
    String commonName,
    List<String> organizations,
    List<String> dnsNames,
    List<InetAddress> addresses) {
  private static final String COMMON_NAME = "2.5.4.3";
  private static final String ORGANIZATION = "2.5.4.10";
  private static final String ALTERNATIVE_NAMES = "2.5.29.17";

  public Subject {
    organizations = List.copyOf(organizations);
    dnsNames = List.copyOf(dnsNames);
    addresses = List.copyOf(addresses);
  }

  /** Kubernetes: how a node calls itself. */
  public static Subject node(String name, InetAddress... addresses) {
    return new Subject(
        "system:node:" + name, List.of("system:nodes"), List.of(), List.of(addresses));
  }

  byte[] name() {
    List<byte[]> parts = new ArrayList<>();
    for (String organization : organizations) {
      parts.add(Der.set(Der.sequence(Der.oid(ORGANIZATION), Der.text(organization))));
    }
    parts.add(Der.set(Der.sequence(Der.oid(COMMON_NAME), Der.text(commonName))));
    return Der.sequence(parts);
  }

  boolean hasAlternatives() {
    return !dnsNames.isEmpty() || !addresses.isEmpty();
  }

  /** The extension with all names and addresses (RFC 5280, 4.2.1.6). */
  byte[] alternatives() {
    List<byte[]> names = new ArrayList<>();
    dnsNames.forEach(
        name -> names.add(Der.taggedBytes(2, name.getBytes(StandardCharsets.US_ASCII))));
    addresses.forEach(address -> names.add(Der.taggedBytes(7, address.getAddress())));
    return Der.sequence(Der.oid(ALTERNATIVE_NAMES), Der.octets(Der.sequence(names)));
  }
}
