// WEBHOOK_SECRET=whsec_… go run verify.go "$SIGNATURE" < body; exits with 0 if the webhook is genuine, otherwise with 1.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log"
	"os"
)

// isGenuine takes the raw request body, before anything has parsed it.
func isGenuine(body []byte, signature, secret string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(expected), []byte(signature))
}

func main() {
	secret := os.Getenv("WEBHOOK_SECRET")
	if secret == "" || len(os.Args) < 2 {
		log.Fatal("The signing secret or the signature is missing")
	}
	body, err := io.ReadAll(os.Stdin)
	if err != nil {
		log.Fatal(err)
	}
	if !isGenuine(body, os.Args[1], secret) {
		os.Exit(1)
	}
}
