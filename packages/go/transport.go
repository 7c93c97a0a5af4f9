package shutterpost

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"mime"
	"net/http"
	"net/url"
	"time"
)

const (
	// Whoever is told to wait longer decides themselves.
	maxPause   = 60 * time.Second
	firstPause = 500 * time.Millisecond
)

// File is what is uploaded.
type File struct {
	Data []byte
	// Such as image/jpeg.
	ContentType string
}

// Download is a file that has not been read yet. Close it.
type Download struct {
	io.ReadCloser
	ContentType string
	Filename    string
}

// CreateOption changes one call that creates something.
type CreateOption func(*createSettings)

type createSettings struct {
	idempotencyKey string
}

// WithIdempotencyKey makes a repetition under the same key get the first response. Chosen at random for each call unless you give one.
func WithIdempotencyKey(key string) CreateOption {
	return func(settings *createSettings) { settings.idempotencyKey = key }
}

type transport struct {
	base       string
	apiKey     string
	maxRetries int
	timeout    time.Duration
	client     *http.Client
	files      *http.Client
}

type call struct {
	method string
	path   string
	query  url.Values
	body   any
	file   *File
	// Takes an Idempotency-Key.
	isCreation bool
	options    []CreateOption
}

type content struct {
	body []byte
	file *Download
}

func sendForObject[T any](ctx context.Context, t *transport, c call) (*T, error) {
	enveloped, err := sendForBare[struct {
		Data T `json:"data"`
	}](ctx, t, c)
	if err != nil {
		return nil, err
	}
	return &enveloped.Data, nil
}

func sendForBare[T any](ctx context.Context, t *transport, c call) (*T, error) {
	received, err := t.send(ctx, c, false)
	if err != nil {
		return nil, err
	}
	result := new(T)
	if err := json.Unmarshal(received.body, result); err != nil {
		return nil, fmt.Errorf("shutterpost: the response is not what was expected: %w", err)
	}
	return result, nil
}

func sendForFile(ctx context.Context, t *transport, c call) (*Download, error) {
	received, err := t.send(ctx, c, true)
	if err != nil {
		return nil, err
	}
	return received.file, nil
}

func (t *transport) send(ctx context.Context, c call, isFile bool) (*content, error) {
	address := t.base + c.path
	if len(c.query) > 0 {
		address += "?" + c.query.Encode()
	}
	header := http.Header{"X-Api-Key": {t.apiKey}, "User-Agent": {"shutterpost-go"}}
	var body []byte
	if c.file != nil {
		body = c.file.Data
		header.Set("Content-Type", c.file.ContentType)
	} else if c.body != nil {
		encoded, err := json.Marshal(c.body)
		if err != nil {
			return nil, err
		}
		body = encoded
		header.Set("Content-Type", "application/json")
	}
	// The same for all attempts: whichever arrives first is the one that counts.
	if c.isCreation {
		settings := createSettings{}
		for _, option := range c.options {
			option(&settings)
		}
		if settings.idempotencyKey == "" {
			settings.idempotencyKey = randomUUID()
		}
		header.Set("Idempotency-Key", settings.idempotencyKey)
	}
	isRepeatable := c.isCreation || c.method != http.MethodPost

	for retries := 0; ; retries++ {
		request, err := http.NewRequest(c.method, address, bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		request.Header = header.Clone()
		received, err := t.attempt(ctx, request, isFile)
		if err == nil {
			return received, nil
		}
		pause, mayRepeat := pauseAfter(err, retries, isRepeatable)
		if !mayRepeat || retries >= t.maxRetries {
			return nil, err
		}
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, ctx.Err()
		case <-timer.C:
		}
	}
}

func (t *transport) attempt(ctx context.Context, request *http.Request, isFile bool) (*content, error) {
	limited, cancel := context.WithCancel(ctx)
	limit := time.AfterFunc(t.timeout, cancel)
	what := request.Method + " " + request.URL.Path
	response, err := t.client.Do(request.WithContext(limited))
	if err != nil {
		cancel()
		limit.Stop()
		return nil, lost(ctx, what, err)
	}
	isOK := response.StatusCode < 300
	if isOK && isFile {
		limit.Stop()
		_, parameters, _ := mime.ParseMediaType(response.Header.Get("Content-Disposition"))
		return &content{file: &Download{
			ReadCloser:  &canceledAtEnd{response.Body, cancel},
			ContentType: response.Header.Get("Content-Type"),
			Filename:    parameters["filename"],
		}}, nil
	}
	defer cancel()
	defer limit.Stop()
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, lost(ctx, what, err)
	}
	if !isOK {
		return nil, errorOf(response, body)
	}
	return &content{body: body}, nil
}

type canceledAtEnd struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (c *canceledAtEnd) Close() error {
	defer c.cancel()
	return c.ReadCloser.Close()
}

// False when the call must not be repeated, or not so soon.
func pauseAfter(err error, retries int, isRepeatable bool) (time.Duration, bool) {
	var connection *ConnectionError
	if errors.As(err, &connection) {
		return backoff(retries), isRepeatable
	}
	var refused *Error
	if !errors.As(err, &refused) {
		return 0, false
	}
	switch refused.Status {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		// Refused by these, a call has done nothing, whatever it is.
	case http.StatusInternalServerError, http.StatusBadGateway, http.StatusGatewayTimeout:
		if !isRepeatable {
			return 0, false
		}
	default:
		return 0, false
	}
	pause := backoff(retries)
	if refused.RetryAfter != nil {
		pause = *refused.RetryAfter
	}
	return pause, pause <= maxPause
}

// Longer each time, and never the same for two clients.
func backoff(retries int) time.Duration {
	chance := float64(binary.BigEndian.Uint32(randomBytes(4))) / math.MaxUint32
	return time.Duration(float64(firstPause) * math.Pow(2, float64(retries)) * (0.5 + chance/2))
}

func randomUUID() string {
	id := randomBytes(16)
	id[6] = id[6]&0x0f | 0x40
	id[8] = id[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

func randomBytes(count int) []byte {
	random := make([]byte, count)
	// Fails only where the system has no randomness at all.
	if _, err := rand.Read(random); err != nil {
		panic(err)
	}
	return random
}
