package dev.jubelet.runtime.oci.input;

import dev.jubelet.model.runtime.config.ContainerSecurity;
import dev.jubelet.model.runtime.config.IdRange;
import dev.jubelet.model.security.SupplementalGroupsPolicy;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Who a container's process is, by what the pod says and else by what the image says. */
public final class ProcessUser {
  private ProcessUser() {}

  private record User(String name, long uid, long gid, String home) {}

  private record Group(String name, long gid, List<String> members) {}

  /**
   * CRI: a number of the pod comes before a name of the pod, and both before the image's user; a
   * group of the pod needs a user of the pod.
   *
   * @param imageUser {@code user[:group]} of the image; may be empty
   * @param passwd the text of the container's {@code /etc/passwd}; empty when there is none
   * @param group the text of its {@code /etc/group}
   * @throws OutsideFailure BAD_SPEC when a name is unknown there
   */
  public static Identity resolve(
      ContainerSecurity security, String imageUser, String passwd, String group) {
    if (security.runAsGroup() != null
        && security.runAsUser() == null
        && security.runAsUsername().isEmpty()) {
      throw bad("runAsGroup is given without a user of the pod: runAsUser is needed, too");
    }
    List<User> users = users(passwd);
    List<Group> groups = groups(group);
    int colon = imageUser.indexOf(':');
    String imageName = colon < 0 ? imageUser : imageUser.substring(0, colon);
    String imageGroup = colon < 0 ? "" : imageUser.substring(colon + 1);

    User user;
    String groupWord = "";
    if (security.runAsUser() != null) {
      user = byNumber(users, checked("runAsUser", security.runAsUser()));
    } else if (!security.runAsUsername().isEmpty()) {
      user = user(users, security.runAsUsername());
    } else {
      user = user(users, imageName);
      groupWord = imageGroup;
    }
    long gid =
        security.runAsGroup() != null
            ? checked("runAsGroup", security.runAsGroup())
            : groupWord.isEmpty() ? user.gid() : group(groups, groupWord);
    return new Identity(user.uid(), gid, additional(security, user, gid, groups), user.home());
  }

  /** The process's own group is among them, as the kernel asks only this list for some rights. */
  private static List<Long> additional(
      ContainerSecurity security, User user, long gid, List<Group> groups) {
    TreeSet<Long> numbers = new TreeSet<>();
    numbers.add(gid);
    for (long number : security.supplementalGroups()) {
      numbers.add(checked("supplementalGroups", number));
    }
    if (security.supplementalGroupsPolicy() != SupplementalGroupsPolicy.STRICT
        && !user.name().isEmpty()) {
      groups.stream()
          .filter(group -> group.members().contains(user.name()))
          .forEach(group -> numbers.add(group.gid()));
    }
    return List.copyOf(numbers);
  }

  private static User user(List<User> users, String word) {
    if (word.isEmpty()) {
      return byNumber(users, 0);
    }
    // A name of digits is a name first, as everywhere in Unix.
    Optional<User> named = users.stream().filter(user -> user.name().equals(word)).findFirst();
    if (named.isPresent()) {
      return named.get();
    }
    Long number = number(word);
    if (number == null) {
      throw bad("unable to find user " + word + ": no matching entries in the image's passwd file");
    }
    return byNumber(users, number);
  }

  /** Users without an entry may run; their group is root's. */
  private static User byNumber(List<User> users, long uid) {
    return users.stream()
        .filter(user -> user.uid() == uid)
        .findFirst()
        .orElse(new User("", uid, 0, uid == 0 ? "/root" : "/"));
  }

  private static long group(List<Group> groups, String word) {
    Optional<Group> named = groups.stream().filter(group -> group.name().equals(word)).findFirst();
    if (named.isPresent()) {
      return named.get().gid();
    }
    Long number = number(word);
    if (number == null) {
      throw bad("unable to find group " + word + ": no matching entries in the image's group file");
    }
    return number;
  }

  private static List<User> users(String passwd) {
    List<User> users = new ArrayList<>();
    for (String line : passwd.lines().toList()) {
      String[] parts = line.strip().split(":", -1);
      Long uid = parts.length < 4 ? null : number(parts[2]);
      Long gid = parts.length < 4 ? null : number(parts[3]);
      if (uid != null && gid != null && !parts[0].isEmpty()) {
        users.add(new User(parts[0], uid, gid, parts.length > 5 ? parts[5] : ""));
      }
    }
    return users;
  }

  private static List<Group> groups(String text) {
    List<Group> groups = new ArrayList<>();
    for (String line : text.lines().toList()) {
      String[] parts = line.strip().split(":", -1);
      Long gid = parts.length < 3 ? null : number(parts[2]);
      if (gid != null && !parts[0].isEmpty()) {
        groups.add(
            new Group(
                parts[0], gid, parts.length > 3 ? Arrays.asList(parts[3].split(",")) : List.of()));
      }
    }
    return groups;
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
