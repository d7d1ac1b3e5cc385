package dev.jubelet.linux.netlink;

import dev.jubelet.linux.network.NetlinkAttributes;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** A step of a packet rule: loads a value, compares one, or decides. */
public final class NfExpression {
  private static final int REGISTER_1 = 1;
  private static final int REGISTER_2 = 2;
  private static final int VERDICT_REGISTER = 0;
  private static final int DATA_VALUE = 1;
  private static final int DATA_VERDICT = 2;
  private static final int NETWORK_HEADER = 1;
  private static final int TRANSPORT_HEADER = 2;
  private static final int META_IIFNAME = 6;
  private static final int META_NFPROTO = 15;
  private static final int META_L4PROTO = 16;
  private static final int VERDICT_DROP = 0;
  private static final int VERDICT_JUMP = -3;
  private static final int VERDICT_GOTO = -4;
  private static final int VERDICT_RETURN = -5;
  private static final int FIB_ADDRESS_TYPE = 3;
  private static final int FIB_OF_DESTINATION = 2;
  private static final int ROUTE_LOCAL = 2;
  private static final int NAT_DESTINATION = 1;
  private static final int LINK_NAME_SIZE = 16;

  private final String name;
  private final Consumer<NetlinkAttributes> data;

  private NfExpression(String name, Consumer<NetlinkAttributes> data) {
    this.name = name;
    this.data = data;
  }

  void write(NetlinkAttributes element) {
    element.text(1, name).nested(2, data);
  }

  /** Only packets of that address' family, in a table that sees both. */
  public static List<NfExpression> familyOf(InetAddress address) {
    return List.of(meta(META_NFPROTO), equal(new byte[] {(byte) Addresses.family(address)}));
  }

  public static List<NfExpression> from(InetAddress address) {
    return List.of(addressOf(address, true), equal(address.getAddress()));
  }

  public static List<NfExpression> to(InetAddress address) {
    return List.of(addressOf(address, false), equal(address.getAddress()));
  }

  public static List<NfExpression> toNetwork(InetAddress base, int prefix) {
    return List.of(addressOf(base, false), masked(base, prefix), compare(0, base.getAddress()));
  }

  public static List<NfExpression> notToNetwork(InetAddress base, int prefix) {
    return List.of(addressOf(base, false), masked(base, prefix), compare(1, base.getAddress()));
  }

  /** By the link of that name. */
  public static List<NfExpression> arrivesBy(String link) {
    byte[] name = Arrays.copyOf(link.getBytes(StandardCharsets.UTF_8), LINK_NAME_SIZE);
    return List.of(meta(META_IIFNAME), equal(name));
  }

  /** To an address of this machine. */
  public static List<NfExpression> toLocal() {
    NfExpression lookup =
        new NfExpression(
            "fib",
            data ->
                data.bigEndian(1, REGISTER_1)
                    .bigEndian(2, FIB_ADDRESS_TYPE)
                    .bigEndian(3, FIB_OF_DESTINATION));
    return List.of(lookup, equal(NetlinkAttributes.word(ROUTE_LOCAL)));
  }

  /**
   * @param protocol its number: tcp 6, udp 17, sctp 132
   */
  public static List<NfExpression> toPort(int protocol, int port) {
    return List.of(
        meta(META_L4PROTO),
        equal(new byte[] {(byte) protocol}),
        payload(TRANSPORT_HEADER, 2, 2),
        equal(portBytes(port)));
  }

  /** Sends the packet to another place. */
  public static List<NfExpression> redirect(InetAddress address, int port) {
    return List.of(
        immediate(REGISTER_1, address.getAddress()),
        immediate(REGISTER_2, portBytes(port)),
        new NfExpression(
            "nat",
            data ->
                data.bigEndian(1, NAT_DESTINATION)
                    .bigEndian(2, Addresses.family(address))
                    .bigEndian(3, REGISTER_1)
                    .bigEndian(5, REGISTER_2)));
  }

  public static NfExpression masquerade() {
    return new NfExpression("masq", _ -> {});
  }

  public static NfExpression drop() {
    return verdict(VERDICT_DROP, "");
  }

  public static NfExpression jump(String chain) {
    return verdict(VERDICT_JUMP, chain);
  }

  public static NfExpression goTo(String chain) {
    return verdict(VERDICT_GOTO, chain);
  }

  public static NfExpression leave() {
    return verdict(VERDICT_RETURN, "");
  }

  private static NfExpression verdict(int code, String chain) {
    return new NfExpression(
        "immediate",
        data ->
            data.bigEndian(1, VERDICT_REGISTER)
                .nested(
                    2,
                    value ->
                        value.nested(
                            DATA_VERDICT,
                            verdict -> {
                              verdict.bigEndian(1, code);
                              if (!chain.isEmpty()) {
                                verdict.text(2, chain);
                              }
                            })));
  }

  private static NfExpression meta(int key) {
    return new NfExpression("meta", data -> data.bigEndian(2, key).bigEndian(1, REGISTER_1));
  }

  /** IPv4 has its addresses at 12 and 16, IPv6 at 8 and 24. */
  private static NfExpression addressOf(InetAddress like, boolean source) {
    int length = like.getAddress().length;
    int offset = length == 4 ? (source ? 12 : 16) : source ? 8 : 24;
    return payload(NETWORK_HEADER, offset, length);
  }

  private static NfExpression payload(int base, int offset, int length) {
    return new NfExpression(
        "payload",
        data ->
            data.bigEndian(1, REGISTER_1)
                .bigEndian(2, base)
                .bigEndian(3, offset)
                .bigEndian(4, length));
  }

  private static NfExpression masked(InetAddress like, int prefix) {
    int length = like.getAddress().length;
    byte[] mask = new byte[length];
    for (int bit = 0; bit < prefix; bit++) {
      mask[bit / 8] |= (byte) (0x80 >> (bit % 8));
    }
    return new NfExpression(
        "bitwise",
        data ->
            data.bigEndian(1, REGISTER_1)
                .bigEndian(2, REGISTER_1)
                .bigEndian(3, length)
                .nested(4, value -> value.put(DATA_VALUE, mask))
                .nested(5, value -> value.put(DATA_VALUE, new byte[length])));
  }

  private static NfExpression equal(byte[] value) {
    return compare(0, value);
  }

  private static NfExpression compare(int operator, byte[] wanted) {
    return new NfExpression(
        "cmp",
        data ->
            data.bigEndian(1, REGISTER_1)
                .bigEndian(2, operator)
                .nested(3, value -> value.put(DATA_VALUE, wanted)));
  }

  private static NfExpression immediate(int register, byte[] loaded) {
    return new NfExpression(
        "immediate",
        data -> data.bigEndian(1, register).nested(2, value -> value.put(DATA_VALUE, loaded)));
  }

  private static byte[] portBytes(int port) {
    return ByteBuffer.allocate(2).putShort((short) port).array();
  }
}
