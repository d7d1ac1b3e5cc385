package dev.jubelet.model.access;

/**
 * What somebody wants to do with a resource of the core group, version v1, which has no namespace.
 *
 * @param verb "" for a method of HTTP that has none
 */
public record AccessAttributes(String verb, String resource, String subresource, String name) {}
