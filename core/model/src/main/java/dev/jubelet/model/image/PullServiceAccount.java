package dev.jubelet.model.image;

/** A service account whose token brought the credentials for a pull. */
public record PullServiceAccount(String uid, String namespace, String name) {}
