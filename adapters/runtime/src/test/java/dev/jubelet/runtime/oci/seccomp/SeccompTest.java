package dev.jubelet.runtime.oci.seccomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.json.Json;
import dev.jubelet.model.runtime.config.SecurityProfile;
import dev.jubelet.runtime.oci.Requests;
import dev.jubelet.runtime.oci.SpecText;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeccompTest {
  private static final SecurityProfile LOCAL =
      new SecurityProfile(SecurityProfile.Kind.LOCALHOST, "strict.json");
  private final Requests request = new Requests();

  @Test
  void filtersOnlyWhoWantsIt() {
    assertThat(text().at("linux.seccomp")).isEmpty();
    request.seccomp = SecurityProfile.UNCONFINED;
    assertThat(text().at("linux.seccomp")).isEmpty();
    request.seccomp = SecurityProfile.RUNTIME_DEFAULT;
    assertThat(text().at("linux.seccomp")).isNotEmpty();
    request.privileged = true;
    assertThat(text().at("linux.seccomp")).isEmpty();
  }

  @Test
  void saysWhenNothingCanBeFiltered() {
    request.seccomp = SecurityProfile.RUNTIME_DEFAULT;
    request.seccompThere = false;
    assertThat(request.spec().notes()).singleElement().asString().contains("not filtered");
    request.seccomp = LOCAL;
    assertThatThrownBy(request::spec).hasMessageContaining("strict.json");
  }

  @Test
  void allowsWhatOrdinaryProgramsDoAndNothingForTheNode() {
    request.seccomp = SecurityProfile.RUNTIME_DEFAULT;
    assertThat(allowed())
        .contains("read", "execve", "mmap", "futex", "openat2", "statx", "rseq", "arch_prctl")
        .contains("chroot", "ptrace", "epoll_pwait2", "close_range", "capset", "seccomp")
        .doesNotContain("mount", "unshare", "setns", "bpf", "reboot", "init_module", "clone3")
        .doesNotContain("io_uring_setup", "keyctl", "add_key", "userfaultfd", "kexec_load");
  }

  @ParameterizedTest
  @CsvSource({
    "SYS_ADMIN,mount",
    "SYS_ADMIN,clone3",
    "SYS_PTRACE,pidfd_getfd",
    "SYS_TIME,clock_settime",
    "SYS_BOOT,reboot",
    "SYS_MODULE,finit_module",
    "SYS_RAWIO,iopl",
    "SYS_NICE,mbind",
    "SYSLOG,syslog",
    "BPF,bpf",
    "PERFMON,perf_event_open",
    "DAC_READ_SEARCH,open_by_handle_at",
  })
  void allowsMoreWithACapability(String capability, String syscall) {
    request.seccomp = SecurityProfile.RUNTIME_DEFAULT;
    assertThat(allowed()).doesNotContain(syscall);
    request.added = List.of(capability);
    assertThat(allowed()).contains(syscall);
  }

  @Test
  void allowsLessWithoutACapability() {
    request.seccomp = SecurityProfile.RUNTIME_DEFAULT;
    request.dropped = List.of("ALL");
    assertThat(allowed()).doesNotContain("chroot").contains("execve");
  }

  @Test
  void letsLibrariesFallBackToCloneWithoutNamespaces() {
    request.seccomp = SecurityProfile.RUNTIME_DEFAULT;
    assertThat(rules())
        .contains("{\"names\":[\"clone3\"],\"action\":\"SCMP_ACT_ERRNO\",\"errnoRet\":38}")
        .contains(
            "{\"names\":[\"clone\"],\"action\":\"SCMP_ACT_ALLOW\",\"args\":[{\"index\":0,\"value\":2114060288,\"op\":\"SCMP_CMP_MASKED_EQ\",\"valueTwo\":0}]}");
    request.added = List.of("SYS_ADMIN");
    assertThat(rules()).noneMatch(rule -> rule.contains("\"errnoRet\""));
  }

  @Test
  void looksAtProcessorAndKernel() {
    request.seccomp = SecurityProfile.RUNTIME_DEFAULT;
    request.kernel = "4.4.0";
    assertThat(allowed()).doesNotContain("ptrace");
    request.kernel = "4.19.0-1-amd64";
    assertThat(allowed()).contains("ptrace");
    assertThat(text().texts("linux.seccomp.architectures")).contains("SCMP_ARCH_X86");
    request.architecture = "s390x";
    assertThat(allowed()).contains("s390_pci_mmio_read").doesNotContain("arch_prctl");
    assertThat(rules())
        .anyMatch(rule -> rule.contains("\"clone\"") && rule.contains("\"index\":1"));
  }

  @Test
  void keepsAwayFromTheHypervisorAndFromTheKernelsCiphers() {
    request.seccomp = SecurityProfile.RUNTIME_DEFAULT;
    assertThat(allowed()).doesNotContain("socket");
    assertThat(rules().stream().filter(rule -> rule.contains("\"socket\"")))
        .containsExactly(
            socketRule("\"value\":38,\"op\":\"SCMP_CMP_LT\""),
            socketRule("\"value\":39,\"op\":\"SCMP_CMP_EQ\""),
            socketRule("\"value\":40,\"op\":\"SCMP_CMP_GT\""));
  }

  @Test
  void passesAProfileOfTheNodeOn() {
    String profile =
        "{\"defaultAction\":\"SCMP_ACT_ALLOW\",\"syscalls\":[{\"names\":[\"mkdir\"],\"action\":\"SCMP_ACT_ERRNO\"}]}";
    request.seccomp = LOCAL;
    request.localhostSeccomp = Optional.of(profile);
    assertThat(text().at("linux.seccomp")).isEqualTo(profile);
  }

  @Test
  void understandsConditionsOfDockersProfiles() {
    request.seccomp = LOCAL;
    request.localhostSeccomp =
        Optional.of(
            """
            {"defaultAction":"SCMP_ACT_ERRNO","archMap":[{"architecture":"SCMP_ARCH_X86_64"}],
             "syscalls":[
              {"names":["a"],"action":"SCMP_ACT_ALLOW","comment":"x","includes":{"caps":["CAP_CHOWN"]}},
              {"names":["b"],"action":"SCMP_ACT_ALLOW","includes":{"caps":["CAP_SYS_ADMIN"]}},
              {"names":["c"],"action":"SCMP_ACT_ALLOW","excludes":{"caps":["CAP_CHOWN"]}},
              {"names":["d"],"action":"SCMP_ACT_ALLOW","includes":{"arches":["arm64"]}},
              {"names":["e"],"action":"SCMP_ACT_ALLOW","includes":{"arches":["amd64"]}},
              {"names":["f"],"action":"SCMP_ACT_ALLOW","includes":{"minKernel":"99.0"}},
              {"name":"g","action":"SCMP_ACT_ALLOW","includes":{"minKernel":"4.8"}}]}
            """);
    assertThat(rules())
        .containsExactly(
            "{\"names\":[\"a\"],\"action\":\"SCMP_ACT_ALLOW\"}",
            "{\"names\":[\"e\"],\"action\":\"SCMP_ACT_ALLOW\"}",
            "{\"action\":\"SCMP_ACT_ALLOW\",\"names\":[\"g\"]}");
    assertThat(text().texts("linux.seccomp.architectures")).contains("SCMP_ARCH_X86_64");
    assertThat(text().at("linux.seccomp.archMap")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{",
        "[]",
        "{}",
        "{\"defaultAction\":\"ALLOW\"}",
        "{\"defaultAction\":\"SCMP_ACT_ALLOW\",\"syscalls\":{}}",
        "{\"defaultAction\":\"SCMP_ACT_ALLOW\",\"syscalls\":[{\"action\":\"SCMP_ACT_ERRNO\"}]}",
        "{\"defaultAction\":\"SCMP_ACT_ALLOW\",\"syscalls\":[{\"names\":[\"a\"]}]}",
      })
  void refusesWhatIsNoProfile(String text) {
    request.seccomp = LOCAL;
    request.localhostSeccomp = Optional.of(text);
    assertThatThrownBy(request::spec).hasMessageContaining("seccomp profile strict.json: ");
  }

  @Test
  void refusesAProfileThatIsNotThere() {
    request.seccomp = LOCAL;
    assertThatThrownBy(request::spec).hasMessageContaining("there is no such file");
  }

  private static String socketRule(String condition) {
    return "{\"names\":[\"socket\"],\"action\":\"SCMP_ACT_ALLOW\",\"args\":[{\"index\":0,"
        + condition
        + "}]}";
  }

  private List<String> allowed() {
    return Json.textsOf(text().nodes("linux.seccomp.syscalls").getFirst(), "names");
  }

  private List<String> rules() {
    return text().objects("linux.seccomp.syscalls");
  }

  private SpecText text() {
    return new SpecText(request.spec());
  }
}
