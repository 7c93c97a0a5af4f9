// SHUTTERPOST_URL=https://photos.example.com SHUTTERPOST_KEY=shp_test_… go run first_request.go
// With a test key: the photos are samples, and no one gets an email.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	shutterpost "shutterpost.example/go"
)

func main() {
	ctx := context.Background()
	client, err := shutterpost.New(os.Getenv("SHUTTERPOST_URL"), os.Getenv("SHUTTERPOST_KEY"))
	must(err)

	request, err := client.PhotoRequests.Create(ctx, shutterpost.CreatePhotoRequest{
		Instructions: shutterpost.Ptr("Please photograph the damage to your car."),
		PhotoSlots: []shutterpost.NewPhotoSlot{
			{Instructions: "The whole car from the front"},
			{Instructions: "The damage up close"},
		},
		ExternalID: shutterpost.Ptr("claim-4711"),
	})
	must(err)
	fmt.Printf("Send this to your customer: %s\n", request.RequestURL)

	// Plays the customer.
	submitted, err := client.TestHelpers.SubmitSamplePhotos(ctx, request.ID)
	must(err)
	for _, photo := range submitted.Items {
		file, err := client.DownloadPhoto(ctx, photo.URL, photo.SHA256)
		must(err)
		fmt.Printf("%s: %d bytes\n", *photo.SlotInstructions, len(file))
	}

	requests := client.PhotoRequests.List(ctx, &shutterpost.ListPhotoRequestsQuery{ExternalID: "claim-4711"})
	for requests.Next() {
		fmt.Printf("%s is %s\n", requests.Current().ID, requests.Current().Status)
	}
	must(requests.Err())

	_, err = client.PhotoRequests.Create(ctx, shutterpost.CreatePhotoRequest{Instructions: shutterpost.Ptr("")})
	var refused *shutterpost.Error
	if !errors.As(err, &refused) || !errors.Is(err, shutterpost.ErrValidation) {
		log.Fatal(err)
	}
	fmt.Printf("Refused: %s\n", strings.Join(refused.Details["instructions"], " "))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
