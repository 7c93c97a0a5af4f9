package shutterpost

import (
	"crypto/hmac"
	"encoding/hex"
	"net/url"
	"strings"
)

// Return is a customer who comes back to your site.
type Return struct {
	PhotoRequestID string
	Status         string
}

// VerifyReturn tells which photo request a customer comes back from, once it is sure that the service sent them; otherwise a
// VerificationError. Compare it with the one that you are waiting for. The address is the one that was called, at least its path
// and query.
func VerifyReturn(address string, secrets ...string) (*Return, error) {
	return Verifier{Secrets: secrets}.Return(address)
}

// Return is VerifyReturn with the settings of the verifier.
func (v Verifier) Return(address string) (*Return, error) {
	if err := v.requireSecrets(); err != nil {
		return nil, err
	}
	parsed, err := url.Parse(address)
	if err != nil {
		return nil, &VerificationError{"The address is not one."}
	}
	query := parsed.Query()
	id, status, t := query.Get("photo_request_id"), query.Get("status"), query.Get("t")
	isGenuine := false
	// While the secret is rotated there are two.
	for _, part := range strings.Split(query.Get("signature"), ".") {
		given, err := hex.DecodeString(part)
		isGenuine = isGenuine || err == nil && v.fits(given, []byte(id+"."+status+"."+t))
	}
	if !isGenuine {
		return nil, &VerificationError{"The signature is wrong or missing."}
	}
	if !v.isRecent(t) {
		return nil, &VerificationError{"The return is too old, or a clock is wrong."}
	}
	return &Return{PhotoRequestID: id, Status: status}, nil
}

// Signed with one of the secrets as it is displayed.
func (v Verifier) fits(given, signed []byte) bool {
	for _, secret := range v.Secrets {
		if hmac.Equal(given, hmacOf([]byte(secret), signed)) {
			return true
		}
	}
	return false
}
