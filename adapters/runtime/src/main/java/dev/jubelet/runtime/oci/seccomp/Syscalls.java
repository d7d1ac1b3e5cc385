package dev.jubelet.runtime.oci.seccomp;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Which system calls the default profile lets through, by what programs use them for. Names that an
 * architecture lacks are skipped by the OCI runtimes, so that one table serves all.
 */
enum Syscalls {
  PATHS(
      """
      access faccessat faccessat2 chdir fchdir getcwd chmod fchmod fchmodat fchmodat2 chown chown32
      fchown fchown32 fchownat lchown lchown32 link linkat symlink symlinkat readlink readlinkat
      mkdir mkdirat mknod mknodat rmdir unlink unlinkat rename renameat renameat2 umask
      stat stat64 lstat lstat64 fstat fstat64 fstatat64 newfstatat statx statfs statfs64 fstatfs
      fstatfs64 statmount listmount truncate truncate64 utime utimes utimensat utimensat_time64
      futimesat name_to_handle_at
      """),
  ATTRIBUTES(
      """
      getxattr lgetxattr fgetxattr getxattrat setxattr lsetxattr fsetxattr setxattrat listxattr
      llistxattr flistxattr listxattrat removexattr lremovexattr fremovexattr removexattrat
      """),
  FILES(
      """
      open openat openat2 creat close close_range read readv pread64 preadv preadv2 readahead write
      writev pwrite64 pwritev pwritev2 lseek _llseek dup dup2 dup3 fcntl fcntl64 flock ioctl
      ftruncate ftruncate64 fallocate fadvise64 fadvise64_64 fsync fdatasync sync syncfs
      sync_file_range getdents getdents64 copy_file_range sendfile sendfile64 splice tee vmsplice
      pipe pipe2 cachestat
      """),
  WAITING(
      """
      poll ppoll ppoll_time64 select _newselect pselect6 pselect6_time64 epoll_create epoll_create1
      epoll_ctl epoll_ctl_old epoll_wait epoll_wait_old epoll_pwait epoll_pwait2 eventfd eventfd2
      signalfd signalfd4 timerfd_create timerfd_gettime timerfd_gettime64 timerfd_settime
      timerfd_settime64 inotify_init inotify_init1 inotify_add_watch inotify_rm_watch fanotify_mark
      io_setup io_destroy io_submit io_cancel io_getevents io_pgetevents io_pgetevents_time64
      """),
  MEMORY(
      """
      brk mmap mmap2 munmap mremap mprotect msync madvise mincore mlock mlock2 mlockall munlock
      munlockall remap_file_pages memfd_create memfd_secret membarrier mseal map_shadow_stack
      pkey_alloc pkey_free pkey_mprotect
      """),
  PROCESSES(
      """
      fork vfork execve execveat exit exit_group wait4 waitid waitpid getpid getppid gettid getpgid
      getpgrp setpgid getsid setsid set_tid_address get_thread_area set_thread_area getrusage times
      getrlimit ugetrlimit setrlimit prlimit64 prctl pidfd_open pidfd_send_signal process_mrelease
      restart_syscall uretprobe
      """),
  LOCKS(
      """
      futex futex_time64 futex_wait futex_waitv futex_wake futex_requeue get_robust_list
      set_robust_list rseq
      """),
  SIGNALS(
      """
      kill tkill tgkill pause rt_sigaction rt_sigpending rt_sigprocmask rt_sigqueueinfo
      rt_tgsigqueueinfo rt_sigreturn rt_sigsuspend rt_sigtimedwait rt_sigtimedwait_time64
      sigaltstack sigprocmask sigreturn
      """),
  SCHEDULING(
      """
      sched_yield sched_getaffinity sched_setaffinity sched_getattr sched_setattr sched_getparam
      sched_setparam sched_getscheduler sched_setscheduler sched_get_priority_max
      sched_get_priority_min sched_rr_get_interval sched_rr_get_interval_time64 getpriority
      setpriority ioprio_get ioprio_set getcpu
      """),
  TIME(
      """
      time gettimeofday clock_gettime clock_gettime64 clock_getres clock_getres_time64
      clock_nanosleep clock_nanosleep_time64 nanosleep alarm getitimer setitimer timer_create
      timer_delete timer_getoverrun timer_gettime timer_gettime64 timer_settime timer_settime64
      adjtimex clock_adjtime clock_adjtime64
      """),
  IDENTITY(
      """
      getuid getuid32 geteuid geteuid32 getgid getgid32 getegid getegid32 getresuid getresuid32
      getresgid getresgid32 getgroups getgroups32 setuid setuid32 setgid setgid32 setreuid
      setreuid32 setregid setregid32 setresuid setresuid32 setresgid setresgid32 setfsuid
      setfsuid32 setfsgid setfsgid32 setgroups setgroups32 capget capset seccomp
      landlock_create_ruleset landlock_add_rule landlock_restrict_self
      """),
  SOCKETS(
      """
      socketcall socketpair bind connect listen accept accept4 shutdown getsockname getpeername
      getsockopt setsockopt send sendto sendmsg sendmmsg recv recvfrom recvmsg recvmmsg
      recvmmsg_time64
      """),
  MESSAGES(
      """
      ipc msgctl msgget msgrcv msgsnd semctl semget semop semtimedop semtimedop_time64 shmat shmctl
      shmdt shmget mq_open mq_unlink mq_notify mq_getsetattr mq_timedreceive
      mq_timedreceive_time64 mq_timedsend mq_timedsend_time64
      """),
  MACHINE("uname sysinfo getrandom");

