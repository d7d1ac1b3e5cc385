package dev.jubelet.nodeserver.access;

import java.time.Duration;

/**
 * How long an answer of the API server is believed.
 *
 * @param tokens who somebody is
 * @param allowed that somebody may do something
 * @param denied that somebody may not
 */
public record ReviewCaching(Duration tokens, Duration allowed, Duration denied) {}
