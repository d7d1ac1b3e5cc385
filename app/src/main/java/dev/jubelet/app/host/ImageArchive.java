package dev.jubelet.app.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.images.content.Digest;
import dev.jubelet.linux.NodeMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A container image of one layer, made from local files, as a tar of an OCI image layout. The same
 * content gives the same bytes and so the same image id on every machine.
 */
public final class ImageArchive {
  private static final Set<String> USUAL_DIRECTORIES =
      Set.of("dev", "etc", "proc", "root", "sys", "tmp", "var");

  private final String name;
  private final TreeMap<String, Program> programs = new TreeMap<>();
  private final TreeMap<String, byte[]> texts = new TreeMap<>();
  private final TreeMap<String, String> links = new TreeMap<>();
  private String user = "";
  private List<String> entrypoint = List.of();
  private List<String> command = List.of();

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Program(byte[] content, int mode) {}

  /**
   * @param name with registry and tag, such as {@code localhost/busybox:1}
   */
  public ImageArchive(String name) {
    this.name = name;
  }

  /** An executable file, instead of a link there; the path has no leading slash. */
  public ImageArchive executable(String path, byte[] content) {
    links.remove(path);
    programs.put(path, new Program(content.clone(), 0755));
    return this;
  }

  /** An executable file that runs as root whoever calls it; the path has no leading slash. */
  public ImageArchive setUserId(String path, byte[] content) {
    programs.put(path, new Program(content.clone(), 04755));
    return this;
  }

  /** A text that nobody runs; the path has no leading slash. */
  public ImageArchive file(String path, String content) {
    texts.put(path, content.getBytes(UTF_8));
    return this;
  }

  public ImageArchive link(String path, String target) {
    links.put(path, target);
    return this;
  }

  /** As whom it runs, unless the pod says otherwise: a name or a number, maybe with a group. */
  public ImageArchive user(String name) {
    user = name;
    return this;
  }

  public ImageArchive entrypoint(String... words) {
    entrypoint = List.of(words);
    return this;
  }

  public ImageArchive command(String... words) {
    command = List.of(words);
    return this;
  }

  /** Never leaves half an archive behind. */
  public Path write(Path target) throws IOException {
    Path unfinished = target.resolveSibling(target.getFileName() + ".unfinished");
    Files.write(unfinished, bytes());
    return Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
  }

  byte[] bytes() {
    byte[] layer = layer();
    byte[] config = config(sha256(layer)).getBytes(UTF_8);
    byte[] manifest = manifest(config, layer).getBytes(UTF_8);
    return new Tar()
        .directory("blobs", 0755)
        .directory("blobs/sha256", 0755)
        .file(blob(config), 0644, config)
        .file(blob(layer), 0644, layer)
        .file(blob(manifest), 0644, manifest)
        .file("index.json", 0644, index(manifest).getBytes(UTF_8))
        .file("oci-layout", 0644, "{\"imageLayoutVersion\":\"1.0.0\"}".getBytes(UTF_8))
        .end();
  }

  private byte[] layer() {
    Tar tar = new Tar();
    for (String directory : directories()) {
      tar.directory(directory, directory.equals("tmp") ? 01777 : 0755);
    }
    programs.forEach((path, program) -> tar.file(path, program.mode(), program.content()));
    texts.forEach((path, content) -> tar.file(path, 0644, content));
    links.forEach(tar::link);
    return tar.end();
  }

  private SortedSet<String> directories() {
    TreeSet<String> all = new TreeSet<>(USUAL_DIRECTORIES);
    TreeSet<String> paths = new TreeSet<>(programs.keySet());
    paths.addAll(texts.keySet());
    paths.addAll(links.keySet());
    for (String path : paths) {
      for (int slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
        all.add(path.substring(0, slash));
      }
    }
    return all;
  }

  private String config(String layerDigest) {
    return """
    {"architecture":"%s","config":{%s"Cmd":%s,"Entrypoint":%s,\
    "Env":["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"]},\
    "created":"1970-01-01T00:00:00Z","history":[{"created":"1970-01-01T00:00:00Z",\
    "created_by":"jubelet"}],"os":"linux","rootfs":{"diff_ids":["sha256:%s"],"type":"layers"}}\
    """
        .formatted(
            new NodeMachine().architecture(),
            user.isEmpty() ? "" : "\"User\":" + quoted(user) + ",",
            array(command),
            array(entrypoint),
            layerDigest);
  }

  private static String manifest(byte[] config, byte[] layer) {
    return """
    {"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json",\
    "config":%s,"layers":[%s]}\
    """
        .formatted(
            descriptor("application/vnd.oci.image.config.v1+json", config, ""),
            descriptor("application/vnd.oci.image.layer.v1.tar", layer, ""));
  }

  /** containerd's import takes the image's name from its own annotation. */
  private String index(byte[] manifest) {
    String annotations =
        """
        ,"annotations":{"io.containerd.image.name":%s}\
        """
            .formatted(quoted(name));
    return """
    {"schemaVersion":2,"mediaType":"application/vnd.oci.image.index.v1+json","manifests":[%s]}\
    """
        .formatted(descriptor("application/vnd.oci.image.manifest.v1+json", manifest, annotations));
  }

  private static String descriptor(String type, byte[] content, String more) {
    return """
    {"mediaType":"%s","digest":"sha256:%s","size":%d%s}\
    """
        .formatted(type, sha256(content), content.length, more);
  }

  private static String blob(byte[] content) {
    return "blobs/sha256/" + sha256(content);
  }

  private static String array(List<String> words) {
    return "[" + String.join(",", words.stream().map(ImageArchive::quoted).toList()) + "]";
  }

  private static String quoted(String word) {
    return '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static String sha256(byte[] content) {
    return Digest.of(content).hex();
  }
}
