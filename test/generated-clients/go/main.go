// Uses the client that openapi-generator generates for Go, as an integrator's program would.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	guard "guard.test/guard/client"
)

const unknownID = "01990000-0000-7000-8000-000000000000"

func main() {
	configuration := guard.NewConfiguration()
	configuration.Servers = guard.ServerConfigurations{{URL: os.Getenv("GUARD_URL")}}
	client := guard.NewAPIClient(configuration)

	credentials := guard.NewCredentials(os.Getenv("GUARD_EMAIL"), os.Getenv("GUARD_PASSWORD"))
	signedIn, _, err := client.AuthenticationAPI.Login(context.Background()).Credentials(*credentials).Execute()
	check(err)
	user := signedIn.GetUser()
	require(user.GetStatus() == guard.USER_ACTIVE, "the user is not active")
	fmt.Printf("signed in as %s, %s\n", user.GetName(), user.GetRole())
	signed := context.WithValue(context.Background(), guard.ContextAccessToken, signedIn.GetToken())

	seen := map[string]bool{}
	var active *guard.Alert
	pages := 0
	for cursor := ""; ; {
		request := client.AlertsAPI.ListAlerts(signed).Limit(50)
		if cursor != "" {
			request = request.Cursor(cursor)
		}
		page, _, err := request.Execute()
		check(err)
		if cursor == "" {
			body, err := json.Marshal(page)
			check(err)
			check(os.WriteFile(os.Getenv("GUARD_PAGE"), body, 0o600))
		}
		require(page.Links.First.Get() == nil && page.Links.Last.Get() == nil, "links.first and links.last are null")
		for _, alert := range page.GetData() {
			seen[alert.GetId()] = true
			if active == nil && alert.GetStatus() == guard.ALERT_ACTIVE {
				require(!alert.AcknowledgedAt.IsSet() || alert.AcknowledgedAt.Get() == nil, "nobody has acknowledged it")
				found := alert // before Go 1.22 the loop has one variable for all alerts
				active = &found
			}
		}
		pages++
		next := page.Meta.NextCursor.Get()
		if next == nil {
			break
		}
		cursor = *next
	}
	require(pages > 1 && len(seen) > 50, "the list has more than one page")
	require(active != nil, "an alert is active")
	fmt.Printf("read %d alerts on %d pages\n", len(seen), pages)

	acknowledged, _, err := client.AlertsAPI.AcknowledgeAlert(signed, active.GetId()).Execute()
	check(err)
	require(acknowledged.GetStatus() == guard.ALERT_ACKNOWLEDGED, "the alert is acknowledged")
	require(acknowledged.GetAcknowledgedBy() == user.GetId(), "the alert says who acknowledged it")
	require(acknowledged.GetAcknowledgedAt().After(active.GetCreatedAt()), "the alert says when")
	fmt.Printf("acknowledged %s\n", acknowledged.GetId())

	_, _, err = client.AlertsAPI.GetAlert(signed, unknownID).Execute()
	notFound := errorBody(err)
	require(notFound.GetCode() == guard.NOT_FOUND && notFound.GetRequestId() != "", "an unknown alert is not found")
	_, _, err = client.AlertsAPI.ListAlerts(signed).Cursor("nonsense").Execute()
	invalid := errorBody(err)
	fields := invalid.GetErrors()
	require(invalid.GetCode() == guard.VALIDATION_FAILED && len(fields["cursor"]) == 1, "the cursor is invalid")
	fmt.Printf("read the errors %s and %s: %s\n", notFound.GetCode(), invalid.GetCode(), fields["cursor"][0])

	document, _, err := client.ReferenceAPI.GetOpenapiDocument(context.Background()).Execute()
	check(err)
	fmt.Printf("read the document of OpenAPI %s\n", document["openapi"])
}

func errorBody(err error) guard.ErrorBody {
	var failure *guard.GenericOpenAPIError
	require(errors.As(err, &failure), "the call fails")
	body, isTyped := failure.Model().(guard.ErrorBody)
	require(isTyped, "the error is an ErrorBody")
	return body
}

func check(err error) {
	if err != nil {
		fail(err.Error())
	}
}

func require(holds bool, what string) {
	if !holds {
		fail("It does not hold that " + what + ".")
	}
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, message)
	os.Exit(1)
}
