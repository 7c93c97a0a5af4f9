package shutterpost

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Kinds of an Error, for errors.Is.
var (
	// ErrAuthentication is 401: the key is missing, unknown or deactivated.
	ErrAuthentication = errors.New("shutterpost: not authenticated")
	// ErrPermission is 403: the key, the plan or the workspace does not allow it.
	ErrPermission = errors.New("shutterpost: not allowed")
	// ErrNotFound is 404: there is no such object in this workspace and environment.
	ErrNotFound = errors.New("shutterpost: not found")
	// ErrValidation is 400 and 422: what was sent is not valid; Details has a message for each field.
	ErrValidation = errors.New("shutterpost: not valid")
	// ErrRateLimit is 429: too many calls; RetryAfter tells when to go on.
	ErrRateLimit = errors.New("shutterpost: too many calls")
	// ErrService is 5xx: the service could not do it.
	ErrService = errors.New("shutterpost: service failed")
)

// Error is what the service refused, or could not do. New codes can be added: have a default for those that you do not know.
type Error struct {
	Status  int
	Code    string
	Message string
	// Messages by field name. Nested fields use dots.
	Details map[string][]string
	// Names the call in the logs of the service.
	RequestID string
	// The page that explains the code.
	DocURL string
	// After how long it makes sense to try again; nil where the service did not say.
	RetryAfter *time.Duration
}

func (e *Error) Error() string {
	return fmt.Sprintf("shutterpost: %s (%s, status %d)", e.Message, e.Code, e.Status)
}

// Is tells whether the error is of one of the kinds above.
func (e *Error) Is(target error) bool {
	switch e.Status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		return target == ErrValidation
	case http.StatusUnauthorized:
		return target == ErrAuthentication
	case http.StatusForbidden:
		return target == ErrPermission
	case http.StatusNotFound:
		return target == ErrNotFound
	case http.StatusTooManyRequests:
		return target == ErrRateLimit
	default:
		return e.Status >= 500 && target == ErrService
	}
}

// ConnectionError means that there was no response: the network failed or the time was up. The call may have been carried out.
type ConnectionError struct {
	Message string
	Cause   error
}

func (e *ConnectionError) Error() string {
	return fmt.Sprintf("shutterpost: %s: %v", e.Message, e.Cause)
}

func (e *ConnectionError) Unwrap() error { return e.Cause }

// VerificationError means that what was received is not genuine or not whole.
type VerificationError struct {
	Message string
}

func (e *VerificationError) Error() string { return "shutterpost: " + e.Message }

// Whoever gave up themselves gets what they said.
func lost(ctx context.Context, message string, cause error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return &ConnectionError{message, cause}
}

func errorOf(response *http.Response, body []byte) *Error {
	var parsed struct {
		Error struct {
			Code      string              `json:"code"`
			Message   string              `json:"message"`
			Details   map[string][]string `json:"details"`
			RequestID string              `json:"request_id"`
			DocURL    string              `json:"doc_url"`
		} `json:"error"`
		// The one refusal with a shape of its own: email on a plan without it.
		Message string              `json:"message"`
		Errors  map[string][]string `json:"errors"`
	}
	// What is not JSON came from something in front of the service, a proxy say.
	_ = json.Unmarshal(body, &parsed)
	failed := &Error{
		Status:     response.StatusCode,
		Code:       first(parsed.Error.Code, "unknown"),
		Message:    first(parsed.Error.Message, parsed.Message, fmt.Sprintf("The service responded with status %d.", response.StatusCode)),
		Details:    parsed.Error.Details,
		RequestID:  first(parsed.Error.RequestID, response.Header.Get("X-Request-Id")),
		DocURL:     parsed.Error.DocURL,
		RetryAfter: retryAfterOf(response.Header.Get("Retry-After")),
	}
	if parsed.Errors != nil && parsed.Error.Code == "" {
		failed.Code, failed.Details = "validation_error", parsed.Errors
	}
	return failed
}

func first(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

// Seconds or a date, as HTTP allows both.
func retryAfterOf(value string) *time.Duration {
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		pause := time.Duration(seconds) * time.Second
		return &pause
	}
	date, err := http.ParseTime(value)
	if err != nil {
		return nil
	}
	pause := time.Until(date)
	if pause < 0 {
		pause = 0
	}
	return &pause
}
