package dev.jubelet.streaming.flow;

import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.streaming.StreamLimits;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The last handler of a connection that carries several flows: bounds what lies between the event
 * loop and the virtual threads in both directions, and tells everybody when the other side has
 * gone.
 */
public abstract class FlowConnection extends ChannelInboundHandlerAdapter {
  protected final StreamLimits limits;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition writable = lock.newCondition();
  private final List<Runnable> mourners = new ArrayList<>();
  private final AtomicInteger buffered = new AtomicInteger();
  private final MemoryBudget.Share memory;
  private volatile boolean paused;
  private volatile @Nullable IOException gone;
  private volatile long lastData = System.nanoTime();
  private @Nullable ChannelHandlerContext context;
  private @Nullable Future<?> idleCheck;
  private @Nullable Future<?> keepAlive;
  private boolean leaving;

  protected FlowConnection(StreamLimits limits) {
    this.limits = limits;
    this.memory = limits.inbound().open();
  }

  /** A message that changes nothing, but that a dead client cannot take. */
  protected abstract Object keepAliveMessage();

  /** Fails every flow. Event loop only. */
  protected abstract void failFlows(IOException why);

  /**
   * Drops what comes from now on, and says what is to be said before hanging up. Event loop only.
   */
  protected abstract ChannelFuture sayGoodbye(ChannelHandlerContext context);

  protected final ChannelHandlerContext context() {
    if (context == null) {
      throw new IllegalStateException("not in a pipeline");
    }
    return context;
  }

  public final Channel channel() {
    return context().channel();
  }

  public final @Nullable IOException gone() {
    return gone;
  }

  protected final boolean leaving() {
    return leaving;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
    scheduleIdleCheck(limits.idle().toNanos());
    if (!added.channel().isActive()) {
      mourn(new IOException("the connection was lost"));
    }
  }

  /** Runs once the connection has gone, at once if it already has. */
  public final void whenGone(Runnable action) {
    lock.lock();
    try {
      if (gone == null) {
        mourners.add(action);
        return;
      }
    } finally {
      lock.unlock();
    }
    action.run();
  }

  /** Waits until the connection takes more; fails once it has gone. Never on the event loop. */
  public final void send(Object message) throws IOException {
    try {
      awaitWritable();
    } catch (IOException e) {
      ReferenceCountUtil.release(message);
      throw e;
    }
    touch();
    try {
      // Netty counts what it queues for the loop from here on: that is what the wait above sees.
      context().writeAndFlush(message, channel().voidPromise());
    } catch (RejectedExecutionException e) {
      mourn(new IOException("the server has ended", e));
      throw new IOException("the server has ended", e);
    }
  }

  private void awaitWritable() throws IOException {
    lock.lock();
    try {
      while (true) {
        IOException why = gone;
        if (why != null) {
          throw new IOException(why.getMessage(), why);
        }
        if (channel().isWritable()) {
          return;
        }
        // The idle check ends the connection, and with it this wait.
        writable.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while writing to a stream");
    } finally {
      lock.unlock();
    }
  }

  protected final InboundBuffer newBuffer() {
    return new InboundBuffer(this::consumed);
  }

  /** Hands data to a flow, and stops reading when too much lies unread. Event loop only. */
  protected final void deliver(InboundBuffer target, ByteBuf data) {
    touch();
    int kept = target.offer(data);
    if (kept == 0) {
      return;
    }
    boolean tooMuch = buffered.addAndGet(kept) > limits.inboundBytes();
    boolean fits = fits();
    if ((tooMuch || !fits) && !paused) {
      paused = true;
      channel().config().setAutoRead(false);
      beatHeart();
      resume();
    }
  }

  private void touch() {
    lastData = System.nanoTime();
  }

  private void consumed(int count) {
    int held = buffered.addAndGet(-count);
    if (fits() && paused && held <= limits.inboundBytes() / 2) {
      onLoop(this::resume);
    }
  }

  /**
   * Who does not fit into the memory for all clients goes on when nothing of it is held any more:
   * that depends on nobody else, so nobody waits for ever.
   */
  private void resume() {
    int held = buffered.get();
    if (paused && held <= limits.inboundBytes() / 2 && (held == 0 || fits())) {
      readOn();
    }
  }

  /** Brings our share in line with what is held; false when others leave no room for it. */
  private boolean fits() {
    lock.lock();
    try {
      long more = gone == null ? buffered.get() - memory.held() : -memory.held();
      if (more > 0) {
        memory.take(more);
      } else {
        memory.giveBack(-more);
      }
      return true;
    } catch (OutsideFailure exhausted) {
      return buffered.get() == 0;
    } finally {
      lock.unlock();
    }
  }

  private void readOn() {
    paused = false;
    cancel(keepAlive);
    channel().config().setAutoRead(true);
  }

  /**
   * While nothing is read, no ping is answered and no hang-up is seen. What is sent here keeps a
   * living client from giving up, and fails if there is none.
   */
  private void beatHeart() {
    keepAlive =
        context()
            .executor()
            .schedule(
                () -> {
                  if (paused && gone == null) {
                    if (channel().isWritable()) {
                      context().writeAndFlush(keepAliveMessage());
                    }
                    beatHeart();
                  }
                },
                limits.keepAlive().toNanos(),
                TimeUnit.NANOSECONDS);
  }

  private void scheduleIdleCheck(long nanos) {
    idleCheck =
        context()
            .executor()
            .schedule(
                () -> {
                  long left = limits.idle().toNanos() - (System.nanoTime() - lastData);
                  if (left > 0) {
                    scheduleIdleCheck(left);
                  } else {
                    abort(new IOException("nothing was streamed for " + limits.idle()));
                  }
                },
                nanos,
                TimeUnit.NANOSECONDS);
  }

  /**
   * Runs there in the order of the calls. A loop that has ended has closed the connection before.
   */
  protected final void onLoop(Runnable task) {
    try {
      context().executor().execute(task);
    } catch (RejectedExecutionException e) {
      mourn(new IOException("the server has ended", e));
    }
  }

  /** Everything was said: tells the client so, and hangs up when it has read it. Any thread. */
  public final void leave() {
    onLoop(() -> {
      if (!leaving && gone == null) {
        leaving = true;
        ChannelFuture said = sayGoodbye(context());
        readOn();
        LingeringClose.after(said, limits);
      }
    });
  }

  /** Hangs up at once. Any thread. */
  public final void abort(IOException why) {
    onLoop(() -> {
      mourn(why);
      channel().close();
    });
  }

  private void mourn(IOException why) {
    List<Runnable> all;
    lock.lock();
    try {
      if (gone != null) {
        return;
      }
      gone = why;
      all = List.copyOf(mourners);
      mourners.clear();
      writable.signalAll();
    } finally {
      lock.unlock();
    }
    cancel(idleCheck);
    cancel(keepAlive);
    boolean _ = fits();
    failFlows(why);
    all.forEach(Runnable::run);
  }

  private static void cancel(@Nullable Future<?> task) {
    if (task != null) {
      task.cancel(false);
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    lock.lock();
    try {
      writable.signalAll();
    } finally {
      lock.unlock();
    }
    ctx.fireChannelWritabilityChanged();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    mourn(new IOException("the connection was lost"));
    ctx.fireChannelInactive();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      mourn(new IOException("the connection was closed by the other side"));
      ctx.close();
    }
    ctx.fireUserEventTriggered(event);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    mourn(new IOException("the connection failed: " + cause.getMessage(), cause));
    ctx.close();
  }
}
