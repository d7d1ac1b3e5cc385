package dev.jubelet.runtime.oci.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.model.security.SupplementalGroupsPolicy;
import dev.jubelet.runtime.oci.Requests;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessUserTest {
  private static final String PASSWD =
      """
      root:x:0:0:root:/root:/bin/sh
      # a comment, and a line that is broken
      broken:x
      app:x:1000:1001:App:/home/app:/bin/sh
      4242:x:77:78::/srv:/bin/false
      """;
  private static final String GROUP =
      """
      root:x:0:
      apps:x:1001:
      video:x:44:app,other
      audio:x:29:other,app
      """;

  private final Requests request = new Requests();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # image's user | uid   | gid  | groups       | home
          ''             | 0     | 0    | 0            | /root
          root           | 0     | 0    | 0            | /root
          app            | 1000  | 1001 | 29,44,1001   | /home/app
          1000           | 1000  | 1001 | 29,44,1001   | /home/app
          app:video      | 1000  | 44   | 29,44        | /home/app
          app:5          | 1000  | 5    | 5,29,44      | /home/app
          5000           | 5000  | 0    | 0            | /
          5000:6000      | 5000  | 6000 | 6000         | /
          4242           | 77    | 78   | 78           | /srv
          :video         | 0     | 44   | 44           | /root
          """)
  void readsTheImagesUser(String user, long uid, long gid, String groups, String home) {
    Identity identity = resolve(user);
    assertThat(identity.uid()).isEqualTo(uid);
    assertThat(identity.gid()).isEqualTo(gid);
    assertThat(identity.additionalGroups()).isEqualTo(numbers(groups));
    assertThat(identity.home()).isEqualTo(home);
  }

  @Test
  void prefersThePodsNumberToAnyName() {
    request.runAsUser = 1000L;
    request.runAsUsername = "root";
    assertThat(resolve("4242:video"))
        .isEqualTo(new Identity(1000, 1001, List.of(29L, 44L, 1001L), "/home/app"));
  }

  @Test
  void prefersThePodsNameToTheImages() {
    request.runAsUsername = "app";
    assertThat(resolve("root:video").uid()).isEqualTo(1000);
    assertThat(resolve("root:video").gid()).isEqualTo(1001);
  }

  @Test
  void takesThePodsGroup() {
    request.runAsUser = 1000L;
    request.runAsGroup = 7L;
    assertThat(resolve("").gid()).isEqualTo(7);
    assertThat(resolve("").additionalGroups()).containsExactly(7L, 29L, 44L);
  }

  @Test
  void refusesAGroupWithoutAUserOfThePod() {
    request.runAsGroup = 7L;
    assertThatThrownBy(() -> resolve("app")).hasMessageContaining("runAsUser is needed");
  }

  @Test
  void mergesGroupsOfThePodWithThoseOfTheImage() {
    request.supplementalGroups = List.of(3000L, 29L);
    assertThat(resolve("app").additionalGroups()).containsExactly(29L, 44L, 1001L, 3000L);
  }

  @Test
  void leavesOutGroupsOfTheImageWhenStrict() {
    request.supplementalGroups = List.of(3000L);
    request.groupsPolicy = SupplementalGroupsPolicy.STRICT;
    assertThat(resolve("app").additionalGroups()).containsExactly(1001L, 3000L);
  }

  @Test
  void knowsNumbersWithoutAnyFile() {
    request.runAsUser = 65534L;
    assertThat(ProcessUser.resolve(request.security(), "nobody", files("", "")))
        .isEqualTo(new Identity(65534, 0, List.of(0L), "/"));
  }

  @ParameterizedTest
  @CsvSource({"app, true", "'app,x', true", "'x,app', true", "'apps,xapp,x', false", "'', false"})
  void findsAMemberByItsWholeName(String members, boolean found) {
    Identity identity =
        ProcessUser.resolve(request.security(), "app", files(PASSWD, "g:x:7:" + members + "\n"));
    assertThat(identity.additionalGroups().contains(7L)).isEqualTo(found);
  }

  @Test
  void refusesAnImageThatPutsItsUserInThousandsOfGroups() {
    StringBuilder groups = new StringBuilder();
    for (int i = 2000; i < 3000; i++) {
      groups.append("g").append(i).append(":x:").append(i).append(":app\n");
    }
    AccountFiles most = files(PASSWD, groups.toString());
    assertThat(ProcessUser.resolve(request.security(), "app", most).additionalGroups())
        .hasSize(1001);
    AccountFiles tooMany = files(PASSWD, groups + "one-more:x:9:app\n");
    assertThatThrownBy(() -> ProcessUser.resolve(request.security(), "app", tooMany))
        .hasMessageContaining("user app in more than 1000 groups");
    request.groupsPolicy = SupplementalGroupsPolicy.STRICT;
    assertThat(ProcessUser.resolve(request.security(), "app", tooMany).additionalGroups())
        .containsExactly(1001L);
  }

  @Test
  void namesWhoIsUnknown() {
    assertThatThrownBy(() -> resolve("ghost")).hasMessageContaining("unable to find user ghost");
    assertThatThrownBy(() -> resolve("app:ghosts"))
        .hasMessageContaining("unable to find group ghosts");
    assertThatThrownBy(() -> resolve("4294967295")).hasMessageContaining("4294967295");
    request.runAsUser = -1L;
    assertThatThrownBy(() -> resolve("")).hasMessageContaining("runAsUser -1");
  }

  private Identity resolve(String user) {
    return ProcessUser.resolve(request.security(), user, files(PASSWD, GROUP));
  }

  private static AccountFiles files(String passwd, String group) {
    return new AccountFiles() {
      @Override
      public void passwd(Consumer<String> line) {
        passwd.lines().forEach(line);
      }

      @Override
      public void group(Consumer<String> line) {
        group.lines().forEach(line);
      }
    };
  }

  private static List<Long> numbers(String text) {
    return List.of(text.split(",")).stream().map(Long::valueOf).toList();
  }
}
