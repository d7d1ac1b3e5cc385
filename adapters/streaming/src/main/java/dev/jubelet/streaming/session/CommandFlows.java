package dev.jubelet.streaming.session;

import dev.jubelet.ports.stream.Flow;
import org.jspecify.annotations.Nullable;

/** The flows of one exec or attach; those that the client did not ask for are null. */
record CommandFlows(
    Flow error,
    @Nullable Flow stdin,
    @Nullable Flow stdout,
    @Nullable Flow stderr,
    @Nullable Flow resize) {}
