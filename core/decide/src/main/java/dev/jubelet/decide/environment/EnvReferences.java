package dev.jubelet.decide.environment;

import dev.jubelet.model.container.env.ConfigMapEnvSource;
import dev.jubelet.model.container.env.ConfigMapKeySelector;
import dev.jubelet.model.container.env.EnvFromSource;
import dev.jubelet.model.container.env.EnvVarSource;
import dev.jubelet.model.container.env.FileKeySelector;
import dev.jubelet.model.container.env.SecretEnvSource;
import dev.jubelet.model.container.env.SecretKeySelector;
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

  ResolvedValue<Map<String, String>> whole(EnvFromSource source) {
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
    return ResolvedValue.value(Map.of());
  }

  ResolvedValue<Optional<String>> single(EnvVarSource source) {
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
    return ResolvedValue.value(Optional.of(""));
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

  private static ResolvedValue<Map<String, String>> whole(
      @Nullable Map<String, String> found, boolean optional, String missing) {
    if (found != null) {
      return ResolvedValue.value(found);
    }
    return optional ? ResolvedValue.value(Map.of()) : ResolvedValue.refused(missing);
  }

  private static ResolvedValue<Optional<String>> single(
      @Nullable Map<String, String> found,
      String key,
      boolean optional,
      String missing,
      String missingKey) {
    String value = found == null ? null : found.get(key);
    if (value != null || optional) {
      return ResolvedValue.value(Optional.ofNullable(value));
    }
    return ResolvedValue.refused(found == null ? missing : missingKey);
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
