package dev.jubelet.runtime.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.model.runtime.config.NamespaceOptions.IdMapping;
import dev.jubelet.model.runtime.config.NamespaceOptions.Mode;
import dev.jubelet.model.runtime.config.NamespaceOptions.UserNamespace;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class PodIdMappingsTest {
  private static final IdMapping GOOD = new IdMapping(65536, 0, 65536);

  private static UserNamespace asked(Mode mode, IdMapping... mappings) {
    return new UserNamespace(mode, List.of(mappings), List.of(mappings));
  }

  @Test
  void podHasTheNodesUnlessItAsksForItsOwn() {
    assertThat(PodIdMappings.of((UserNamespace) null)).isEmpty();
    assertThat(PodIdMappings.of(asked(Mode.NODE))).isEmpty();
    PodIdMappings own =
        PodIdMappings.of(asked(Mode.POD, new IdMapping(-65536, 0, 65536))).orElseThrow();
    assertThat(own.rootUser()).isEqualTo(4294901760L);
    assertThat(own.rootGroup()).isEqualTo(4294901760L);
    assertThat(own.hasUser(65535)).isTrue();
    assertThat(own.hasUser(65536)).isFalse();
    assertThat(own.hasGroup(65536)).isFalse();
    assertThat(own.hasUser(-1)).isFalse();
  }

  @Test
  void mountIsMappedAsThePodIsOrNotAtAll() {
    PodIdMappings own = PodIdMappings.of(asked(Mode.POD, GOOD)).orElseThrow();
    assertThat(own.isMappedLike(List.of(GOOD))).isTrue();
    assertThat(own.isMappedLike(List.of(new IdMapping(0, 0, 65536)))).isFalse();
  }

  static Stream<Arguments> impossible() {
    return Stream.of(
        Arguments.of(asked(Mode.CONTAINER), "CONTAINER"),
        Arguments.of(asked(Mode.TARGET), "TARGET"),
        Arguments.of(asked(Mode.NODE, GOOD), "no mappings"),
        Arguments.of(asked(Mode.POD), "not 0"),
        Arguments.of(asked(Mode.POD, GOOD, new IdMapping(200000, 65536, 1)), "not 2"),
        Arguments.of(asked(Mode.POD, new IdMapping(1000, 1, 10)), "begin with 0"),
        Arguments.of(asked(Mode.POD, new IdMapping(1000, 0, 0)), "no range"),
        Arguments.of(asked(Mode.POD, new IdMapping(-1, 0, 2)), "no range"),
        Arguments.of(new UserNamespace(Mode.POD, List.of(GOOD), List.of()), "gids"));
  }

  @ParameterizedTest
  @MethodSource("impossible")
  void whatKubernetesNeverAsksForIsRefused(UserNamespace asked, String why) {
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> PodIdMappings.of(asked))
        .returns(FailureKind.BAD_SPEC, OutsideFailure::kind)
        .withMessageContaining(why);
  }
}
