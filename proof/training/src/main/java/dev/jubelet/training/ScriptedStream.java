package dev.jubelet.training;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2StreamFrame;
import java.nio.charset.StandardCharsets;

/** One request and its answer. */
final class ScriptedStream extends SimpleChannelInboundHandler<Http2StreamFrame> {
  private final ScriptedAnswers answers;
  private final StringBuilder body = new StringBuilder();
  private String method = "";
  private String path = "";

  private ScriptedStream(ScriptedAnswers answers) {
    this.answers = answers;
  }

  /** Of the streams of a connection. */
  static final class Maker extends ChannelInitializer<Channel> {
    private final ScriptedAnswers answers;

    Maker(ScriptedAnswers answers) {
      this.answers = answers;
    }

    @Override
    protected void initChannel(Channel stream) {
      stream.pipeline().addLast(new ScriptedStream(answers));
    }
  }

  @Override
  protected void channelRead0(ChannelHandlerContext stream, Http2StreamFrame frame) {
    if (frame instanceof Http2HeadersFrame headers) {
      method = headers.headers().method().toString();
      path = headers.headers().path().toString();
      if (headers.isEndStream()) {
        answer(stream);
      }
    } else if (frame instanceof Http2DataFrame data) {
      body.append(data.content().toString(StandardCharsets.UTF_8));
      if (data.isEndStream()) {
        answer(stream);
      }
    }
  }

  private void answer(ChannelHandlerContext stream) {
    ScriptedAnswers.Answer answer = answers.to(method, path, body.toString());
    Http2Headers headers =
        new DefaultHttp2Headers()
            .status(Integer.toString(answer.code()))
            .set("content-type", "application/json");
    stream.write(new DefaultHttp2HeadersFrame(headers));
    stream.writeAndFlush(
        new DefaultHttp2DataFrame(
            Unpooled.copiedBuffer(answer.body(), StandardCharsets.UTF_8), !answer.goesOn()));
  }
}
