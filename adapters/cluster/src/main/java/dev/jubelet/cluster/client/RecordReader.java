package dev.jubelet.cluster.client;

import dev.jubelet.codec.DoesNotFitException;
import dev.jubelet.codec.StreamDecoder;
import dev.jubelet.json.JsonStream;
import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.MemoryShares;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes records of the objects of one kind, within the memory that there is for them. */
public final class RecordReader<T extends Record> implements ObjectReader<RecordReader.Found<T>> {
  private final Class<T> type;
  private final Function<T, ObjectMeta> meta;
  private final long max;
  private final MemoryShares<String> shares;

  /**
   * An object as far as it was read.
   *
   * @param value absent when it is not understood, or there is no memory for it
   * @param lacking why there is no memory for it, or ""
   */
  public record Found<T extends Record>(Metadata metadata, @Nullable T value, String lacking) {}

  /**
   * @param budget for all objects; one may take a quarter of it
   */
  public RecordReader(Class<T> type, Function<T, ObjectMeta> meta, MemoryBudget budget) {
    this.type = type;
    this.meta = meta;
    this.max = budget.limit() / 4;
    this.shares = new MemoryShares<>(budget);
  }

  @Override
  public Metadata metadata(Found<T> found) {
    return found.metadata();
  }

  @Override
  public Found<T> apply(JsonStream json) {
    ObjectMeter meter = new ObjectMeter(shares.unnamed(), max);
    try {
      StreamDecoder.Read<T> read =
          StreamDecoder.read(
              json, type, meter, named -> meter.use(shares.of(key(Metadata.of(named)))));
      Metadata metadata = Metadata.of(meta.apply(read.value()));
      String lacking = read.lacking().isEmpty() ? settled(meter) : read.lacking();
      boolean good = lacking.isEmpty() && read.whole();
      if (!good) {
        meter.giveUp();
      }
      return new Found<>(metadata, good ? read.value() : null, lacking);
    } finally {
      shares.read();
    }
  }

  private static String settled(ObjectMeter meter) {
    try {
      meter.settle();
      return "";
    } catch (DoesNotFitException tooLarge) {
      return tooLarge.text();
    }
  }

  private static String key(Metadata metadata) {
    return metadata.namespace() + "/" + metadata.name();
  }

  /** Only these are there any more: what others held is free. */
  public void retain(Set<Metadata> there) {
    shares.retain(there.stream().map(RecordReader::key).collect(Collectors.toSet()));
  }

  public void forget(Metadata gone) {
    shares.forget(key(gone));
  }

  /** Nothing that was read is used any more. */
  public void close() {
    shares.close();
  }
}
