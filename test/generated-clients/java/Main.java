import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AlertsApi;
import org.openapitools.client.api.AuthenticationApi;
import org.openapitools.client.model.*;

/** Uses the client that openapi-generator generates for Java (okhttp-gson), as an integrator's program would. */
public class Main {
    public static void main(String[] arguments) throws Exception {
        ApiClient client = new ApiClient().setBasePath(System.getenv("GUARD_URL"));
        Credentials credentials =
            new Credentials().email(System.getenv("GUARD_EMAIL")).password(System.getenv("GUARD_PASSWORD"));
        SignedIn signedIn = new AuthenticationApi(client).login(credentials);
        client.setBearerToken(signedIn.getToken());
        System.out.println("signed in as " + signedIn.getUser().getName());

        AlertsApi alerts = new AlertsApi(client);
        Alert active = null;
        String cursor = null;
        int pages = 0;
        do {
            AlertPage page = alerts.listAlerts(50, cursor, null, null, null, null, null, null, null, null);
            if (cursor == null) Files.writeString(Path.of(System.getenv("GUARD_PAGE")), page.toJson());
            for (Alert alert : page.getData()) if (alert.getStatus() == AlertStatus.ALERT_ACTIVE) active = alert;
            cursor = page.getMeta().getNextCursor();
            pages++;
        } while (cursor != null);
        require(pages > 1 && active != null, "there are several pages, and an active alert");

        Alert acknowledged = alerts.acknowledgeAlert(active.getId(), null);
        require(acknowledged.getAcknowledgedBy().equals(signedIn.getUser().getId()), "the alert says who has it");
        System.out.println("acknowledged " + acknowledged.getId());
        try {
            alerts.getAlert(UUID.fromString("01990000-0000-7000-8000-000000000000"), null, null);
            require(false, "an unknown alert is an error");
        } catch (ApiException error) {
            require(ErrorBody.fromJson(error.getResponseBody()).getCode() == ErrorCode.NOT_FOUND, "the error has its code");
        }
    }

    private static void require(boolean holds, String what) {
        if (!holds) throw new AssertionError("It does not hold that " + what + ".");
    }
}
