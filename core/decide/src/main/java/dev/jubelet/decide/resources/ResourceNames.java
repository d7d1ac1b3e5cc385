package dev.jubelet.decide.resources;

/** Names of resources as Kubernetes writes them in requests and limits. */
public final class ResourceNames {
  public static final String CPU = "cpu";
  public static final String MEMORY = "memory";
  public static final String EPHEMERAL_STORAGE = "ephemeral-storage";
  public static final String HUGEPAGES_PREFIX = "hugepages-";

  private ResourceNames() {}

  public static boolean isHugepages(String name) {
    return name.startsWith(HUGEPAGES_PREFIX);
  }
}
