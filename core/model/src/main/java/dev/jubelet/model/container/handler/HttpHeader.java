package dev.jubelet.model.container.handler;

public record HttpHeader(String name, String value) {}
