package dev.jubelet.linux;

import dev.jubelet.model.meta.Quantity;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A size of huge pages, in the spellings of Kubernetes (2Mi), of cgroups (2MB) and of sysfs. */
public record HugePageSize(long bytes) implements Comparable<HugePageSize> {
  private static final Pattern POWER_OF_TWO = Pattern.compile("([0-9]+)([kKMG])B");
  private static final String RESOURCE_PREFIX = "hugepages-";

  /** Reads {@code hugepages-2Mi}, {@code 2Mi}, {@code 2MB}, {@code 2048kB} or bytes. */
  public static HugePageSize parse(String text) {
    String size =
        text.startsWith(RESOURCE_PREFIX) ? text.substring(RESOURCE_PREFIX.length()) : text;
    Matcher power = POWER_OF_TWO.matcher(size);
    String quantity =
        power.matches() ? power.group(1) + power.group(2).replace('k', 'K') + "i" : size;
    long bytes = Quantity.parse(quantity).value();
    if (bytes <= 0) {
      throw new IllegalArgumentException("not a size of huge pages: " + text);
    }
    return new HugePageSize(bytes);
  }

  /** As in {@code hugetlb.2MB.max}; the CRI uses the same. */
  public String cgroupName() {
    return scaled("GB", "MB", "KB");
  }

  /** As Kubernetes names the resource, {@code hugepages-2Mi}. */
  public String resourceName() {
    return RESOURCE_PREFIX + quantity();
  }

  /** As in a manifest and in the mount option: {@code 2Mi}. */
  public String quantity() {
    return scaled("Gi", "Mi", "Ki");
  }

  private String scaled(String giga, String mega, String kilo) {
    if (bytes % (1L << 30) == 0) {
      return (bytes >> 30) + giga;
    }
    if (bytes % (1L << 20) == 0) {
      return (bytes >> 20) + mega;
    }
    return (bytes >> 10) + kilo;
  }

  @Override
  public int compareTo(HugePageSize other) {
    return Long.compare(bytes, other.bytes);
  }
}
