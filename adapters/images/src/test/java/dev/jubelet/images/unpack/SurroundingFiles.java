package dev.jubelet.images.unpack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Everything about the files around a root that an unpacking could change, times of change too. */
final class SurroundingFiles {
  private SurroundingFiles() {}

  /** Of each file below, those of the excluded tree left out. */
  static Map<String, String> seen(Path base, Path excluded) throws IOException {
    Map<String, String> seen = new TreeMap<>();
    try (Stream<Path> files = Files.walk(base)) {
      for (Path file : files.filter(each -> !each.startsWith(excluded)).toList()) {
        Map<String, Object> facts =
            Files.readAttributes(
                file,
                "unix:mode,uid,gid,ino,nlink,size,lastModifiedTime,ctime",
                LinkOption.NOFOLLOW_LINKS);
        String content =
            Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Files.readString(file) : "";
        List<String> xattrs =
            Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                ? Files.getFileAttributeView(file, UserDefinedFileAttributeView.class).list()
                : List.of();
        seen.put(file.toString(), new TreeMap<>(facts) + content + xattrs);
      }
    }
    return seen;
  }
}
