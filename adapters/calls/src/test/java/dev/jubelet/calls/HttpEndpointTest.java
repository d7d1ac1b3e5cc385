package dev.jubelet.calls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpEndpointTest {
  @ParameterizedTest
  @CsvSource({
    "'', /",
    "/, /",
    "healthz, /healthz",
    "/a?b=c&d, /a?b=c&d",
    "/a#b, /a",
    "/ä, /%C3%A4",
    "'/a b\"<>', /a%20b%22%3C%3E",
    "/%41, /%41",
    "/100%?x, /100%25%3Fx",
  })
  void pathsBecomeRequestTargets(String path, String target) {
    assertThat(HttpEndpoint.target(path)).isEqualTo(target);
  }

  @ParameterizedTest
  @CsvSource({
    "/y, http://h:81/y",
    "y, http://h:81/a/y",
    "./y?q=1, http://h:81/a/y?q=1",
    "../../y, http://h:81/y",
    "?q, http://h:81/a/b?q",
    "//other/y, http://other:80/y",
    "http://other, http://other:80/",
    "HTTPS://other/y, https://other:443/y",
    "http://u:p@other:8080?z, http://other:8080/?z",
    "'http://[::1]:9/y', 'http://[::1]:9/y'",
  })
  void redirectsLeadSomewhere(String location, String place) {
    assertThat(HttpEndpoint.of("http", "h", 81, "/a/b?c").redirected(location))
        .hasValueSatisfying(next -> assertThat(next).hasToString(place));
  }

  @ParameterizedTest
  @CsvSource({"mailto:x", "ftp://x/", "http://", "'http://[::1'"})
  void someRedirectsLeadNowhere(String location) {
    assertThat(HttpEndpoint.of("http", "h", 81, "/").redirected(location)).isEmpty();
  }
}
