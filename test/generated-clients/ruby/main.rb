# Uses the client that openapi-generator generates for Ruby (typhoeus), as an integrator's program would.
require 'json'
require 'uri'
require 'openapi_client'

url = URI(ENV.fetch('GUARD_URL'))
OpenapiClient.configure do |configuration|
  configuration.scheme = url.scheme
  configuration.host = "#{url.host}:#{url.port}"
  configuration.base_path = ''
  configuration.server_index = nil
end
def require_that(what, holds)
  raise "It does not hold that #{what}." unless holds
end

credentials = OpenapiClient::Credentials.new(email: ENV.fetch('GUARD_EMAIL'), password: ENV.fetch('GUARD_PASSWORD'))
signed_in = OpenapiClient::AuthenticationApi.new.login(credentials)
OpenapiClient.configure { |configuration| configuration.access_token = signed_in.token }
puts "signed in as #{signed_in.user.name}"

alerts = OpenapiClient::AlertsApi.new
active = nil
cursor = nil
pages = 0
loop do
  page = alerts.list_alerts({ limit: 50, cursor: cursor }.compact)
  File.write(ENV.fetch('GUARD_PAGE'), page.to_hash.to_json) if cursor.nil?
  active = page.data.find { |alert| alert.status == 'active' } || active
  pages += 1
  cursor = page.meta.next_cursor
  break if cursor.nil?
end
require_that('the list has more than one page', pages > 1)

acknowledged = alerts.acknowledge_alert(active.id)
require_that('the alert says who has it', acknowledged.acknowledged_by == signed_in.user.id)
puts "acknowledged #{acknowledged.id}"
begin
  alerts.get_alert('01990000-0000-7000-8000-000000000000')
  require_that('an unknown alert is an error', false)
rescue OpenapiClient::ApiError => e
  require_that('the error has its code', JSON.parse(e.response_body)['code'] == 'not_found')
end
