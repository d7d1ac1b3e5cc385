package dev.jubelet.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class JsonTest {
  private static final Node.Fields OBJECT =
      Json.object(
          "{\"t\":\"x\",\"n\":3.0,\"half\":0.5,\"far\":3000000000,\"z\":null,\"l\":[\"a\"]}");

  @Test
  void absentAndNullAreTheSame() {
    assertThat(Json.textOf(OBJECT, "z")).isEmpty();
    assertThat(Json.numberOf(OBJECT, "z", 7)).isEqualTo(7);
    assertThat(Json.boolOf(OBJECT, "none", true)).isTrue();
    assertThat(Json.listOf(OBJECT, "none")).isEmpty();
    assertThat(Json.objectOf(OBJECT, "z")).isNull();
  }

  @Test
  void valueOfAnotherKindIsRefusedByItsName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Json.textOf(OBJECT, "n"))
        .withMessage("n must be a string, not a number");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Json.objectsOf(OBJECT, "l"))
        .withMessage("l must be a list of objects, not a string");
  }

  @Test
  void numbersAreWholeAndInRange() {
    assertThat(Json.intOf(OBJECT, "n", 0)).isEqualTo(3);
    assertThat(Json.numberOf(OBJECT, "far", 0)).isEqualTo(3000000000L);
    assertThatIllegalArgumentException().isThrownBy(() -> Json.numberOf(OBJECT, "half", 0));
    assertThatIllegalArgumentException().isThrownBy(() -> Json.intOf(OBJECT, "far", 0));
  }

  @Test
  void sortsFieldsAtEveryDepth() {
    assertThat(JsonWriter.compact(Json.sorted(Json.object("{\"b\":[{\"d\":1,\"c\":2}],\"a\":0}"))))
        .isEqualTo("{\"a\":0,\"b\":[{\"c\":2,\"d\":1}]}");
  }
}
