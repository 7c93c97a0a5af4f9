// Package shutterpost is a client of Shutterpost: ask for photos, get live ones back, verify webhooks.
package shutterpost

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Client is a client of one installation with one key. It can be shared between goroutines.
type Client struct {
	Resources
	transport *transport
}

// Option changes how a client calls.
type Option func(*transport)

// WithMaxRetries tells how often a call is repeated that failed through no fault of its own; 3 unless you say otherwise.
func WithMaxRetries(retries int) Option {
	return func(t *transport) { t.maxRetries = retries }
}

// WithTimeout limits each attempt; 30 seconds unless you say otherwise. Files may take longer once they have begun.
func WithTimeout(timeout time.Duration) Option {
	return func(t *transport) { t.timeout = timeout }
}

// WithHTTPClient calls through a client of your own.
func WithHTTPClient(client *http.Client) Option {
	return func(t *transport) { t.client = client }
}

// New makes a client. The base address is that of the installation, such as https://photos.example.com; the key is
// shp_live_… or shp_test_…, and must never be in an app that others get.
func New(baseURL, apiKey string, options ...Option) (*Client, error) {
	if apiKey == "" {
		return nil, errors.New("shutterpost: the API key is missing")
	}
	if parsed, err := url.Parse(baseURL); err != nil || parsed.Host == "" {
		return nil, fmt.Errorf("shutterpost: %q is not the address of an installation", baseURL)
	}
	t := &transport{
		base:       strings.TrimRight(baseURL, "/") + "/v1",
		apiKey:     apiKey,
		maxRetries: 3,
		timeout:    30 * time.Second,
		client:     http.DefaultClient,
	}
	for _, option := range options {
		option(t)
	}
	t.files = t.client
	calls := *t.client
	// The service never redirects, and another one must not get the key.
	calls.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	t.client = &calls
	return &Client{Resources: newResources(t), transport: t}, nil
}

// DownloadPhoto returns the file at the photo's URL, once it is sure by its SHA-256 that it is the one that the customer sent.
func (c *Client) DownloadPhoto(ctx context.Context, url, sha256Hex string) ([]byte, error) {
	limited, cancel := context.WithTimeout(ctx, c.transport.timeout)
	defer cancel()
	// The link is signed: the key would only be told to a bucket.
	request, err := http.NewRequestWithContext(limited, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	response, err := c.transport.files.Do(request)
	if err != nil {
		return nil, lost(ctx, "The photo could not be read", err)
	}
	defer response.Body.Close()
	file, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, lost(ctx, "The photo could not be read", err)
	}
	if response.StatusCode >= 300 {
		return nil, errorOf(response, file)
	}
	if digest := sha256.Sum256(file); hex.EncodeToString(digest[:]) != sha256Hex {
		return nil, &VerificationError{"The photo is not the one that was sent."}
	}
	return file, nil
}
