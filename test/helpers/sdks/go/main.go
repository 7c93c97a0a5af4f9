// The same story in every language; what is expected of it stands in test/process/sdk-languages.test.ts.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"os"
	"sort"

	shutterpost "shutterpost.example/go"
)

type given struct {
	URL        string `json:"url"`
	ProxyURL   string `json:"proxyUrl"`
	APIKey     string `json:"apiKey"`
	ExternalID string `json:"externalId"`
	Picture    string `json:"picture"`
	Webhooks   []struct {
		Body    string            `json:"body"`
		Headers map[string]string `json:"headers"`
		Secrets []string          `json:"secrets"`
	} `json:"webhooks"`
	Returns []struct {
		URL     string   `json:"url"`
		Secrets []string `json:"secrets"`
	} `json:"returns"`
}

var ctx = context.Background()
var ptr = shutterpost.Ptr[string]

func main() {
	input := given{}
	check(json.Unmarshal(must(os.ReadFile(os.Args[1])), &input))
	direct := must(shutterpost.New(input.URL, input.APIKey))
	failing := must(shutterpost.New(input.ProxyURL, input.APIKey))
	wrongKey := must(shutterpost.New(input.URL, "shp_test_wrong"))
	told := map[string]any{}

	created := must(failing.PhotoRequests.Create(ctx, shutterpost.CreatePhotoRequest{Instructions: ptr("Once"), ExternalID: &input.ExternalID}))
	found := []string{}
	requests := failing.PhotoRequests.List(ctx, &shutterpost.ListPhotoRequestsQuery{ExternalID: input.ExternalID})
	for requests.Next() {
		found = append(found, requests.Current().ID)
	}
	check(requests.Err())
	told["isCreatedOnce"] = len(found) == 1 && found[0] == created.ID

	canceled := must(failing.PhotoRequests.Create(ctx, shutterpost.CreatePhotoRequest{Instructions: ptr("Cancel me")}))
	_, err := failing.PhotoRequests.Cancel(ctx, canceled.ID)
	told["lost"] = nameOf(err)
	told["status"] = must(failing.PhotoRequests.Get(ctx, canceled.ID)).Status

	_, err = failing.Service.Ping(ctx)
	told["later"] = []any{nameOf(err), errorIn(err).RetryAfter.Seconds()}
	_, err = direct.PhotoRequests.Create(ctx, shutterpost.CreatePhotoRequest{Instructions: ptr("x"), ExpiresInHours: shutterpost.Ptr(0)})
	refused := errorIn(err)
	told["refused"] = []any{nameOf(err), refused.Status, refused.Code, keysOf(refused.Details), refused.RequestID[:4], refused.DocURL[:4]}
	_, err = wrongKey.Service.Ping(ctx)
	told["wrong_key"] = nameOf(err)
	_, err = direct.PhotoRequests.Get(ctx, "req_none/../x")
	told["missing"] = nameOf(err)

	tellLists(direct, told)
	tellFiles(direct, input.Picture, told)
	webhooks := []string{}
	for _, each := range input.Webhooks {
		header := http.Header{}
		for name, value := range each.Headers {
			header.Set(name, value)
		}
		event, err := shutterpost.VerifyWebhook([]byte(each.Body), header, each.Secrets...)
		if err == nil {
			webhooks = append(webhooks, event.ID)
		} else {
			webhooks = append(webhooks, nameOf(err))
		}
	}
	told["webhooks"] = webhooks
	returns := []string{}
	for _, each := range input.Returns {
		back, err := shutterpost.VerifyReturn(each.URL, each.Secrets...)
		if err == nil {
			returns = append(returns, back.PhotoRequestID)
		} else {
			returns = append(returns, nameOf(err))
		}
	}
	told["returns"] = returns
	check(json.NewEncoder(os.Stdout).Encode(told))
}

func tellLists(direct *shutterpost.Client, told map[string]any) {
	id := ""
	for _, name := range []string{"One", "Two", "Three"} {
		template := must(direct.Templates.Create(ctx, shutterpost.CreateTemplate{
			Name: name, Instructions: "Photograph it.", Metadata: map[string]string{"a": "b"},
		}))
		id = template.ID
	}
	before := must(direct.Templates.Get(ctx, id)).Metadata
	after := must(direct.Templates.Update(ctx, id, shutterpost.UpdateTemplate{
		Metadata: map[string]string{}, NullFields: []string{"expires_in_hours"},
	})).Metadata
	told["metadata"] = []any{before, after}
	pages := direct.Templates.List(ctx, &shutterpost.ListTemplatesQuery{Limit: 2, IsArchived: shutterpost.Ptr(false)})
	names := []string{}
	pages.All()(func(template shutterpost.Template, err error) bool {
		check(err)
		names = append(names, template.Name)
		return len(names) < 3
	})
	told["names"] = names
	told["one"] = len(must(pages.Slice(1)))
	told["hasMore"] = must(pages.Page()).Meta.HasMore
}

func tellFiles(direct *shutterpost.Client, picture string, told map[string]any) {
	image := shutterpost.File{Data: must(os.ReadFile(picture)), ContentType: "image/jpeg"}
	told["purpose"] = must(direct.SlotImages.Create(ctx, image, &shutterpost.CreateSlotImagesQuery{Purpose: "example"})).Purpose
	request := must(direct.PhotoRequests.Create(ctx, shutterpost.CreatePhotoRequest{Instructions: ptr("x")}))
	submitted := must(direct.TestHelpers.SubmitSamplePhotos(ctx, request.ID))
	first, second := submitted.Items[0], submitted.Items[1]
	told["zip"] = beginning(must(direct.PhotoRequests.DownloadPhotos(ctx, request.ID, nil)), 2)
	told["pdf"] = beginning(must(direct.PhotoRequests.DownloadReport(ctx, request.ID)), 4)
	told["photo"] = len(must(direct.DownloadPhoto(ctx, first.URL, first.SHA256))) > 0
	_, err := direct.DownloadPhoto(ctx, first.URL, second.SHA256)
	told["exchanged"] = nameOf(err)
}

func beginning(file *shutterpost.Download, length int) string {
	defer file.Close()
	return string(must(io.ReadAll(file))[:length])
}

func nameOf(err error) string {
	var connection *shutterpost.ConnectionError
	var verification *shutterpost.VerificationError
	switch {
	case errors.As(err, &connection):
		return "ConnectionError"
	case errors.As(err, &verification):
		return "VerificationError"
	case errors.Is(err, shutterpost.ErrRateLimit):
		return "RateLimitError"
	case errors.Is(err, shutterpost.ErrValidation):
		return "ValidationError"
	case errors.Is(err, shutterpost.ErrAuthentication):
		return "AuthenticationError"
	case errors.Is(err, shutterpost.ErrNotFound):
		return "NotFoundError"
	}
	log.Fatalf("unexpected: %v", err)
	return ""
}

func errorIn(err error) *shutterpost.Error {
	var refused *shutterpost.Error
	if !errors.As(err, &refused) {
		log.Fatalf("unexpected: %v", err)
	}
	return refused
}

func keysOf(details map[string][]string) []string {
	keys := []string{}
	for key := range details {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
