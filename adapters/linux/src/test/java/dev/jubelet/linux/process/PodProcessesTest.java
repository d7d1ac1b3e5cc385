package dev.jubelet.linux.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.IdRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PodProcessesTest {
  private static final PodUid UID = new PodUid("0f4f-11");
  private static final String OWN = "         0     131072      65536\n";
  private static final String OF_THE_MACHINE = "         0          0 4294967295\n";

  @TempDir Path proc;

  private void process(int pid, String cgroup, String users, String groups) throws IOException {
    Path directory = Files.createDirectory(proc.resolve(Integer.toString(pid)));
    Files.writeString(directory.resolve("cgroup"), cgroup);
    Files.writeString(directory.resolve("uid_map"), users);
    Files.writeString(directory.resolve("gid_map"), groups);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5:memory:/kubepods/burstable/pod0f4f-11/cafe\n0::/\n",
        "0::/kubepods.slice/kubepods-pod0f4f_11.slice/cri-containerd-cafe.scope\n",
      })
  void findsTheUsersOfAPodByItsCgroup(String cgroup) throws IOException {
    process(1, "0::/init.scope\n", OF_THE_MACHINE, OF_THE_MACHINE);
    process(7, cgroup, OWN, OWN);
    assertThat(new PodProcesses(proc).users(UID)).contains(new IdRange(131_072, 65_536));
    assertThat(new PodProcesses(proc).users(new PodUid("0f4f-1"))).isEmpty();
  }

  @Test
  void aProcessWithTheUsersOfTheMachineHasNoneOfItsOwn() throws IOException {
    process(7, "0::/kubepods/pod0f4f-11/x\n", OF_THE_MACHINE, OF_THE_MACHINE);
    process(8, "0::/kubepods/pod0f4f-11/y\n", OWN, OF_THE_MACHINE);
    process(9, "0::/kubepods/pod0f4f-11/z\n", OWN + OWN, OWN + OWN);
    assertThat(new PodProcesses(proc).users(UID)).isEmpty();
  }

  @Test
  void aProcessThatEndsWhileWeLookIsNone() throws IOException {
    Files.createDirectory(proc.resolve("12"));
    assertThat(new PodProcesses(proc).users(UID)).isEmpty();
    assertThat(new PodProcesses(proc.resolve("absent")).users(UID)).isEmpty();
  }
}
