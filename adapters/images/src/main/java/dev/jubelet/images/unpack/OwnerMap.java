package dev.jubelet.images.unpack;

import dev.jubelet.model.runtime.config.NamespaceOptions.IdMapping;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Whose an image's files are on the node, where a pod has users of its own.
 *
 * @param users none to leave all as they are
 */
public record OwnerMap(List<IdMapping> users, List<IdMapping> groups) {
  /** Files are whose the image says. */
  public static final OwnerMap NONE = new OwnerMap(List.of(), List.of());

  /** The kernel's number for whoever has none. */
  private static final long NOBODY = 65534;

  private static final String CAPABILITY = "security.capability";
  private static final int CAPABILITY_SIZE = 20;
  private static final int CAPABILITY_2 = 0x02000000;
  private static final int CAPABILITY_3 = 0x03000000;
  private static final int CAPABILITY_VERSION = 0xff000000;

  private static final String ACL = "system.posix_acl_";
  private static final int ACL_HEAD = 4;
  private static final int ACL_ENTRY = 8;
  private static final int ACL_USER = 0x02;
  private static final int ACL_GROUP = 0x08;

  public OwnerMap {
    users = List.copyOf(users);
    groups = List.copyOf(groups);
  }

  public long user(long inside) {
    return mapped(users, inside);
  }

  public long group(long inside) {
    return mapped(groups, inside);
  }

  private static long mapped(List<IdMapping> mappings, long inside) {
    if (mappings.isEmpty()) {
      return inside;
    }
    for (IdMapping mapping : mappings) {
      long first = Integer.toUnsignedLong(mapping.containerId());
      if (inside >= first && inside < first + Integer.toUnsignedLong(mapping.length())) {
        return Integer.toUnsignedLong(mapping.hostId()) + inside - first;
      }
    }
    return NOBODY;
  }

  /** An attribute's value, in which there may be users, too. */
  byte[] attribute(String key, byte[] value) {
    if (users.isEmpty()) {
      return value;
    }
    if (key.equals(CAPABILITY) && value.length == CAPABILITY_SIZE) {
      return capability(value);
    }
    return key.startsWith(ACL) ? acl(value) : value;
  }

  /** capabilities(7): without root's number they would count for the node's root only. */
  private byte[] capability(byte[] value) {
    ByteBuffer old = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    int head = old.getInt(0);
    if ((head & CAPABILITY_VERSION) != CAPABILITY_2) {
      return value;
    }
    ByteBuffer fresh = ByteBuffer.allocate(CAPABILITY_SIZE + 4).order(ByteOrder.LITTLE_ENDIAN);
    fresh.put(value).putInt(0, CAPABILITY_3 | (head & ~CAPABILITY_VERSION));
    return fresh.putInt(CAPABILITY_SIZE, (int) user(0)).array();
  }

  // A version, then entries: tag 2, permissions 2, id 4.
  private byte[] acl(byte[] value) {
    ByteBuffer entries = ByteBuffer.wrap(value.clone()).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = ACL_HEAD; at + ACL_ENTRY <= value.length; at += ACL_ENTRY) {
      long id = Integer.toUnsignedLong(entries.getInt(at + 4));
      switch (entries.getShort(at)) {
        case ACL_USER -> entries.putInt(at + 4, (int) user(id));
        case ACL_GROUP -> entries.putInt(at + 4, (int) group(id));
        default -> {}
      }
    }
    return entries.array();
  }
}
