package dev.jubelet.decide.environment;

import dev.jubelet.model.container.env.ConfigMapEnvSource;
import dev.jubelet.model.container.env.ConfigMapKeySelector;
import dev.jubelet.model.container.env.EnvFromSource;
import dev.jubelet.model.container.env.EnvVarSource;
import dev.jubelet.model.container.env.FileKeySelector;
import dev.jubelet.model.container.env.SecretEnvSource;
import dev.jubelet.model.container.env.SecretKeySelector;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks up what variables take from ConfigMaps, Secrets and files of variables. */
final class EnvReferences {
  private static final String NO_FILE = "couldn't parse env file";

  private final String namespace;
  private final PodObjects objects;

  EnvReferences(String namespace, PodObjects objects) {
    this.namespace = namespace;
    this.objects = objects;
  }

  /** A ConfigMap or a Secret that is referred to. */
  private record Referred(
      String kind, String name, boolean optional, @Nullable Map<String, String> found) {
    String notFound() {
      return kind.toLowerCase(Locale.ROOT) + " \"" + name + "\" not found";
    }
  }

  private Referred configMap(String name, @Nullable Boolean optional) {
    return new Referred("ConfigMap", name, isOptional(optional), objects.configMaps().get(name));
  }

  private Referred secret(String name, @Nullable Boolean optional) {
    return new Referred("Secret", name, isOptional(optional), objects.secrets().get(name));
  }

  ResolvedValue<Map<String, String>> whole(EnvFromSource source) {
    ConfigMapEnvSource configMap = source.configMapRef();
    if (configMap != null) {
      return whole(configMap(configMap.name(), configMap.optional()));
    }
    SecretEnvSource secret = source.secretRef();
    return secret == null
        ? ResolvedValue.value(Map.of())
        : whole(secret(secret.name(), secret.optional()));
  }

  ResolvedValue<Optional<String>> single(EnvVarSource source) {
    ConfigMapKeySelector configMap = source.configMapKeyRef();
    if (configMap != null) {
      return single(configMap(configMap.name(), configMap.optional()), configMap.key());
    }
    SecretKeySelector secret = source.secretKeyRef();
    if (secret != null) {
      return single(secret(secret.name(), secret.optional()), secret.key());
    }
    FileKeySelector file = source.fileKeyRef();
    return file == null ? ResolvedValue.value(Optional.of("")) : fromFile(file);
  }

  /** Kubernetes: an empty value counts as none. */
  private ResolvedValue<Optional<String>> fromFile(FileKeySelector file) {
    boolean optional = isOptional(file.optional());
    String text = objects.envFiles().get(new PodObjects.EnvFile(file.volumeName(), file.path()));
    if (text == null) {
      return optional ? ResolvedValue.value(Optional.empty()) : ResolvedValue.refused(NO_FILE);
    }
    return switch (EnvFileText.value(text, file.key())) {
      case ResolvedValue.Refused<Optional<String>> _ -> ResolvedValue.refused(NO_FILE);
      case ResolvedValue.Value(Optional<String> value)
          when value.filter(found -> !found.isEmpty()).isPresent() || optional ->
          ResolvedValue.value(value.filter(found -> !found.isEmpty()));
      case ResolvedValue.Value<Optional<String>> _ ->
          ResolvedValue.refused(
              "environment variable key \""
                  + file.key()
                  + "\" not found in file \""
                  + file.path()
                  + "\"");
    };
  }

  private static ResolvedValue<Map<String, String>> whole(Referred object) {
    Map<String, String> found = object.found();
    if (found != null) {
      return ResolvedValue.value(found);
    }
    return object.optional()
        ? ResolvedValue.value(Map.of())
        : ResolvedValue.refused(object.notFound());
  }

  private ResolvedValue<Optional<String>> single(Referred object, String key) {
    Map<String, String> found = object.found();
    String value = found == null ? null : found.get(key);
    if (value != null || object.optional()) {
      return ResolvedValue.value(Optional.ofNullable(value));
    }
    String where = object.kind() + " " + namespace + "/" + object.name();
    return ResolvedValue.refused(
        found == null ? object.notFound() : "couldn't find key " + key + " in " + where);
  }

  private static boolean isOptional(@Nullable Boolean optional) {
    return Boolean.TRUE.equals(optional);
  }
}
