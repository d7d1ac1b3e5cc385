package dev.jubelet.training;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** What an API server says that has one pod for the node, and takes whatever it is told. */
final class ScriptedAnswers {
  private static final Pattern METADATA = Pattern.compile("\"metadata\":\\{");
  private static final String CONFIG_MAP =
      """
      {"apiVersion":"v1","kind":"ConfigMap",\
      "metadata":{"namespace":"default","name":"training","uid":"2","resourceVersion":"2"},\
      "data":{"key":"value"}}\
      """;
  private static final String SECRET =
      """
      {"apiVersion":"v1","kind":"Secret",\
      "metadata":{"namespace":"default","name":"training","uid":"3","resourceVersion":"2"},\
      "data":{"key":"dmFsdWU="}}\
      """;
  private static final String SERVICE =
      """
      {"apiVersion":"v1","kind":"Service",\
      "metadata":{"namespace":"default","name":"kubernetes","uid":"4","resourceVersion":"2"},\
      "spec":{"clusterIP":"192.0.2.9","ports":[{"name":"https","protocol":"TCP","port":443}]}}\
      """;

  private final String pod;
  private final Map<String, String> made = new ConcurrentHashMap<>();

  /**
   * @param pod as JSON on one line
   */
  ScriptedAnswers(String pod) {
    this.pod = pod;
  }

  /**
   * @param goesOn whether more may come, as in a watch
   */
  record Answer(int code, String body, boolean goesOn) {}

  Answer to(String method, String path, String body) {
    String bare = path.replaceFirst("[?].*", "");
    return switch (method) {
      case "GET" -> path.contains("watch=true") ? watch(bare) : found(bare);
      case "POST" -> new Answer(201, made(bare, body), false);
      case "PUT" -> new Answer(200, body, false);
      case "PATCH" -> new Answer(200, patched(bare), false);
      default -> new Answer(200, "{}", false);
    };
  }

  /** Tells of the objects once more, so that an event has been read. */
  private Answer watch(String path) {
    String object = object(path);
    return new Answer(
        200, object.isEmpty() ? "" : "{\"type\":\"MODIFIED\",\"object\":" + object + "}\n", true);
  }

  private Answer found(String path) {
    if (path.startsWith("/livez")) {
      return new Answer(200, "ok", false);
    }
    String list = path.substring(path.lastIndexOf('/') + 1);
    return switch (list) {
      case "pods", "nodes", "configmaps", "secrets", "services", "runtimeclasses" ->
          new Answer(
              200,
              "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"2\"},"
                  + "\"items\":["
                  + object(path)
                  + "]}",
              false);
      default ->
          new Answer(
              404,
              "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\","
                  + "\"reason\":\"NotFound\",\"code\":404}",
              false);
    };
  }

  private String object(String path) {
    return switch (path.substring(path.lastIndexOf('/') + 1)) {
      case "pods" -> pod;
      case "configmaps" -> CONFIG_MAP;
      case "secrets" -> SECRET;
      case "services" -> SERVICE;
      default -> "";
    };
  }

  private String made(String path, String body) {
    if (path.endsWith("accessreviews")) {
      return body.replaceFirst("\\{", "{\"status\":{\"allowed\":true},");
    }
    if (path.endsWith("tokenreviews")) {
      return body.replaceFirst(
          "\\{", "{\"status\":{\"authenticated\":true,\"user\":{\"username\":\"training\"}},");
    }
    String object =
        METADATA
            .matcher(body)
            .replaceFirst("\"metadata\":{\"uid\":\"1\",\"resourceVersion\":\"1\",");
    made.put(path, object);
    return object;
  }

  private String patched(String path) {
    return path.startsWith("/api/v1/nodes/") ? made.getOrDefault("/api/v1/nodes", "{}") : pod;
  }
}
