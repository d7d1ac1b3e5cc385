package dev.jubelet.images.registry;

import dev.jubelet.decide.image.ImageName;
import dev.jubelet.model.runtime.config.RegistryCredential;
import java.net.ProxySelector;
import org.jspecify.annotations.Nullable;

/** The way to all registries; what is for one image is a {@link Repository}. */
public final class Registries implements AutoCloseable {
  private final RegistryHosts hosts;
  private final RegistryTimes times;
  private final RegistryHttp http;
  private final TransferGuard guard;

  public Registries(RegistryHosts hosts, ProxySelector proxies, RegistryTimes times) {
    this.hosts = hosts;
    this.times = times;
    this.http = new RegistryHttp(proxies, times.answer());
    this.guard = new TransferGuard(times.progress());
    guard.repeat(http::closeIdle, RegistryClients.IDLE);
  }

  /** The repository of an image, for one pull with one credential. */
  public Repository repository(ImageName name, @Nullable RegistryCredential credential) {
    Login login = credential == null ? Login.NONE : Login.of(credential);
    return new Repository(
        hosts.of(name.domain()),
        name.path(),
        new Repository.Context(
            http, guard, new RegistryAuth(http, guard, login, name.path()), times));
  }

  @Override
  public void close() {
    guard.close();
    http.close();
  }
}
