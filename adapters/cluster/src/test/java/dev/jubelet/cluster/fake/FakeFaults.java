package dev.jubelet.cluster.fake;

import dev.jubelet.cluster.client.ApiFailure;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What goes wrong with the next requests. A call is a verb and a path: {@code PATCH /api/v1/…}. */
final class FakeFaults {
  private record Fault(String call, Supplier<ApiFailure> failure, boolean after) {}

  private final List<Fault> once = new ArrayList<>();
  private @Nullable Supplier<ApiFailure> always;

  synchronized void once(String call, Supplier<ApiFailure> failure, boolean after) {
    once.add(new Fault(call, failure, after));
  }

  synchronized void always(@Nullable Supplier<ApiFailure> failure) {
    always = failure;
  }

  synchronized void check(String call, boolean after) {
    if (!after && always != null) {
      throw always.get();
    }
    for (Iterator<Fault> each = once.iterator(); each.hasNext(); ) {
      Fault fault = each.next();
      if (fault.after() == after && call.startsWith(fault.call())) {
        each.remove();
        throw fault.failure().get();
      }
    }
  }
}
