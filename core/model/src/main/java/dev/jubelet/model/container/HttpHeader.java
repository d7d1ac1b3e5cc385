package dev.jubelet.model.container;

public record HttpHeader(String name, String value) {}
