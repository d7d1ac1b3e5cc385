package dev.jubelet.runtime.oci.input;

import dev.jubelet.model.runtime.config.ContainerSecurity;
import dev.jubelet.model.runtime.config.IdRange;
import dev.jubelet.model.security.SupplementalGroupsPolicy;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Who a container's process is, by what the pod says and else by what the image says. */
public final class ProcessUser {
  private ProcessUser() {}

  private record User(String name, long uid, long gid, String home) {}

  /**
   * How many groups an image may put its user in. The kernel takes 65536, but each of them is in
   * the container's configuration, in its record and in the pod's status.
   */
  private static final int GROUPS_MAX = 1000;

  /**
   * CRI: a number of the pod comes before a name of the pod, and both before the image's user; a
   * group of the pod needs a user of the pod.
   *
   * @param imageUser {@code user[:group]} of the image; may be empty
   * @param files the container's users and groups
   * @throws OutsideFailure BAD_SPEC when a name is unknown there
   */
  public static Identity resolve(ContainerSecurity security, String imageUser, AccountFiles files) {
    if (security.runAsGroup() != null
        && security.runAsUser() == null
        && security.runAsUsername().isEmpty()) {
      throw bad("runAsGroup is given without a user of the pod: runAsUser is needed, too");
    }
    int colon = imageUser.indexOf(':');
    String imageName = colon < 0 ? imageUser : imageUser.substring(0, colon);
    String imageGroup = colon < 0 ? "" : imageUser.substring(colon + 1);

    User user;
    String groupWord = "";
    if (security.runAsUser() != null) {
      user = byNumber(files, checked("runAsUser", security.runAsUser()));
    } else if (!security.runAsUsername().isEmpty()) {
      user = user(files, security.runAsUsername());
    } else {
      user = user(files, imageName);
      groupWord = imageGroup;
    }
    GroupSearch groups = new GroupSearch(groupWord, member(security, user));
    if (groups.needed()) {
      files.group(groups::line);
    }
    long gid =
        security.runAsGroup() != null
            ? checked("runAsGroup", security.runAsGroup())
            : groupWord.isEmpty() ? user.gid() : groups.gid();
    TreeSet<Long> numbers = new TreeSet<>(groups.memberships);
    // The process's own group is among them, as the kernel asks only this list for some rights.
    numbers.add(gid);
    for (long number : security.supplementalGroups()) {
      numbers.add(checked("supplementalGroups", number));
    }
    return new Identity(user.uid(), gid, List.copyOf(numbers), user.home());
  }

  /** Whose groups of the image count; empty when nobody's do. */
  private static String member(ContainerSecurity security, User user) {
    return security.supplementalGroupsPolicy() == SupplementalGroupsPolicy.STRICT
        ? ""
        : user.name();
  }

  private static User user(AccountFiles files, String word) {
    if (word.isEmpty()) {
      return byNumber(files, 0);
    }
    // A name of digits is a name first, as everywhere in Unix.
    UserSearch search = new UserSearch(word, number(word));
    files.passwd(search::line);
    if (search.named == null && search.number == null) {
      throw bad("unable to find user " + word + ": no matching entries in the image's passwd file");
    }
    return search.result();
  }

  private static User byNumber(AccountFiles files, long uid) {
    UserSearch search = new UserSearch("", uid);
    files.passwd(search::line);
    return search.result();
  }

  /** Looks for the first user of a name and the first of a number. */
  private static final class UserSearch {
    private final String word;
    private final @Nullable Long number;
    private @Nullable User named;
    private @Nullable User numbered;

    UserSearch(String word, @Nullable Long number) {
      this.word = word;
      this.number = number;
    }

    void line(String line) {
      String[] parts = line.strip().split(":", 8);
      Long uid = parts.length < 4 ? null : number(parts[2]);
      Long gid = parts.length < 4 ? null : number(parts[3]);
      if (uid == null || gid == null || parts[0].isEmpty()) {
        return;
      }
      User user = new User(parts[0], uid, gid, parts.length > 5 ? parts[5] : "");
      if (named == null && user.name().equals(word)) {
        named = user;
      }
      if (numbered == null && uid.equals(number)) {
        numbered = user;
      }
    }

    /** Users without an entry may run; their group is root's. */
    User result() {
      if (named != null) {
        return named;
      }
      long uid = number == null ? 0 : number;
      return numbered != null ? numbered : new User("", uid, 0, uid == 0 ? "/root" : "/");
    }
  }

  /** Looks for the first group of a name, and for all groups of a user. */
  private static final class GroupSearch {
    private final String word;
    private final String member;
    private final Set<Long> memberships = new HashSet<>();
    private @Nullable Long named;

    GroupSearch(String word, String member) {
      this.word = word;
      this.member = member;
    }

    boolean needed() {
      return !word.isEmpty() || !member.isEmpty();
    }

    void line(String line) {
      String[] parts = line.strip().split(":", 5);
      Long gid = parts.length < 3 ? null : number(parts[2]);
      if (gid == null || parts[0].isEmpty()) {
        return;
      }
      if (named == null && parts[0].equals(word)) {
        named = gid;
      }
      if (parts.length > 3 && !member.isEmpty() && has(parts[3], member)) {
        memberships.add(gid);
        if (memberships.size() > GROUPS_MAX) {
          throw bad(
              "the image's group file has user "
                  + member
                  + " in more than "
                  + GROUPS_MAX
                  + " groups");
        }
      }
    }

    /** Without a list of all members, of which there may be many. */
    private static boolean has(String members, String name) {
      for (int at = members.indexOf(name); at >= 0; at = members.indexOf(name, at + 1)) {
        int end = at + name.length();
        if ((at == 0 || members.charAt(at - 1) == ',')
            && (end == members.length() || members.charAt(end) == ',')) {
          return true;
        }
      }
      return false;
    }

    long gid() {
      Long gid = named == null ? ProcessUser.number(word) : named;
      if (gid == null) {
        throw bad(
            "unable to find group " + word + ": no matching entries in the image's group file");
      }
      return gid;
    }
  }

  private static @Nullable Long number(String word) {
    if (word.isEmpty() || word.length() > 10 || !word.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return null;
    }
    long value = Long.parseLong(word);
    return value < IdRange.ID_MAX ? value : null;
  }

  private static long checked(String field, long number) {
    if (number < 0 || number >= IdRange.ID_MAX) {
      throw bad(field + " " + number + " is not the number of a user or group");
    }
    return number;
  }

  private static OutsideFailure bad(String message) {
    return new OutsideFailure(FailureKind.BAD_SPEC, message);
  }
}
