package dev.jubelet.streaming.websocket;

import dev.jubelet.ports.stream.Flow;
import dev.jubelet.streaming.flow.FlowOutput;
import dev.jubelet.streaming.flow.InboundBuffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A channel of a {@link ChannelConnection}. */
final class ChannelFlow implements Flow, FlowOutput.Frames {
  private final ChannelConnection connection;
  private final int number;
  private final boolean writes;
  final InboundBuffer inbound;
  final FlowOutput outbound = new FlowOutput(this);

  ChannelFlow(
      ChannelConnection connection, int number, ChannelConnection.Use use, InboundBuffer inbound) {
    this.connection = connection;
    this.number = number;
    this.writes = use == ChannelConnection.Use.WRITE || use == ChannelConnection.Use.BOTH;
    this.inbound = inbound;
  }

  @Override
  public InputStream input() {
    return inbound;
  }

  @Override
  public OutputStream output() {
    return outbound;
  }

  @Override
  public void reset() {
    outbound.shut();
    inbound.close();
  }

  @Override
  public void data(byte[] bytes, int start, int length) throws IOException {
    if (writes) {
      connection.sendData(number, bytes, start, length);
    }
  }

  /** No version has a word for it in this direction: clients learn it from the end of the whole. */
  @Override
  public void end() {}
}
