package dev.jubelet.nodeserver.http;

import dev.jubelet.ports.MemoryBudget;

/** What all clients of all ports together may make this process hold. */
public record HttpMemory(MemoryBudget requests, MemoryBudget answers) {}
