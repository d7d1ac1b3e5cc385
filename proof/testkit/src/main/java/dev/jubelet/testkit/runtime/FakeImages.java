package dev.jubelet.testkit.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.model.runtime.ImageFilesystem;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.model.runtime.config.RegistryCredential;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.Images;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.fault.OutsideCall;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Images that are here, and what the registry would answer for others. */
final class FakeImages implements Images {
  private static final long SIZE = 4L << 20;

  private sealed interface RegistryAnswer {
    record Has(Duration takes) implements RegistryAnswer {}

    record Guarded(String username, String password) implements RegistryAnswer {}

    record Refuses(FailureKind kind, String message) implements RegistryAnswer {}
  }

  private final RuntimeState state;
  private final Map<String, ObservedImage> present = new LinkedHashMap<>();
  private final Map<String, RegistryAnswer> registry = new HashMap<>();

  FakeImages(RuntimeState state) {
    this.state = state;
  }

  ObservedImage add(String reference) {
    synchronized (state) {
      ObservedImage image = imageOf(tagged(reference));
      present.put(image.id(), image);
      return image;
    }
  }

  void pullable(String reference, Duration takes) {
    synchronized (state) {
      registry.put(tagged(reference), new RegistryAnswer.Has(takes));
    }
  }

  void guard(String reference, String username, String password) {
    synchronized (state) {
      registry.put(tagged(reference), new RegistryAnswer.Guarded(username, password));
    }
  }

  void refuse(String reference, FailureKind kind, String message) {
    synchronized (state) {
      registry.put(tagged(reference), new RegistryAnswer.Refuses(kind, message));
    }
  }

  /** By id, tag or digest. */
  Optional<ObservedImage> find(String reference) {
    String name = tagged(reference);
    return present.values().stream()
        .filter(i ->
            i.id().equals(reference)
                || i.repoTags().contains(name)
                || i.repoDigests().contains(name))
        .findFirst();
  }

  @Override
  public List<ObservedImage> list() {
    return state.call(OutsideCall.of(Operation.IMAGE_LIST), () -> List.copyOf(present.values()));
  }

  @Override
  public Optional<ObservedImage> status(ImageSpec image) {
    return state.call(about(Operation.IMAGE_STATUS, image), () -> find(image.image()));
  }

  @Override
  public String pull(
      ImageSpec image, @Nullable RegistryCredential credential, @Nullable SandboxConfig pod) {
    return state.call(
        about(Operation.IMAGE_PULL, image),
        () -> {
          String name = tagged(image.image());
          RegistryAnswer answer = registry.get(name);
          return switch (answer) {
            case null -> throw refusal(name, FailureKind.NOT_FOUND, name + ": not found");
            case RegistryAnswer.Refuses(var kind, var message) ->
                throw refusal(name, kind, message);
            case RegistryAnswer.Guarded(var username, var password) -> {
              if (credential == null
                  || !credential.username().equals(username)
                  || !credential.password().equals(password)) {
                // As a registry that is too talkative: what it was given comes back.
                String given = credential == null ? "nobody" : credential.password();
                throw refusal(name, FailureKind.INTERNAL, "401 Unauthorized for \"" + given + "\"");
              }
              yield add(name).id();
            }
            case RegistryAnswer.Has(Duration takes) -> {
              state.takes(takes);
              yield add(name).id();
            }
          };
        });
  }

  private static OutsideFailure refusal(String name, FailureKind kind, String message) {
    return new OutsideFailure(
        kind,
        "failed to pull and unpack image \"%s\": failed to resolve reference \"%s\": %s"
            .formatted(name, name, message));
  }

  @Override
  public void remove(ImageSpec image) {
    state.run(
        about(Operation.IMAGE_REMOVE, image),
        () -> find(image.image()).ifPresent(i -> present.remove(i.id())));
  }

  @Override
  public List<ImageFilesystem> filesystems() {
    return state.call(
        OutsideCall.of(Operation.IMAGE_FILESYSTEMS),
        () -> {
          long used = present.values().stream().mapToLong(ObservedImage::sizeBytes).sum();
          return List.of(
              new ImageFilesystem(
                  "/var/lib/fake-runtime", used, present.size() * 100L, state.outside.now()));
        });
  }

  private static OutsideCall about(Operation operation, ImageSpec image) {
    return new OutsideCall(operation, null, image.image());
  }

  private static String tagged(String reference) {
    boolean bare =
        !reference.startsWith("sha256:")
            && !reference.contains("@")
            && reference.indexOf(':', reference.lastIndexOf('/') + 1) < 0;
    return bare ? reference + ":latest" : reference;
  }

  private static ObservedImage imageOf(String name) {
    boolean byDigest = name.contains("@");
    String repository =
        byDigest ? name.substring(0, name.indexOf('@')) : name.substring(0, name.lastIndexOf(':'));
    String digest = byDigest ? name : repository + "@" + sha256("manifest " + name);
    List<String> tags = byDigest ? List.of() : List.of(name);
    return new ObservedImage(
        sha256("config " + name), tags, List.of(digest), SIZE, null, "", false);
  }

  private static String sha256(String text) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return "sha256:" + HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError("every Java platform has SHA-256", impossible);
    }
  }
}
