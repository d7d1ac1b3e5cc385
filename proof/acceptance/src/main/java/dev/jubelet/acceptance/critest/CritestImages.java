package dev.jubelet.acceptance.critest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.acceptance.LocalRegistry;
import dev.jubelet.acceptance.host.ContainerdImages;
import dev.jubelet.app.host.ImageArchive;
import dev.jubelet.app.host.LocalImages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Stand-ins for the images that critest pulls, which no registry in reach has: the same names, and
 * of their content what the specs look at. The one that is pulled by its digest cannot be made.
 */
public final class CritestImages {
  private static final String E2E = "e2e-test-images/";
  private static final String STAGING = "k8s-staging-cri-tools/";

  private static final String USERS =
      """
      root:x:0:0:root:/root:/bin/sh
      www-data:x:33:33:www-data:/var/www:/bin/false
      nobody:x:65534:65534:nobody:/home:/bin/false
      """;
  private static final String GROUPS =
      """
      root:x:0:
      www-data:x:33:
      nobody:x:65534:
      """;

  /** What it is called by shows in the process list, as nginx does it for its master process. */
  private static final String NGINX =
      """
      #!/bin/sh
      mkdir -p /var/run
      echo $$ >/var/run/nginx.pid
      httpd -f -p "$PORT" -h /www &
      trap 'kill $!; exit 0' TERM QUIT INT
      wait
      """;

  private static final String HTTPD =
      """
      #!/bin/sh
      echo httpd begins >&2
      exec httpd -f -p 80 -h /www
      """;

  /** Only what is there, since specs look whether a number stands anywhere in it. */
  private static final String IPCS =
      """
      #!/bin/sh
      awk 'NR > 1 { print $2 }' /proc/sysvipc/shm
      """;

  private static final String PGREP =
      """
      #!/bin/sh
      exec pidof "$1"
      """;

  private final Path directory;
  private final byte[] effectiveUser;
  private final LocalRegistry registry;

  private CritestImages(Path directory, byte[] effectiveUser, LocalRegistry registry) {
    this.directory = directory;
    this.effectiveUser = effectiveUser;
    this.registry = registry;
  }

  /**
   * @param directory for archives; it exists
   * @param effectiveUser a static program that says its effective user
   */
  public static void push(LocalRegistry registry, Path directory, Path effectiveUser) {
    try {
      new CritestImages(directory, Files.readAllBytes(effectiveUser), registry).all();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void all() throws IOException {
    push(busybox("plain"), E2E + "busybox", "1.29-2");
    push(nginx(80), E2E + "nginx", "1.14-2");
    push(nginx(12003), STAGING + "hostnet-nginx-" + architecture(), "latest");
    push(httpd(), E2E + "httpd", "2.4.39-4");
    push(noNewPrivileges(), E2E + "nonewprivs", "1.3");
    // Another than a runtime's own: specs remove it by its id.
    push(ContainerdImages.pause().file("etc/mark", "pause\n"), "pause", "3.9");
    push(busybox("uid").user("1002"), STAGING + "test-image-user-uid", "latest");
    push(busybox("name").user("www-data"), STAGING + "test-image-user-username", "latest");
    push(busybox("uid-group").user("1003:1004"), STAGING + "test-image-user-uid-group", "latest");
    push(
        busybox("name-group").user("www-data:1004"),
        STAGING + "test-image-user-username-group",
        "latest");
    push(inGroup(), STAGING + "test-image-predefined-group", "latest");
    for (String each : List.of("1", "2", "3", "latest")) {
      push(busybox("image-" + each), STAGING + "test-image-" + each, "latest");
    }
    for (String each : List.of("test", "all")) {
      push(busybox("tag-" + each), STAGING + "test-image-tag", each);
    }
    for (String each : List.of("1", "2", "3")) {
      push(busybox("tags"), STAGING + "test-image-tags", each);
    }
  }

  private void push(ImageArchive image, String repository, String tag) throws IOException {
    Path archive = image.write(directory.resolve("image.tar"));
    registry.push(archive, repository, tag);
    Files.delete(archive);
  }

  /**
   * @param mark makes an image that is like no other
   */
  private static ImageArchive busybox(String mark) throws IOException {
    return LocalImages.busybox()
        .file("etc/passwd", USERS)
        .file("etc/group", GROUPS)
        .file("etc/mark", mark + "\n")
        .executable("bin/ipcs", IPCS.getBytes(UTF_8))
        .executable("bin/pgrep", PGREP.getBytes(UTF_8))
        // One spec masks /bin/ls and calls it from a shell: each is a file of its own then.
        .executable("bin/ls", LocalImages.busyboxContent())
        .executable("bin/sh", shellWithoutLs())
        .file("www/index.html", "<html>" + mark + "</html>\n");
  }

  /** Debian's busybox takes the programs that it has inside before it looks for files. */
  private static byte[] shellWithoutLs() throws IOException {
    String program = new String(LocalImages.busyboxContent(), ISO_8859_1);
    return program.replace("\0ls\0", "\0lr\0").getBytes(ISO_8859_1);
  }

  private static ImageArchive nginx(int port) throws IOException {
    return busybox("nginx")
        .executable("usr/sbin/nginx", NGINX.replace("$PORT", "" + port).getBytes(UTF_8))
        .command("/usr/sbin/nginx", "master process");
  }

  private static ImageArchive httpd() throws IOException {
    return busybox("httpd")
        .executable("usr/sbin/begin", HTTPD.getBytes(UTF_8))
        .command("/usr/sbin/begin");
  }

  private ImageArchive noNewPrivileges() throws IOException {
    return busybox("privileges").setUserId("nnp", effectiveUser).entrypoint("/nnp").command();
  }

  private static ImageArchive inGroup() throws IOException {
    return busybox("group")
        .file("etc/passwd", USERS + "default-user:x:1000:1000::/home/default-user:/bin/sh\n")
        .file(
            "etc/group",
            GROUPS + "default-user:x:1000:\ngroup-defined-in-image:x:50000:default-user\n")
        .user("1000");
  }

  /** As Go calls it. */
  private static String architecture() {
    String name = System.getProperty("os.arch", "amd64").toLowerCase(Locale.ROOT);
    return name.equals("aarch64") ? "arm64" : name;
  }
}
