// Says as whom it runs: for an image whose program has the set-user-id bit.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Printf("Effective uid: %d\n", os.Geteuid())
}
