package dev.jubelet.runtime.oci;

/**
 * @param type such as {@code RLIMIT_NOFILE}; the numbers are without sign, -1 is no limit
 */
public record Rlimit(String type, long soft, long hard) {}
