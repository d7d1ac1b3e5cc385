package dev.jubelet.linux.kernel;

import java.util.Map;

/** Error numbers of Linux that code asks for; the same on x86-64 and arm64. */
public final class Errno {
  public static final int EPERM = 1;
  public static final int ENOENT = 2;
  public static final int ESRCH = 3;
  public static final int EINTR = 4;
  public static final int EIO = 5;
  public static final int EAGAIN = 11;
  public static final int ENOMEM = 12;
  public static final int EACCES = 13;
  public static final int EBUSY = 16;
  public static final int EEXIST = 17;
  public static final int EXDEV = 18;
  public static final int ENODEV = 19;
  public static final int ENOTDIR = 20;
  public static final int EISDIR = 21;
  public static final int EINVAL = 22;
  public static final int EMFILE = 24;
  public static final int ENOSPC = 28;
  public static final int EROFS = 30;
  public static final int EMLINK = 31;
  public static final int ENAMETOOLONG = 36;
  public static final int ENOSYS = 38;
  public static final int ENOTEMPTY = 39;
  public static final int ELOOP = 40;
  public static final int ENODATA = 61;
  public static final int EOPNOTSUPP = 95;
  public static final int ENETUNREACH = 101;
  public static final int ECONNRESET = 104;
  public static final int ENOBUFS = 105;
  public static final int EHOSTUNREACH = 113;
  public static final int ETIMEDOUT = 110;
  public static final int EDQUOT = 122;

  private record Entry(String name, String meaning) {}

  private static final Map<Integer, Entry> ENTRIES =
      Map.ofEntries(
          entry(EPERM, "EPERM", "operation not permitted"),
          entry(ENOENT, "ENOENT", "no such file or directory"),
          entry(ESRCH, "ESRCH", "no such process"),
          entry(EINTR, "EINTR", "interrupted"),
          entry(EIO, "EIO", "input/output error"),
          entry(6, "ENXIO", "there is nobody at the other end"),
          entry(9, "EBADF", "bad file descriptor"),
          entry(EAGAIN, "EAGAIN", "try again"),
          entry(ENOMEM, "ENOMEM", "out of memory"),
          entry(EACCES, "EACCES", "permission denied"),
          entry(EBUSY, "EBUSY", "in use"),
          entry(EEXIST, "EEXIST", "already exists"),
          entry(EXDEV, "EXDEV", "on another mount"),
          entry(ENODEV, "ENODEV", "no such device or file system"),
          entry(ENOTDIR, "ENOTDIR", "not a directory"),
          entry(EISDIR, "EISDIR", "is a directory"),
          entry(EINVAL, "EINVAL", "invalid argument"),
          entry(EMFILE, "EMFILE", "too many open files"),
          entry(27, "EFBIG", "file too large"),
          entry(ENOSPC, "ENOSPC", "no space left, or a limit of the kernel reached"),
          entry(EROFS, "EROFS", "read-only file system"),
          entry(EMLINK, "EMLINK", "too many links"),
          entry(32, "EPIPE", "nobody reads any more"),
          entry(ECONNRESET, "ECONNRESET", "the other side has gone"),
          entry(111, "ECONNREFUSED", "nobody listens"),
          entry(34, "ERANGE", "the result is too large"),
          entry(ENAMETOOLONG, "ENAMETOOLONG", "name too long"),
          entry(ENOSYS, "ENOSYS", "not offered by this kernel"),
          entry(ENOTEMPTY, "ENOTEMPTY", "directory not empty"),
          entry(ELOOP, "ELOOP", "is a symbolic link"),
          entry(ENODATA, "ENODATA", "no such attribute"),
          entry(EOPNOTSUPP, "EOPNOTSUPP", "not supported"),
          entry(98, "EADDRINUSE", "address in use"),
          entry(99, "EADDRNOTAVAIL", "no such address here"),
          entry(100, "ENETDOWN", "network is down"),
          entry(ENETUNREACH, "ENETUNREACH", "network is unreachable"),
          entry(ENOBUFS, "ENOBUFS", "no room for the answer"),
          entry(ETIMEDOUT, "ETIMEDOUT", "no answer in time"),
          entry(EHOSTUNREACH, "EHOSTUNREACH", "no route to the host"),
          entry(EDQUOT, "EDQUOT", "the quota is used up"));

  private Errno() {}

  public static String name(int errno) {
    Entry entry = ENTRIES.get(errno);
    return entry == null ? "errno " + errno : entry.name;
  }

  static String meaning(int errno) {
    Entry entry = ENTRIES.get(errno);
    return entry == null ? "unknown error" : entry.meaning;
  }

  private static Map.Entry<Integer, Entry> entry(int errno, String name, String meaning) {
    return Map.entry(errno, new Entry(name, meaning));
  }
}
