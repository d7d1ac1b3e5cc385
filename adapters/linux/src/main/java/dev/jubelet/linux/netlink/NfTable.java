package dev.jubelet.linux.netlink;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.network.NetlinkAttributes;
import dev.jubelet.linux.network.NetlinkSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A table of packet rules (nftables). Changes are gathered and done together: other programs, and
 * packets, see all of them or none.
 */
public final class NfTable {
  /** Which packets a table sees. */
  public enum Family {
    BOTH(1),
    IPV4(2),
    IPV6(10);

    private final int number;

    Family(int number) {
      this.number = number;
    }
  }

  /** Where a chain hangs in the way of packets, what it may do there, and before or after whom. */
  public enum Hook {
    /** Before anybody translates a packet, or takes note of it. */
    ARRIVAL("filter", 0, -300),
    PREROUTING("nat", 0, -100),
    OUTPUT("nat", 3, -100),
    POSTROUTING("nat", 4, 100);

    private final String type;
    private final int number;
    private final int priority;

    Hook(String type, int number, int priority) {
      this.type = type;
      this.number = number;
      this.priority = priority;
    }
  }

  /**
   * @param comment for people, and for us to know it again
   */
  public record Rule(long handle, String comment) {}

  private static final int SUBSYSTEM = 10;
  private static final int BATCH_BEGIN = 16;
  private static final int BATCH_END = 17;
  private static final int NEW_TABLE = 0;
  private static final int NEW_CHAIN = 3;
  private static final int NEW_RULE = 6;
  private static final int GET_RULE = 7;
  private static final int DELETE_RULE = 8;
  private static final int HEADER = 4;
  private static final int COMMENT_MAX = 127;

  private final Family family;
  private final String name;
  private final List<NetlinkSocket.Request> changes = new ArrayList<>();

  public NfTable(Family family, String name) {
    this.family = family;
    this.name = name;
  }

  public NfTable make() {
    return change(
        NEW_TABLE, NetlinkSocket.CREATE, body().text(1, name).bigEndian(2, 0), "add table " + name);
  }

  public NfTable chain(String chain) {
    return change(
        NEW_CHAIN,
        NetlinkSocket.CREATE,
        body().text(1, name).text(3, chain),
        "add chain " + name + " " + chain);
  }

  public NfTable chain(String chain, Hook hook) {
    NetlinkAttributes body =
        body()
            .text(1, name)
            .text(3, chain)
            .nested(4, at -> at.bigEndian(1, hook.number).bigEndian(2, hook.priority))
            .text(7, hook.type);
    return change(NEW_CHAIN, NetlinkSocket.CREATE, body, "add chain " + name + " " + chain);
  }

  /** Takes all rules out of a chain. */
  public NfTable flush(String chain) {
    return change(
        DELETE_RULE, 0, body().text(1, name).text(2, chain), "flush " + name + " " + chain);
  }

  /** Puts a rule at the end of a chain. */
  public NfTable rule(String chain, String comment, List<NfExpression> expressions) {
    NetlinkAttributes body = body().text(1, name).text(2, chain);
    body.nested(
        4,
        list -> {
          for (NfExpression each : expressions) {
            list.nested(1, each::write);
          }
        });
    if (!comment.isEmpty()) {
      body.put(7, userData(comment));
    }
    return change(
        NEW_RULE,
        NetlinkSocket.CREATE | NetlinkSocket.APPEND,
        body,
        "add rule to " + name + " " + chain);
  }

  public NfTable remove(String chain, Rule rule) {
    return change(
        DELETE_RULE,
        0,
        body().text(1, name).text(2, chain).bigEndian(3, rule.handle()),
        "delete rule of " + name + " " + chain);
  }

  private NfTable change(int type, int flags, NetlinkAttributes body, String what) {
    changes.add(new NetlinkSocket.Request(SUBSYSTEM << 8 | type, flags, body.toBytes(), what));
    return this;
  }

  /** Does what was gathered, in the namespace of the calling thread. */
  public void commit() {
    if (changes.isEmpty()) {
      return;
    }
    byte[] frame = ByteBuffer.allocate(HEADER).putShort((short) 0).putShort((short) 10).array();
    try (NetlinkSocket socket = new NetlinkSocket(NetlinkSocket.NETFILTER)) {
      socket.transact(
          new NetlinkSocket.Request(BATCH_BEGIN, 0, frame, "change table " + name),
          changes,
          new NetlinkSocket.Request(BATCH_END, 0, frame, "change table " + name));
    }
    changes.clear();
  }

  /** The rules of a chain; none when there is no such chain or table. */
  public List<Rule> rules(String chain) {
    byte[] question = body().text(1, name).text(2, chain).toBytes();
    try (NetlinkSocket socket = new NetlinkSocket(NetlinkSocket.NETFILTER)) {
      List<Rule> rules = new ArrayList<>();
      String what = "list rules of " + name + " " + chain;
      for (byte[] message :
          socket.ask(SUBSYSTEM << 8 | GET_RULE, NetlinkSocket.DUMP, question, what)) {
        Map<Integer, byte[]> attributes = NetlinkAttributes.read(message, HEADER);
        byte[] handle = attributes.getOrDefault(3, new byte[8]);
        // Kernels before 4.14 do not choose by chain.
        if (NetlinkAttributes.text(attributes, 1).equals(name)
            && NetlinkAttributes.text(attributes, 2).equals(chain)) {
          rules.add(new Rule(ByteBuffer.wrap(handle).getLong(), comment(attributes)));
        }
      }
      return rules;
    } catch (LinuxException refused) {
      refused.throwUnless(Errno.ENOENT);
      return List.of();
    }
  }

  /** As the program nft keeps comments: type 0, length, text with its NUL. */
  private static byte[] userData(String comment) {
    byte[] text = comment.getBytes(StandardCharsets.UTF_8);
    byte[] kept = Arrays.copyOf(text, Math.min(text.length, COMMENT_MAX));
    return ByteBuffer.allocate(kept.length + 3)
        .put((byte) 0)
        .put((byte) (kept.length + 1))
        .put(kept)
        .array();
  }

  private static String comment(Map<Integer, byte[]> attributes) {
    byte[] data = attributes.getOrDefault(7, new byte[0]);
    if (data.length < 3 || data[0] != 0) {
      return "";
    }
    int length = Math.min(Byte.toUnsignedInt(data[1]), data.length - 2);
    return new String(data, 2, length, StandardCharsets.UTF_8).replace("\0", "");
  }

  // struct nfgenmsg: family 1, version 1, resource 2.
  private NetlinkAttributes body() {
    return new NetlinkAttributes().raw(new byte[] {(byte) family.number, 0, 0, 0});
  }
}
