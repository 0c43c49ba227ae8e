<?php
// Uses the client that openapi-generator generates for PHP, as an integrator's program would.
require 'GuzzleHttp/autoload.php'; // Debian's package of Guzzle
spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/client/lib/' . str_replace(['OpenAPI\\Client\\', '\\'], ['', '/'], $class) . '.php';
    if (is_file($file)) require $file;
});

use OpenAPI\Client\Api\{AlertsApi, AuthenticationApi};
use OpenAPI\Client\{ApiException, Configuration, ObjectSerializer};
use OpenAPI\Client\Model\{AlertStatus, Credentials, ErrorBody, ErrorCode};

function requireThat(string $what, bool $holds): void
{
    if (!$holds) throw new Exception("It does not hold that $what.");
}

$configuration = (new Configuration())->setHost(getenv('GUARD_URL'));
$credentials = new Credentials(['email' => getenv('GUARD_EMAIL'), 'password' => getenv('GUARD_PASSWORD')]);
$signedIn = (new AuthenticationApi(null, $configuration))->login($credentials);
$configuration->setAccessToken($signedIn->getToken());
echo 'signed in as ', $signedIn->getUser()->getName(), "\n";

$alerts = new AlertsApi(null, $configuration);
$active = null;
$cursor = null;
$pages = 0;
do {
    $page = $alerts->listAlerts(50, $cursor);
    if ($cursor === null) {
        file_put_contents(getenv('GUARD_PAGE'), json_encode(ObjectSerializer::sanitizeForSerialization($page)));
    }
    foreach ($page->getData() as $alert) {
        if ($alert->getStatus() === AlertStatus::ALERT_ACTIVE) $active = $alert;
    }
    $pages++;
    $cursor = $page->getMeta()->getNextCursor();
} while ($cursor !== null);
requireThat('the list has more than one page, and an alert is active', $pages > 1 && $active !== null);

$acknowledged = $alerts->acknowledgeAlert($active->getId());
requireThat('the alert says who has it', $acknowledged->getAcknowledgedBy() === $signedIn->getUser()->getId());
echo 'acknowledged ', $acknowledged->getId(), "\n";
try {
    $alerts->getAlert('01990000-0000-7000-8000-000000000000');
    requireThat('an unknown alert is an error', false);
} catch (ApiException $error) {
    $body = ObjectSerializer::deserialize($error->getResponseBody(), ErrorBody::class);
    requireThat('the error has its code', $body->getCode() === ErrorCode::NOT_FOUND);
}
