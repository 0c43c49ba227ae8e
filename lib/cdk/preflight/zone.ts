import { unless } from './aws.ts';
import { type Check, fails, ok } from './finding.ts';

/** Route 53 has one endpoint for all regions (AWS, "Amazon Route 53 endpoints and quotas"). */
const ROUTE_53 = { host: 'route53.amazonaws.com', region: 'us-east-1' };

export const zoneCheck: Check = {
  asks: 'the hosted zone',
  run: async ({ aws, settings: { hostedZoneId, hostedZoneName } }) => {
    if (hostedZoneId === undefined) return [];
    const path = `/2013-04-01/hostedzone/${hostedZoneId}`;
    const zone = await aws.rest('route53', 'GET', path, ROUTE_53).catch(unless('NoSuchHostedZone'));
    if (zone === undefined) return [fails(`The hosted zone ${hostedZoneId} does not exist in this account.`)];
    const [, name] = /<Name>([^<]+?)\.?<\/Name>/.exec(zone) ?? [];
    if (name !== hostedZoneName) {
      return [fails(`The hosted zone ${hostedZoneId} is ${name}. Set hostedZoneName=${name}.`)];
    }
    if (/<PrivateZone>true</.test(zone)) {
      return [
        fails(`The hosted zone ${name} is private, so no certificate and no mail can be verified in it.`),
      ];
    }
    const servers = [...zone.matchAll(/<NameServer>([^<]+)</g)].map(([, server]) => server);
    return [ok(`The hosted zone is ${name}. The domain’s name servers must be ${servers.join(', ')}.`)];
  },
};
