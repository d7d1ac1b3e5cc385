package dev.jubelet.cri.messages;

import dev.jubelet.cri.wire.SecurityProfile.ProfileType;
import dev.jubelet.model.runtime.config.SecurityProfile;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import org.jspecify.annotations.Nullable;

/** Profiles of seccomp and AppArmor, also in the one word that older clients use. */
final class ProfileMessages {
  private static final String LOCALHOST = "localhost/";

  private ProfileMessages() {}

  static dev.jubelet.cri.wire.SecurityProfile profile(SecurityProfile profile) {
    return dev.jubelet.cri.wire.SecurityProfile.newBuilder()
        .setProfileType(
            switch (profile.kind()) {
              case RUNTIME_DEFAULT -> ProfileType.RuntimeDefault;
              case UNCONFINED -> ProfileType.Unconfined;
              case LOCALHOST -> ProfileType.Localhost;
            })
        .setLocalhostRef(profile.localhostRef())
        .build();
  }

  static String inOneWord(SecurityProfile profile) {
    return switch (profile.kind()) {
      case RUNTIME_DEFAULT -> "runtime/default";
      case UNCONFINED -> "unconfined";
      case LOCALHOST -> LOCALHOST + profile.localhostRef();
    };
  }

  /**
   * @param field where the word stands, for the message about a word that nobody knows
   */
  static @Nullable SecurityProfile profile(
      boolean given, dev.jubelet.cri.wire.SecurityProfile wire, String field, String word) {
    return given ? profile(wire, field) : ofOneWord(field, word);
  }

  private static SecurityProfile profile(dev.jubelet.cri.wire.SecurityProfile wire, String field) {
    return switch (wire.getProfileType()) {
      case RuntimeDefault -> SecurityProfile.RUNTIME_DEFAULT;
      case Unconfined -> SecurityProfile.UNCONFINED;
      case Localhost -> new SecurityProfile(SecurityProfile.Kind.LOCALHOST, wire.getLocalhostRef());
      // A kind that a later CRI may bring confines somehow, so that nothing is not an answer.
      case UNRECOGNIZED -> throw unknown(field, "kind of profile " + wire.getProfileTypeValue());
    };
  }

  private static @Nullable SecurityProfile ofOneWord(String field, String word) {
    return switch (word) {
      case "" -> null;
      case "runtime/default", "docker/default" -> SecurityProfile.RUNTIME_DEFAULT;
      case "unconfined" -> SecurityProfile.UNCONFINED;
      default -> {
        if (!word.startsWith(LOCALHOST)) {
          throw unknown(field, "profile \"" + word + "\"");
        }
        yield new SecurityProfile(
            SecurityProfile.Kind.LOCALHOST, word.substring(LOCALHOST.length()));
      }
    };
  }

  private static OutsideFailure unknown(String field, String what) {
    return new OutsideFailure(FailureKind.BAD_SPEC, field + ": unknown " + what);
  }
}
