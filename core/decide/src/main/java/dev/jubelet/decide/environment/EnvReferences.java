package dev.jubelet.decide.environment;

import dev.jubelet.model.container.ConfigMapEnvSource;
import dev.jubelet.model.container.ConfigMapKeySelector;
import dev.jubelet.model.container.EnvFromSource;
import dev.jubelet.model.container.EnvVarSource;
import dev.jubelet.model.container.FileKeySelector;
import dev.jubelet.model.container.SecretEnvSource;
import dev.jubelet.model.container.SecretKeySelector;
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

  Resolved<Map<String, String>> whole(EnvFromSource source) {
    ConfigMapEnvSource configMap = source.configMapRef();
    if (configMap != null) {
      return whole(
          objects.configMaps().get(configMap.name()),
          isOptional(configMap.optional()),
          notFound("configmap", configMap.name()));
    }
    SecretEnvSource secret = source.secretRef();
    if (secret != null) {
      return whole(
          objects.secrets().get(secret.name()),
          isOptional(secret.optional()),
          notFound("secret", secret.name()));
    }
    return Resolved.value(Map.of());
  }

  Resolved<Optional<String>> single(EnvVarSource source) {
    ConfigMapKeySelector configMap = source.configMapKeyRef();
    if (configMap != null) {
      return single(
          objects.configMaps().get(configMap.name()),
          configMap.key(),
          isOptional(configMap.optional()),
          notFound("configmap", configMap.name()),
          noKey(configMap.key(), "ConfigMap", configMap.name()));
    }
    SecretKeySelector secret = source.secretKeyRef();
    if (secret != null) {
      return single(
          objects.secrets().get(secret.name()),
          secret.key(),
          isOptional(secret.optional()),
          notFound("secret", secret.name()),
          noKey(secret.key(), "Secret", secret.name()));
    }
    FileKeySelector file = source.fileKeyRef();
    if (file != null) {
      return fromFile(file);
    }
    return Resolved.value(Optional.of(""));
  }

  /** Kubernetes: an empty value counts as none. */
  private Resolved<Optional<String>> fromFile(FileKeySelector file) {
    boolean optional = isOptional(file.optional());
    String text = objects.envFiles().get(new PodObjects.EnvFile(file.volumeName(), file.path()));
    if (text == null) {
      return optional ? Resolved.value(Optional.empty()) : Resolved.refused(NO_FILE);
    }
    return switch (EnvFileText.value(text, file.key())) {
      case Resolved.Refused<Optional<String>> _ -> Resolved.refused(NO_FILE);
      case Resolved.Value(Optional<String> value)
          when value.filter(found -> !found.isEmpty()).isPresent() || optional ->
          Resolved.value(value.filter(found -> !found.isEmpty()));
      case Resolved.Value<Optional<String>> _ ->
          Resolved.refused(
              "environment variable key \""
                  + file.key()
                  + "\" not found in file \""
                  + file.path()
                  + "\"");
    };
  }

  private static Resolved<Map<String, String>> whole(
      @Nullable Map<String, String> found, boolean optional, String missing) {
    if (found != null) {
      return Resolved.value(found);
    }
    return optional ? Resolved.value(Map.of()) : Resolved.refused(missing);
  }

  private static Resolved<Optional<String>> single(
      @Nullable Map<String, String> found,
      String key,
      boolean optional,
      String missing,
      String missingKey) {
    String value = found == null ? null : found.get(key);
    if (value != null || optional) {
      return Resolved.value(Optional.ofNullable(value));
    }
    return Resolved.refused(found == null ? missing : missingKey);
  }

  private static String notFound(String kind, String name) {
    return kind + " \"" + name + "\" not found";
  }

  private String noKey(String key, String kind, String name) {
    return "couldn't find key " + key + " in " + kind + " " + namespace + "/" + name;
  }

  private static boolean isOptional(@Nullable Boolean optional) {
    return Boolean.TRUE.equals(optional);
  }
}
