// Records what libcni asks of plugins, for RequestsLikeLibcniTest. To renew the records:
//
//	go run . ../resources/libcni
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/containernetworking/cni/libcni"
	"github.com/containernetworking/cni/pkg/types"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	resources := os.Args[1]
	for _, version := range []string{"0.3.1", "0.4.0", "1.0.0", "1.1.0"} {
		record(resources, version)
	}
}

func read(path string) string {
	bytes, err := os.ReadFile(path)
	must(err)
	return string(bytes)
}

func record(resources, version string) {
	dir, err := os.MkdirTemp("", "record")
	must(err)
	defer os.RemoveAll(dir)
	must(os.MkdirAll(filepath.Join(dir, "bin", "log"), 0o755))
	script := read(filepath.Join(resources, "recorder.sh"))
	form := "old"
	if version >= "1" {
		form = "new"
	}
	for _, plugin := range []string{"first", "second"} {
		must(os.WriteFile(filepath.Join(dir, "bin", plugin), []byte(script), 0o755))
		answer := strings.ReplaceAll(read(filepath.Join(resources, plugin+"-"+form+".json")), "VERSION", version)
		must(os.WriteFile(filepath.Join(dir, "bin", plugin+".json"), []byte(answer), 0o644))
	}
	text := strings.ReplaceAll(read(filepath.Join(resources, "network.conflist")), "VERSION", version)
	list, err := libcni.ConfListFromBytes([]byte(text))
	must(err)
	cni := libcni.NewCNIConfigWithCacheDir([]string{filepath.Join(dir, "bin")}, filepath.Join(dir, "cache"), nil)
	rt := &libcni.RuntimeConf{
		ContainerID: "sandbox-1", NetNS: "/proc/self/ns/net", IfName: "eth0",
		Args: [][2]string{{"IgnoreUnknown", "1"}, {"K8S_POD_NAMESPACE", "shop"}, {"K8S_POD_NAME", "web-0"},
			{"K8S_POD_INFRA_CONTAINER_ID", "sandbox-1"}, {"K8S_POD_UID", "uid-7"}},
		CapabilityArgs: map[string]interface{}{
			"portMappings": []interface{}{map[string]interface{}{
				"hostPort": 8080, "containerPort": 80, "protocol": "tcp", "hostIP": ""}},
			"bandwidth": map[string]interface{}{
				"ingressRate": 1000000, "ingressBurst": 2000, "egressRate": 3000, "egressBurst": 4000},
			"cgroupPath": "/pods/<web>&0",
		},
	}
	ctx := context.Background()
	_, err = cni.AddNetworkList(ctx, list, rt)
	must(err)
	cache := read(filepath.Join(dir, "cache", "results", "shop-net-sandbox-1-eth0"))
	if version >= "0.4" {
		must(cni.CheckNetworkList(ctx, list, rt))
	}
	must(cni.GetStatusNetworkList(ctx, list))
	if version >= "1.1" {
		must(cni.GCNetworkList(ctx, list, &libcni.GCArgs{
			ValidAttachments: []types.GCAttachment{{ContainerID: "sandbox-1", IfName: "eth0"}}}))
	}
	must(cni.DelNetworkList(ctx, list, rt))
	logs, err := filepath.Glob(filepath.Join(dir, "bin", "log", "*"))
	must(err)
	sort.Strings(logs)
	out := ""
	for _, log := range logs {
		out += read(log) + "\n"
	}
	out += "cache " + cache + "\n"
	out = strings.ReplaceAll(out, dir, "DIR")
	must(os.WriteFile(filepath.Join(resources, version+".txt"), []byte(out), 0o644))
	fmt.Println(version, len(logs), "calls")
}
