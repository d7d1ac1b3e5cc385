package dev.jubelet.images.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.runtime.config.NamespaceOptions.IdMapping;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OwnerMapTest {
  private static final OwnerMap POD =
      new OwnerMap(
          List.of(new IdMapping(100000, 0, 65536)),
          List.of(new IdMapping(200000, 0, 1000), new IdMapping(-1000, 2000, 10)));

  @ParameterizedTest
  @CsvSource({
    "0, 100000, 200000",
    "999, 100999, 200999",
    "1000, 101000, 65534",
    "2001, 102001, 4294966297",
    "65535, 165535, 65534",
    "65536, 65534, 65534"
  })
  void everybodyIsWhoTheNodeKnowsOrNobody(long inside, long user, long group) {
    assertThat(POD.user(inside)).isEqualTo(user);
    assertThat(POD.group(inside)).isEqualTo(group);
    assertThat(OwnerMap.NONE.user(inside)).isEqualTo(inside);
  }

  @ParameterizedTest
  @CsvSource({
    // cap_net_raw+ep, for any root and for that of the pod.
    "security.capability, 0100000200200000000000000000000000000000,"
        + " 0100000300200000000000000000000000000000a0860100",
    // What is somebody's already stays so.
    "security.capability, 010000030020000000000000000000000000000001000000,"
        + " 010000030020000000000000000000000000000001000000",
    // user::rw-, user:1:r--, group::r--, group:2:r--, mask, other
    "system.posix_acl_access,"
        + " 0200000001000600ffffffff020004000100000004000400ffffffff0800040002000000,"
        + " 0200000001000600ffffffff02000400a186010004000400ffffffff08000400420d0300",
    "user.note, 0200000001000600, 0200000001000600"
  })
  void usersInAttributesAreMappedToo(String key, String before, String after) {
    byte[] value = HexFormat.of().parseHex(before);
    assertThat(HexFormat.of().formatHex(POD.attribute(key, value))).isEqualTo(after);
    assertThat(OwnerMap.NONE.attribute(key, value)).isEqualTo(value);
  }

  @Test
  void damagedAttributesAreLeftAlone() {
    for (String text : List.of("", "02", "02000000", "0200000001")) {
      byte[] value = HexFormat.of().parseHex(text);
      assertThat(POD.attribute("security.capability", value)).isEqualTo(value);
      assertThat(POD.attribute("system.posix_acl_access", value)).isEqualTo(value);
    }
  }
}
