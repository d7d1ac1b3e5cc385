package dev.jubelet.cluster.fake;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.ApiServer;
import dev.jubelet.cluster.client.ObjectReader;
import dev.jubelet.cluster.client.WatchStream;
import dev.jubelet.codec.tree.FieldsEdit;
import dev.jubelet.codec.tree.Problems;
import dev.jubelet.codec.tree.Trees;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonStream;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * An API server in memory that does what a real one does to the objects of a node: versions,
 * conflicts, preconditions, graceful deletion of pods, {@code status} apart from the rest, patches,
 * lists in pages, watches with selectors. It checks no rights and validates nothing. Calls answer
 * at once; a watch waits.
 */
public final class FakeApiServer implements ApiServer {
  private final FakeStore store = new FakeStore();
  private final FakeWrites writes = new FakeWrites(store);
  private final FakeFaults faults = new FakeFaults();
  private final List<String> calls = new ArrayList<>();
  private final List<FakeWatch> watches = new ArrayList<>();
  private final List<Runnable> back = new CopyOnWriteArrayList<>();
  private final Map<String, BiFunction<String, Node.Fields, Node.Fields>> answers =
      new LinkedHashMap<>();

  /** Puts or replaces an object, as somebody else would; nothing is checked or noted. */
  public synchronized Node.Fields put(String path, String json) {
    ApiPath at = ApiPath.parse(path);
    return store.put(at, writes.named(at, parsed(json), store.find(at)));
  }

  /** Takes an object away, as after a forced deletion. */
  public synchronized void remove(String path) {
    store.remove(ApiPath.parse(path));
  }

  public synchronized Optional<Node.Fields> find(String path) {
    return Optional.ofNullable(store.find(ApiPath.parse(path)));
  }

  /** All objects of a list's path. */
  public synchronized List<Node.Fields> all(String path) {
    ApiPath at = ApiPath.parse(path);
    return store.all(at.kindOfObjects(), Selector.of(at));
  }

  /**
   * Answers creations whose path ends so, such as {@code /token}, in the place of the store. The
   * function is given the path and what was sent.
   */
  public synchronized void answer(
      String pathEnd, BiFunction<String, Node.Fields, Node.Fields> answer) {
    answers.put(pathEnd, answer);
  }

  /** Every request so far, such as {@code GET /api/v1/nodes/a}, in order. */
  public synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  public synchronized long count(String callStart) {
    return calls.stream().filter(each -> each.startsWith(callStart)).count();
  }

  /** The next request that begins so fails, and nothing happens. */
  public void failBefore(String callStart, Supplier<ApiFailure> failure) {
    faults.once(callStart, failure, false);
  }

  /** The next request that begins so is done, but its answer is lost. */
  public void failAfter(String callStart, Supplier<ApiFailure> failure) {
    faults.once(callStart, failure, true);
  }

  /** Every request fails until {@link #heal}; watches break. */
  public void outage(Supplier<ApiFailure> failure) {
    faults.always(failure);
    breakWatches(failure.get());
  }

  public void heal() {
    faults.always(null);
    back.forEach(Runnable::run);
  }

  /** The server ends all watches in good order. */
  public synchronized void endWatches() {
    List.copyOf(watches).forEach(FakeWatch::end);
  }

  public synchronized void breakWatches(ApiFailure why) {
    List.copyOf(watches).forEach(watch -> watch.fail(why));
  }

  /** Every watch that wants them gets one. */
  public synchronized void bookmark() {
    Node.Fields object = FakeStore.versioned(JsonObject.EMPTY, store.version());
    watches.stream()
        .filter(watch -> watch.path().query("allowWatchBookmarks").equals("true"))
        .forEach(watch ->
            watch.send(
                new WatchStream.WatchEvent<>(
                    WatchStream.WatchEvent.Type.BOOKMARK, FakeStore.versionOf(object), null)));
  }

  /** Older versions are forgotten: who goes on from one of them gets 410. */
  public synchronized void compact() {
    store.compact();
  }

