package dev.jubelet.cluster.client;

import dev.jubelet.json.JsonStream;
import dev.jubelet.json.Node;
import java.util.function.Function;

/** Makes something of an object of the API server while it arrives, and knows whose it is. */
public interface ObjectReader<T> extends Function<JsonStream, T> {
  /** The whole object, for those that are never large. */
  ObjectReader<Node.Fields> TREE =
      new ObjectReader<>() {
        private static final long BYTES_MAX = 8 << 20;

        @Override
        public Node.Fields apply(JsonStream json) {
          // Who wrote which field is for the API server alone, and long.
          if (json.tree(BYTES_MAX, "metadata", "managedFields") instanceof Node.Fields object) {
            return object;
          }
          throw new IllegalArgumentException("this is not an object");
        }

        @Override
        public Metadata metadata(Node.Fields object) {
          return Metadata.of(object);
        }
      };

  /** Only what the object says about itself. */
  ObjectReader<Metadata> METADATA =
      new ObjectReader<>() {
        @Override
        public Metadata apply(JsonStream json) {
          return Metadata.read(json);
        }

        @Override
        public Metadata metadata(Metadata object) {
          return object;
        }
      };

  Metadata metadata(T object);
}
