/** The tags of the resources of `functions/`, in the order in which a reader needs them. */
const TAGS: readonly { readonly resource: string; readonly name: string; readonly description: string }[] = [
  { resource: 'auth', name: 'Authentication', description: 'Sign in, renew a token and sign out.' },
  {
    resource: 'sso',
    name: 'Single sign-on',
    description: 'Sign in with the identity provider of a tenant.',
  },
  { resource: 'check-ins', name: 'Check-ins', description: 'Guards say that they are well.' },
  { resource: 'calendars', name: 'Calendars', description: 'Days on which nothing is expected.' },
  { resource: 'holidays', name: 'Holidays', description: 'Public holidays to fill a calendar from.' },
  {
    name: 'Handover',
    resource: 'handover',
    description: 'What a shift hands to the next one.',
  },
  {
    resource: 'overview',
    name: 'Overview',
    description: 'The state of all sites in one answer, for the first page and screens on a wall.',
  },
  { resource: 'alerts', name: 'Alerts', description: 'Incidents at the sites, and the actions on them.' },
  {
    resource: 'live',
    name: 'Live',
    description: 'Receive changes at once over a WebSocket.',
  },
  { resource: 'sites', name: 'Sites', description: 'The guarded premises.' },
  { resource: 'zones', name: 'Zones', description: 'The parts of a site.' },
  { resource: 'contacts', name: 'Contacts', description: 'The people to call about a site.' },
  {
    resource: 'tests',
    name: 'Tests',
    description: 'Sites on test: what is reported there is recorded as a test.',
  },
  {
    resource: 'supervisions',
    name: 'Supervisions',
    description: 'What is expected at a site, so that its absence raises an alert.',
  },
  { resource: 'devices', name: 'Devices', description: 'Sensors, panels and cameras at a site.' },
  {
    resource: 'panels',
    name: 'Panels',
    description: 'Alarm panels that report by SIA DC-09: their accounts, keys and frames.',
  },
  {
    resource: 'inbound',
    name: 'Inbound',
    description: 'Addresses to which other systems send messages in their own words.',
  },
  {
    resource: 'mail-addresses',
    name: 'Mail addresses',
    description: 'Addresses to which cameras and recorders send mail.',
  },
  {
    resource: 'users',
    name: 'Users',
    description: 'The people who sign in, and the sites assigned to operators and viewers.',
  },
  {
    resource: 'reports',
    name: 'Reports',
    description: 'Events of devices and other systems: raise, resolve, heartbeat.',
  },
  {
    resource: 'escalation',
    name: 'Escalation',
    description: 'Further notifications for unacknowledged alerts.',
  },
  {
    resource: 'keys',
    name: 'Keys',
    description: 'The credentials of devices and other systems, which either report or read.',
  },
  {
    resource: 'webhooks',
    name: 'Webhooks',
    description: 'Other systems that receive events.',
  },
  { resource: 'statistics', name: 'Statistics', description: 'How soon people respond to alerts.' },
  { resource: 'schedules', name: 'Schedules', description: 'Who is on call.' },
  {
    resource: 'notification-rules',
    name: 'Notification rules',
    description: 'Who is notified of what, and how.',
  },
  { resource: 'response', name: 'Response', description: 'Who is notified of an alert, step by step.' },
  { resource: 'channels', name: 'Channels', description: 'How Guard reaches you: e-mail, SMS, push.' },
  { resource: 'audit', name: 'Audit', description: 'Who changed what, and from where.' },
  {
    resource: 'action-plans',
    name: 'Action plans',
    description: 'The steps that operators take when an alert is raised.',
  },
  {
    resource: 'identity-providers',
    name: 'Identity providers',
    description: 'The OpenID Connect providers with which people sign in.',
  },
  {
    resource: 'tenants',
    name: 'Tenants',
    description: 'The customers of the installation, for platform admins.',
  },
  { resource: 'docs', name: 'Reference', description: 'This document, and the page that shows it.' },
  { resource: 'health', name: 'Health', description: 'The state of the service.' },
];

/** Folders that are deployed by themselves, and belong to the tag of another one. */
const PARTS: Readonly<Record<string, string>> = {
  'password-resets': 'auth',
  'second-factor': 'auth',
  notifications: 'alerts',
};

export function tagOf(resource: string): string {
  const tag = TAGS.find((candidate) => candidate.resource === (PARTS[resource] ?? resource));
  if (!tag) throw new Error(`The resource ${resource} of functions/ has no tag in lib/openapi/tags.ts.`);
  return tag.name;
}

export function tagsOf(resources: readonly string[]): { name: string; description: string }[] {
  return TAGS.filter(({ resource }) => resources.includes(resource)).map(({ name, description }) => ({
    name,
    description,
  }));
}
