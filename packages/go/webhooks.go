package shutterpost

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	defaultTolerance    = 300 * time.Second
	webhookSecretPrefix = "whsec_"
)

// Verifier tells what is genuine from what is not.
type Verifier struct {
	// whsec_… for webhooks, rtsec_… for returns. During a rotation give both.
	Secrets []string
	// How old what is received may be; 300 seconds where it is 0.
	Tolerance time.Duration
}

// WebhookEvent is what a webhook brings.
type WebhookEvent struct {
	// The same on every attempt and every replay: process each ID once.
	ID          string          `json:"-"`
	Event       string          `json:"event"`
	Timestamp   string          `json:"timestamp"`
	Environment string          `json:"environment"`
	Data        json.RawMessage `json:"data"`
}

// VerifyWebhook returns the event, once it is sure that it is genuine and not an old one sent again; otherwise a
// VerificationError. The body is the one received, before anything has parsed it. It looks at webhook-signature alone:
// X-Webhook-Signature says nothing about ID and age, so a recorded webhook would fit forever.
func VerifyWebhook(body []byte, header http.Header, secrets ...string) (*WebhookEvent, error) {
	return Verifier{Secrets: secrets}.Webhook(body, header)
}

// Webhook is VerifyWebhook with the settings of the verifier.
func (v Verifier) Webhook(body []byte, header http.Header) (*WebhookEvent, error) {
	if err := v.requireSecrets(); err != nil {
		return nil, err
	}
	id, timestamp, signatures := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp"), header.Get("Webhook-Signature")
	if id == "" || timestamp == "" || signatures == "" {
		return nil, &VerificationError{"The signature is missing."}
	}
	isGenuine, err := v.isSigned([]byte(id+"."+timestamp+"."+string(body)), signatures)
	if err != nil {
		return nil, err
	}
	if !isGenuine {
		return nil, &VerificationError{"The signature is wrong."}
	}
	if !v.isRecent(timestamp) {
		return nil, &VerificationError{"The webhook is too old, or a clock is wrong."}
	}
	return parseEvent(body, id)
}

// As Standard Webhooks has it: several signatures, of which one has to fit.
func (v Verifier) isSigned(signed []byte, header string) (bool, error) {
	for _, secret := range v.Secrets {
		key := fromBase64(strings.TrimPrefix(secret, webhookSecretPrefix))
		// With an empty key anyone could sign.
		if len(key) == 0 {
			return false, errors.New("shutterpost: the secret is not one of a webhook endpoint")
		}
		expected := hmacOf(key, signed)
		for _, part := range strings.Split(header, " ") {
			if strings.HasPrefix(part, "v1,") && hmac.Equal(fromBase64(part[3:]), expected) {
				return true, nil
			}
		}
	}
	return false, nil
}

func (v Verifier) requireSecrets() error {
	if len(v.Secrets) == 0 {
		return errors.New("shutterpost: the secret is missing")
	}
	for _, secret := range v.Secrets {
		if secret == "" {
			return errors.New("shutterpost: the secret is missing")
		}
	}
	return nil
}

func (v Verifier) isRecent(timestamp string) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return false
	}
	tolerance := v.Tolerance
	if tolerance == 0 {
		tolerance = defaultTolerance
	}
	age := time.Since(time.Unix(seconds, 0))
	return -tolerance <= age && age <= tolerance
}

func hmacOf(key, data []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write(data)
	return mac.Sum(nil)
}

// Empty for what is none, which fits nothing.
func fromBase64(text string) []byte {
	decoded, err := base64.RawURLEncoding.DecodeString(strings.NewReplacer("+", "-", "/", "_", "=", "").Replace(text))
	if err != nil {
		return nil
	}
	return decoded
}

func parseEvent(body []byte, id string) (*WebhookEvent, error) {
	event := &WebhookEvent{}
	if err := json.Unmarshal(body, event); err != nil {
		return nil, &VerificationError{"The body is not a JSON object."}
	}
	event.ID = id
	return event, nil
}