  /** What one may do with a capability, one may ask the kernel for, too. */
  static final Map<String, List<String>> BY_CAPABILITY = byCapability();

  private final List<String> names;

  Syscalls(String names) {
    this.names = words(names);
  }

  static Stream<String> always() {
    return Arrays.stream(values()).flatMap(group -> group.names.stream());
  }

  /** Those that only some processors have. */
  static List<String> ofArchitecture(String architecture) {
    return switch (architecture) {
      case "x86_64" -> List.of("arch_prctl", "modify_ldt");
      case "aarch64", "armv7l" ->
          words(
              "arm_fadvise64_64 arm_sync_file_range sync_file_range2 breakpoint cacheflush set_tls");
      case "ppc64le" -> List.of("sync_file_range2", "swapcontext");
      case "s390x" -> words("s390_pci_mmio_read s390_pci_mmio_write s390_runtime_instr");
      case "riscv64" -> List.of("riscv_flush_icache", "riscv_hwprobe");
      default -> List.of();
    };
  }

  private static Map<String, List<String>> byCapability() {
    Map<String, List<String>> table = new LinkedHashMap<>();
    table.put(
        "CAP_SYS_ADMIN",
        words(
            """
            mount umount umount2 mount_setattr move_mount open_tree open_tree_attr fsopen fsconfig
            fsmount fspick clone clone3 unshare setns sethostname setdomainname bpf
            perf_event_open fanotify_init quotactl quotactl_fd lookup_dcookie syslog
            lsm_get_self_attr lsm_set_self_attr lsm_list_modules
            """));
    table.put("CAP_DAC_READ_SEARCH", List.of("open_by_handle_at"));
    table.put("CAP_SYS_BOOT", List.of("reboot"));
    table.put("CAP_SYS_CHROOT", List.of("chroot"));
    table.put("CAP_SYS_MODULE", List.of("init_module", "finit_module", "delete_module"));
    table.put("CAP_SYS_PACCT", List.of("acct"));
    table.put(
        "CAP_SYS_PTRACE",
        words("ptrace process_vm_readv process_vm_writev process_madvise pidfd_getfd kcmp"));
    table.put("CAP_SYS_RAWIO", List.of("iopl", "ioperm"));
    table.put("CAP_SYS_TIME", List.of("settimeofday", "stime", "clock_settime", "clock_settime64"));
    table.put("CAP_SYS_TTY_CONFIG", List.of("vhangup"));
    table.put("CAP_SYS_NICE", words("get_mempolicy set_mempolicy set_mempolicy_home_node mbind"));
    table.put("CAP_SYSLOG", List.of("syslog"));
    table.put("CAP_BPF", List.of("bpf"));
    table.put("CAP_PERFMON", List.of("perf_event_open"));
    return table;
  }

  private static List<String> words(String text) {
    return List.of(text.strip().split("\\s+"));
  }
}
