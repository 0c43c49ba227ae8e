/** The tags of the folders of `functions/`, in the order in which a reader needs them. */
const TAGS: readonly { readonly folder: string; readonly name: string; readonly description: string }[] = [
  { folder: 'auth', name: 'Authentication', description: 'Sign in, renew a token and sign out.' },
  {
    folder: 'sso',
    name: 'Single sign-on',
    description: 'Sign in with the identity provider of a tenant.',
  },
  { folder: 'alerts', name: 'Alerts', description: 'Incidents at the sites, and the actions on them.' },
  {
    folder: 'live',
    name: 'Live',
    description: 'Receive changes at once over a WebSocket.',
  },
  { folder: 'sites', name: 'Sites', description: 'The guarded premises.' },
  { folder: 'zones', name: 'Zones', description: 'The parts of a site.' },
  { folder: 'contacts', name: 'Contacts', description: 'The people to call about a site.' },
  {
    folder: 'tests',
    name: 'Tests',
    description: 'Sites on test: what is reported there is recorded as a test.',
  },
  { folder: 'devices', name: 'Devices', description: 'Sensors, panels and cameras at a site.' },
  {
    folder: 'users',
    name: 'Users',
    description: 'The people who sign in, and the sites assigned to operators and viewers.',
  },
  {
    folder: 'reports',
    name: 'Reports',
    description: 'Events of devices and other systems: raise, resolve, heartbeat.',
  },
  {
    folder: 'escalation',
    name: 'Escalation',
    description: 'Further notifications for unacknowledged alerts.',
  },
  {
    folder: 'keys',
    name: 'Keys',
    description: 'The credentials of devices and other systems, which can only report.',
  },
  {
    folder: 'webhooks',
    name: 'Webhooks',
    description: 'Other systems that receive events.',
  },
  { folder: 'statistics', name: 'Statistics', description: 'How soon people respond to alerts.' },
  { folder: 'schedules', name: 'Schedules', description: 'Who is on call.' },
  {
    folder: 'notification-rules',
    name: 'Notification rules',
    description: 'Who is notified of what, and how.',
  },
  { folder: 'channels', name: 'Channels', description: 'How Guard reaches you: e-mail, SMS, push.' },
  { folder: 'audit', name: 'Audit', description: 'Who changed what, and from where.' },
  {
    folder: 'action-plans',
    name: 'Action plans',
    description: 'The steps that operators take when an alert is raised.',
  },
  {
    folder: 'identity-providers',
    name: 'Identity providers',
    description: 'The OpenID Connect providers with which people sign in.',
  },
  {
    folder: 'tenants',
    name: 'Tenants',
    description: 'The customers of the installation, for platform admins.',
  },
  { folder: 'docs', name: 'Reference', description: 'This document, and the page that shows it.' },
  { folder: 'health', name: 'Health', description: 'The state of the service.' },
];

/** Folders that are deployed by themselves, and belong to the tag of another one. */
const PARTS: Readonly<Record<string, string>> = {
  'password-resets': 'auth',
  'second-factor': 'auth',
  notifications: 'alerts',
};

export function tagOf(folder: string): string {
  const tag = TAGS.find((candidate) => candidate.folder === (PARTS[folder] ?? folder));
  if (!tag) throw new Error(`The folder functions/${folder} has no tag in lib/openapi/tags.ts.`);
  return tag.name;
}

export function tagsOf(folders: readonly string[]): { name: string; description: string }[] {
  return TAGS.filter(({ folder }) => folders.includes(folder)).map(({ name, description }) => ({
    name,
    description,
  }));
}
