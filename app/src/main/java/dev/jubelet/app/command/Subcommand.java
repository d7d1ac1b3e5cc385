package dev.jubelet.app.command;

import java.util.function.Supplier;

/**
 * A word after {@code jubelet}.
 *
 * @param command makes the object with picocli's annotations; called only when the word is used, or
 *     when all commands are listed
 */
public record Subcommand(String name, Supplier<?> command) {}
