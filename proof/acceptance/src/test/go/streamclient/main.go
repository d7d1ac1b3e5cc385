// A client of exec, attach and port-forward that is made of kubectl's own libraries.
//
//	streamclient exec [flags] URL      stdin, stdout and stderr are the process's own, and so is the exit code
//	streamclient forward [flags] URL LOCAL:REMOTE
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"

	"k8s.io/apimachinery/pkg/util/httpstream"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/portforward"
	"k8s.io/client-go/tools/remotecommand"
	"k8s.io/client-go/transport/spdy"
	"k8s.io/client-go/util/exec"
)

// What the exit code says when the stream failed, whatever became of the process.
const broken = 125

var (
	websocket = flag.Bool("websocket", false, "WebSocket instead of SPDY")
	protocols = flag.String("protocols", "", "versions to offer, by comma; all if empty")
	stdin     = flag.Bool("stdin", false, "send stdin")
	stdout    = flag.Bool("stdout", true, "receive stdout")
	stderr    = flag.Bool("stderr", true, "receive stderr")
	tty       = flag.String("tty", "", "sizes of a terminal, for example 80x24,100x30")
)

type sizes struct{ left []string }

func (s *sizes) Next() *remotecommand.TerminalSize {
	if len(s.left) == 0 {
		return nil
	}
	size := &remotecommand.TerminalSize{}
	fmt.Sscanf(s.left[0], "%dx%d", &size.Width, &size.Height)
	s.left = s.left[1:]
	return size
}

func config() *rest.Config {
	return &rest.Config{TLSClientConfig: rest.TLSClientConfig{Insecure: true}, BearerToken: "secret"}
}

func executor(target *url.URL) (remotecommand.Executor, error) {
	versions := strings.Split(*protocols, ",")
	if *websocket {
		if *protocols == "" {
			return remotecommand.NewWebSocketExecutor(config(), "GET", target.String())
		}
		return remotecommand.NewWebSocketExecutorForProtocols(config(), "GET", target.String(), versions...)
	}
	if *protocols == "" {
		return remotecommand.NewSPDYExecutor(config(), "POST", target)
	}
	transport, upgrader, err := spdy.RoundTripperFor(config())
	if err != nil {
		return nil, err
	}
	return remotecommand.NewSPDYExecutorForProtocols(transport, upgrader, "POST", target, versions...)
}

func run(target *url.URL) error {
	client, err := executor(target)
	if err != nil {
		return err
	}
	options := remotecommand.StreamOptions{}
	if *stdin {
		options.Stdin = os.Stdin
	}
	if *stdout {
		options.Stdout = os.Stdout
	}
	if *stderr && *tty == "" {
		options.Stderr = os.Stderr
	}
	if *tty != "" {
		options.Tty = true
		options.TerminalSizeQueue = &sizes{strings.Split(*tty, ",")}
	}
	return client.StreamWithContext(context.Background(), options)
}

func forward(target *url.URL, ports []string) error {
	var dialer httpstream.Dialer
	var err error
	if *websocket {
		dialer, err = portforward.NewSPDYOverWebsocketDialer(target, config())
	} else {
		var transport http.RoundTripper
		var upgrader spdy.Upgrader
		transport, upgrader, err = spdy.RoundTripperFor(config())
		dialer = spdy.NewDialer(upgrader, &http.Client{Transport: transport}, "POST", target)
	}
	if err != nil {
		return err
	}
	forwarder, err := portforward.New(dialer, ports, make(chan struct{}), make(chan struct{}), os.Stdout, os.Stderr)
	if err != nil {
		return err
	}
	return forwarder.ForwardPorts()
}

func main() {
	mode := os.Args[1]
	flag.CommandLine.Parse(os.Args[2:])
	target, err := url.Parse(flag.Arg(0))
	if err == nil && mode == "forward" {
		err = forward(target, flag.Args()[1:])
	} else if err == nil {
		err = run(target)
	}
	var exit exec.CodeExitError
	if errors.As(err, &exit) {
		os.Exit(exit.Code)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "streamclient:", err)
		os.Exit(broken)
	}
}
