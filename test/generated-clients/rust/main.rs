//! Uses the client that openapi-generator generates for Rust (reqwest), as an integrator's program would.
use openapi::apis::alerts_api::{acknowledge_alert, get_alert, list_alerts};
use openapi::apis::authentication_api::login;
use openapi::apis::configuration::Configuration;
use openapi::apis::Error;
use openapi::models::{AlertStatus, Credentials, ErrorBody, ErrorCode};
use std::env::var;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut configuration = Configuration { base_path: var("GUARD_URL")?, ..Configuration::default() };
    let credentials = Credentials::new(var("GUARD_EMAIL")?, var("GUARD_PASSWORD")?);
    let signed_in = login(&configuration, credentials).await?;
    configuration.bearer_access_token = Some(signed_in.token);
    println!("signed in as {}", signed_in.user.name);

    let mut active = None;
    let mut cursor: Option<String> = None;
    let mut pages = 0;
    loop {
        let page = list_alerts(
            &configuration, Some(50), cursor.as_deref(), None, None, None, None, None, None, None, None,
        )
        .await?;
        if cursor.is_none() {
            std::fs::write(var("GUARD_PAGE")?, serde_json::to_string(&page)?)?;
        }
        active = page.data.into_iter().find(|alert| alert.status == AlertStatus::ALERT_ACTIVE).or(active);
        pages += 1;
        cursor = page.meta.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert!(pages > 1, "the list has more than one page");

    let active = active.expect("an alert is active");
    let acknowledged = acknowledge_alert(&configuration, &active.id.to_string(), None).await?;
    assert_eq!(acknowledged.acknowledged_by, Some(signed_in.user.id));
    println!("acknowledged {}", acknowledged.id);

    let unknown = "01990000-0000-7000-8000-000000000000";
    match get_alert(&configuration, unknown, None, None).await {
        Err(Error::ResponseError(response)) => {
            let body: ErrorBody = serde_json::from_str(&response.content)?;
            assert_eq!((response.status.as_u16(), body.code), (404, ErrorCode::NotFound));
        }
        other => panic!("an unknown alert is {other:?}"),
    }
    Ok(())
}
