package dev.jubelet.cluster.client;

import dev.jubelet.json.JsonStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * All objects of a list, and the version from which a watch of them goes on.
 *
 * @param resourceVersion the same on all pages, which are of one moment
 */
record ObjectList<T>(List<T> objects, String resourceVersion) {
  private static final int PAGE = 500;

  static <T> ObjectList<T> read(ApiServer api, String path, Function<JsonStream, T> reader) {
    try {
      return read(api, path, "limit=" + PAGE, reader);
    } catch (ApiFailure failure) {
      if (!failure.gone()) {
        throw failure;
      }
      // The moment of the first page is forgotten: only a list in one piece is of one moment.
      return read(api, path, "", reader);
    }
  }

  private static <T> ObjectList<T> read(
      ApiServer api, String path, String limit, Function<JsonStream, T> reader) {
    List<T> objects = new ArrayList<>();
    String query = limit;
    while (true) {
      Page<T> page =
          api.get(query.isEmpty() ? path : Queries.with(path, query), new Page<>(reader)::read);
      if (page.version.isEmpty()) {
        throw ApiFailure.noAnswer("the answer to " + path + " is not a list");
      }
      objects.addAll(page.objects);
      if (page.rest.isEmpty()) {
        return new ObjectList<>(List.copyOf(objects), page.version);
      }
      query = limit + "&continue=" + URLEncoder.encode(page.rest, StandardCharsets.UTF_8);
    }
  }

  /** One answer, of which only one object at a time is in memory as it was sent. */
  private static final class Page<T> {
    private final Function<JsonStream, T> reader;
    private final List<T> objects = new ArrayList<>();
    private String version = "";
    private String rest = "";

    Page(Function<JsonStream, T> reader) {
      this.reader = reader;
    }

    Page<T> read(JsonStream json) {
      // An answer is read again when the first was cut short.
      objects.clear();
      json.fields(part -> {
        switch (part) {
          case "metadata" -> json.fields(name -> metadata(name, json));
          case "items" ->
              json.items(() -> {
                if (json.isObject()) {
                  objects.add(reader.apply(json));
                }
              });
          default -> {}
        }
      });
      return this;
    }

    private void metadata(String name, JsonStream json) {
      switch (name) {
        case "resourceVersion" -> version = json.text();
        case "continue" -> rest = json.text();
        default -> {}
      }
    }
  }
}