  public synchronized int openWatches() {
    return watches.size();
  }

  /** What a reader makes of an object that comes over the wire. */
  static <T> T read(Node.Fields object, Function<JsonStream, T> reader) {
    try (JsonStream json = JsonStream.of(JsonWriter.go(object))) {
      return reader.apply(json);
    }
  }

  @Override
  public <T> T get(String path, Function<JsonStream, T> reader) {
    return read(
        asked(
            "GET",
            path,
            () -> {
              ApiPath at = ApiPath.parse(path);
              return at.name().isEmpty() ? FakePages.list(store, at) : writes.existing(at);
            }),
        reader);
  }

  @Override
  public <T> T create(String path, Node.Fields object, Function<JsonStream, T> reader) {
    return read(created(path, object), reader);
  }

  private Node.Fields created(String path, Node.Fields object) {
    return asked(
        "POST",
        path,
        () -> {
          String bare = path.replaceFirst("\\?.*", "");
          for (var each : answers.entrySet()) {
            if (bare.endsWith(each.getKey())) {
              return each.getValue().apply(path, object);
            }
          }
          return writes.create(ApiPath.parse(path), object);
        });
  }

  @Override
  public Node.Fields replace(String path, Node.Fields object) {
    return asked("PUT", path, () -> writes.replace(ApiPath.parse(path), object));
  }

  @Override
  public <T> T patch(String path, Node.Fields patch, Function<JsonStream, T> reader) {
    return read(
        asked("PATCH", path, () -> writes.patch(ApiPath.parse(path), new PatchMerge(), patch)),
        reader);
  }

  @Override
  public void delete(String path, Node.Fields options) {
    asked(
        "DELETE",
        path,
        () -> {
          writes.delete(ApiPath.parse(path), options);
          return JsonObject.EMPTY;
        });
  }

  @Override
  public synchronized <T> WatchStream<T> watch(String path, ObjectReader<T> reader) {
    calls.add("WATCH " + path);
    faults.check("WATCH " + path, false);
    ApiPath at = ApiPath.parse(path);
    Selector selector = Selector.of(at);
    Watching watching = new Watching(at, selector);
    List<FakeStore.Change> missed =
        store.since(at.query("resourceVersion"), at.kindOfObjects(), watching);
    watches.add(watching.watch);
    missed.forEach(watching);
    return watching.watch.read(reader);
  }

  private final class Watching implements Consumer<FakeStore.Change> {
    private final FakeWatch watch;
    private final String kind;
    private final Selector selector;

    Watching(ApiPath path, Selector selector) {
      this.watch = new FakeWatch(path, this::closed);
      this.kind = path.kindOfObjects();
      this.selector = selector;
    }

    @Override
    public void accept(FakeStore.Change change) {
      WatchStream.WatchEvent<Node.Fields> event =
          change.kind().equals(kind) ? change.seenBy(selector) : null;
      if (event != null) {
        watch.send(event);
      }
    }

    private void closed() {
      synchronized (FakeApiServer.this) {
        watches.remove(watch);
        store.forget(this);
      }
    }
  }

  @Override
  public Registration whenBack(Runnable task) {
    back.add(task);
    return () -> back.remove(task);
  }

  private synchronized Node.Fields asked(String verb, String path, Supplier<Node.Fields> work) {
    String call = verb + " " + path;
    calls.add(call);
    faults.check(call, false);
    Node.Fields answer = work.get();
    faults.check(call, true);
    return answer;
  }

  /** An object from its text, for tests. */
  public static Node.Fields parsed(String json) {
    Problems problems = new Problems();
    List<Node> documents = Trees.read(json, problems);
    if (problems.hasErrors()
        || documents.size() != 1
        || !(documents.getFirst() instanceof Node.Fields object)) {
      throw new IllegalArgumentException("not an object: " + problems.list() + " in " + json);
    }
    return new FieldsEdit(object).build();
  }
}
