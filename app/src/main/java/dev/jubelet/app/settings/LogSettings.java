package dev.jubelet.app.settings;

import dev.jubelet.app.logging.LogFormat;

public record LogSettings(LogFormat format, int verbosity) {}
