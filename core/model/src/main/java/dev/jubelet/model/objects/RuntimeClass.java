package dev.jubelet.model.objects;

import dev.jubelet.model.meta.ObjectMeta;

/** Which handler of the runtime the pods of a class get. */
public record RuntimeClass(ObjectMeta metadata, String handler) {}
