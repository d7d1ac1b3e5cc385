package dev.jubelet.streaming.spdy;

import dev.jubelet.ports.stream.Flow;
import dev.jubelet.streaming.flow.FlowOutput;
import dev.jubelet.streaming.flow.InboundBuffer;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.spdy.DefaultSpdyDataFrame;
import io.netty.handler.codec.spdy.SpdyHeaders;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A stream of a {@link SpdyConnection}. */
public final class SpdyStream implements Flow, FlowOutput.Frames {
  private final SpdyConnection connection;
  private final int id;
  private final SpdyHeaders headers;
  final InboundBuffer inbound;
  final FlowOutput outbound = new FlowOutput(this);
  // Event loop only: a stream is forgotten when both halves are closed.
  boolean inputEnded;
  boolean outputEnded;

  SpdyStream(SpdyConnection connection, int id, SpdyHeaders headers, InboundBuffer inbound) {
    this.connection = connection;
    this.id = id;
    this.headers = headers;
    this.inbound = inbound;
  }

  public int id() {
    return id;
  }

  /** A header of the frame that opened the stream; empty if there is none. Names have no case. */
  public String header(String name) {
    String value = headers.getAsString(name);
    return value == null ? "" : value;
  }

  @Override
  public InputStream input() {
    return inbound;
  }

  /** Nobody is going to read it: whatever the other side sends must not fill the connection. */
  public void dropInput() {
    inbound.close();
  }

  @Override
  public OutputStream output() {
    return outbound;
  }

  @Override
  public void reset() {
    connection.reset(this);
  }

  @Override
  public void data(byte[] bytes, int start, int length) throws IOException {
    connection.send(new DefaultSpdyDataFrame(id, Unpooled.copiedBuffer(bytes, start, length)));
  }

  @Override
  public void end() throws IOException {
    connection.end(this);
  }
}
