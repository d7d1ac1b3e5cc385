package dev.jubelet.images;

import dev.jubelet.images.registry.DocumentMemory;
import dev.jubelet.images.registry.Platform;
import dev.jubelet.images.registry.ProxyRules;
import dev.jubelet.images.registry.RegistryTimes;
import dev.jubelet.images.unpack.LayerLimits;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.ProxySelector;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * @param root everything lies beneath it
 * @param registryConfiguration a directory with {@code HOST/hosts.toml}, see containerd
 * @param layersAtOnce how many are downloaded, and how many unpacked, at the same time
 */
@RecordBuilder
public record ImageStoreSettings(
    Path root,
    @Nullable Path registryConfiguration,
    ProxySelector proxies,
    Platform platform,
    LayerLimits limits,
    RegistryTimes times,
    int layersAtOnce,
    DocumentMemory documents) {
  private static final int LAYERS_AT_ONCE = 3;

  public static ImageStoreSettings at(Path root) {
    return new ImageStoreSettings(
        root,
        null,
        new ProxyRules(Map.of()),
        Platform.ofThisMachine(),
        LayerLimits.DEFAULT,
        RegistryTimes.DEFAULT,
        LAYERS_AT_ONCE,
        DocumentMemory.usual());
  }

  public ImageStoreSettings withRegistries(Path configuration, ProxySelector newProxies) {
    return ImageStoreSettingsBuilder.builder(this)
        .registryConfiguration(configuration)
        .proxies(newProxies)
        .build();
  }
}
