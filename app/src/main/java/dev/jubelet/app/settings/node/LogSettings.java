package dev.jubelet.app.settings.node;

import dev.jubelet.app.logging.LogFormat;

public record LogSettings(LogFormat format, int verbosity) {}
