package dev.jubelet.acceptance.cluster;

/** Who may do what, beyond what every API server makes by itself. */
final class ClusterRights {
  /** As which the API server comes to a kubelet. */
  static final String KUBELET_CLIENT = "kube-apiserver-kubelet-client";

  private ClusterRights() {}

  static String manifests(String bootstrapToken) {
    int dot = bootstrapToken.indexOf('.');
    return binding("kubelet-client", "system:kubelet-api-admin", "User", KUBELET_CLIENT)
        + binding("bootstrap", "system:node-bootstrapper", "Group", "system:bootstrappers")
        + binding(
            "approve-new-nodes",
            "system:certificates.k8s.io:certificatesigningrequests:nodeclient",
            "Group",
            "system:bootstrappers")
        + binding(
            "approve-rotation",
            "system:certificates.k8s.io:certificatesigningrequests:selfnodeclient",
            "Group",
            "system:nodes")
        + """
        apiVersion: v1
        kind: Secret
        metadata:
          name: bootstrap-token-%1$s
          namespace: kube-system
        type: bootstrap.kubernetes.io/token
        stringData:
          token-id: %1$s
          token-secret: "%2$s"
          usage-bootstrap-authentication: "true"
          usage-bootstrap-signing: "true"
        """
            .formatted(bootstrapToken.substring(0, dot), bootstrapToken.substring(dot + 1));
  }

  private static String binding(String name, String role, String kind, String subject) {
    return """
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRoleBinding
    metadata:
      name: test-%s
    roleRef:
      apiGroup: rbac.authorization.k8s.io
      kind: ClusterRole
      name: %s
    subjects:
    - apiGroup: rbac.authorization.k8s.io
      kind: %s
      name: %s
    ---
    """
        .formatted(name, role, kind, subject);
  }
}
