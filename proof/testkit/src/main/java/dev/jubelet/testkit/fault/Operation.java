package dev.jubelet.testkit.fault;

/** Every call of a port that a fake answers, so that a {@link FaultPlan} can name it. */
public enum Operation {
  SANDBOX_RUN(true),
  SANDBOX_STOP(true),
  SANDBOX_REMOVE(true),
  SANDBOX_STATUS(false),
  SANDBOX_LIST(false),
  SANDBOX_UPDATE(true),
  CONTAINER_CREATE(true),
  CONTAINER_START(true),
  CONTAINER_STOP(true),
  CONTAINER_REMOVE(true),
  CONTAINER_STATUS(false),
  CONTAINER_LIST(false),
  CONTAINER_UPDATE(true),
  EXEC(true),
  STREAM(false),
  LOG_REOPEN(true),
  CHECKPOINT(true),
  IMAGE_LIST(false),
  IMAGE_STATUS(false),
  IMAGE_PULL(true),
  IMAGE_REMOVE(true),
  IMAGE_FILESYSTEMS(false),
  FACTS(false),
  POD_CIDR_UPDATE(true),
  EVENTS_FOLLOW(false),
  STATS(false),
  NETWORK_CALL(false),
  VOLUME_MOUNT(true),
  VOLUME_PART(true),
  VOLUME_USAGE(false),
  VOLUME_UNMOUNT_ALL(true),
  CGROUP_ENSURE(true),
  CGROUP_REMOVE(true),
  CGROUP_LIST(false),
  DIRECTORY_PREPARE(true),
  DIRECTORY_PREPARE_CONTAINER(true),
  DIRECTORY_WRITE_HOSTS(true),
  DIRECTORY_LINK_LOG(true),
  DIRECTORY_READ(false),
  DIRECTORY_REMOVE(true),
  DIRECTORY_LIST(false),
  STATUS_PUBLISH(true),
  STATUS_FORGET(true);

  private final boolean changes;

  Operation(boolean changes) {
    this.changes = changes;
  }

  /** Whether the outside world is another one afterwards; the rest only looks. */
  public boolean changes() {
    return changes;
  }
}
