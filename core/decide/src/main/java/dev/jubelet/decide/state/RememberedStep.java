package dev.jubelet.decide.state;

/** Steps whose completion only we know: nothing outside shows them cheaply. All may be repeated. */
public enum RememberedStep {
  CGROUP,
  DIRECTORIES,
  UNMOUNTED,
  CGROUP_REMOVED,
  DIRECTORIES_REMOVED
}
