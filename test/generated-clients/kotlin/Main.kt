import java.io.File
import java.util.UUID
import org.openapitools.client.apis.AlertsApi
import org.openapitools.client.apis.AuthenticationApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.ClientError
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.Alert
import org.openapitools.client.models.AlertPage
import org.openapitools.client.models.AlertStatus
import org.openapitools.client.models.Credentials
import org.openapitools.client.models.ErrorBody
import org.openapitools.client.models.ErrorCode

/** Uses the client that openapi-generator generates for Kotlin (jvm-okhttp4, moshi), as an app would. */
fun main() {
    val url = System.getenv("GUARD_URL")
    val credentials = Credentials(System.getenv("GUARD_EMAIL"), System.getenv("GUARD_PASSWORD"))
    val signedIn = AuthenticationApi(url).login(credentials)
    ApiClient.accessToken = signedIn.token
    println("signed in as ${signedIn.user.name}")

    val alerts = AlertsApi(url)
    var active: Alert? = null
    var cursor: String? = null
    var pages = 0
    do {
        val page = alerts.listAlerts(limit = 50, cursor = cursor)
        if (cursor == null) {
            val json = Serializer.moshi.adapter(AlertPage::class.java).toJson(page)
            File(System.getenv("GUARD_PAGE")).writeText(json)
        }
        active = page.data.find { it.status == AlertStatus.ALERT_ACTIVE } ?: active
        cursor = page.meta.nextCursor
        pages++
    } while (cursor != null)
    check(pages > 1) { "The list has one page." }

    val acknowledged = alerts.acknowledgeAlert(checkNotNull(active).id)
    check(acknowledged.acknowledgedBy == signedIn.user.id) { "The alert does not say who has it." }
    println("acknowledged ${acknowledged.id}")
    try {
        alerts.getAlert(UUID.fromString("01990000-0000-7000-8000-000000000000"))
        error("An unknown alert is no error.")
    } catch (failure: ClientException) {
        val body = (failure.response as ClientError<*>).body as String
        val error = Serializer.moshi.adapter(ErrorBody::class.java).fromJson(body)
        check(error?.code == ErrorCode.not_found) { "The error has no code." }
    }
}
