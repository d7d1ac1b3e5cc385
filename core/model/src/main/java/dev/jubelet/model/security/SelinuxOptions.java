package dev.jubelet.model.security;

public record SelinuxOptions(String user, String role, String type, String level) {}
