package dev.jubelet.runtime.oci;

import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.runtime.oci.input.HostFacts;
import dev.jubelet.runtime.oci.input.SandboxPaths;

/**
 * Where a container is to run: in which pod, and on which node.
 *
 * @param paths namespaces that are there may be joined
 * @param cgroupsPath where its cgroup is to be, in the words of OCI runtimes
 * @param selinuxLevel the categories of the pod, where there is SELinux
 */
public record SpecPlace(
    SandboxConfig sandbox,
    SandboxPaths paths,
    String cgroupsPath,
    String selinuxLevel,
    HostFacts machine) {}
