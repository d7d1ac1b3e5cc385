package dev.jubelet.ports.stream;

import java.io.InputStream;
import java.io.OutputStream;

/** The client's end of a process. All streams block, and fail once the client has gone. */
public interface ProcessStreams {
  /** Ends when the client has closed it; at once if the client did not ask for it. */
  InputStream stdin();

  /** Takes and forgets everything if the client did not ask for it. */
  OutputStream stdout();

  OutputStream stderr();

  TerminalSizes sizes();

  /** Runs when the client goes before the process has ended; at once if it already has. */
  void whenGone(Runnable action);
}
