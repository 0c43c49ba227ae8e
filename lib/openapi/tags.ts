/** The folders of `functions/` as a reader of the reference meets them, in the order in which one needs them. */
const TAGS: readonly { readonly folder: string; readonly name: string; readonly description: string }[] = [
  { folder: 'auth', name: 'Authentication', description: 'Sign in, renew a token and sign out.' },
  { folder: 'alerts', name: 'Alerts', description: 'What happened at the sites, and who saw to it.' },
  {
    folder: 'live',
    name: 'Live',
    description: 'Be told of changes as they happen, over a WebSocket.',
  },
  { folder: 'sites', name: 'Sites', description: 'The premises that are guarded.' },
  { folder: 'zones', name: 'Zones', description: 'The parts of a site.' },
  { folder: 'devices', name: 'Devices', description: 'What stands at a site and raises alerts.' },
  {
    folder: 'users',
    name: 'Users',
    description: 'Who signs in, and to which sites operators and viewers are assigned.',
  },
  {
    folder: 'reports',
    name: 'Reports',
    description:
      'What devices and other systems say: that something happened, is over, or that they are there.',
  },
  {
    folder: 'escalation',
    name: 'Escalation',
    description: 'What happens to alerts that nobody acknowledges.',
  },
  {
    folder: 'keys',
    name: 'Keys',
    description: 'What devices and other systems sign in with, to report and do nothing else.',
  },
  {
    folder: 'webhooks',
    name: 'Webhooks',
    description: 'Other systems that are told what happens.',
  },
  {
    folder: 'tenants',
    name: 'Tenants',
    description: 'The customers of the installation, for its platform admins.',
  },
  { folder: 'docs', name: 'Reference', description: 'This document, and the page that shows it.' },
  { folder: 'health', name: 'Health', description: 'Whether the service answers.' },
];

export function tagOf(folder: string): string {
  const tag = TAGS.find((candidate) => candidate.folder === folder);
  if (!tag) throw new Error(`The folder functions/${folder} has no tag in lib/openapi/tags.ts.`);
  return tag.name;
}

/** The tags of these folders, described. */
export function tagsOf(folders: readonly string[]): { name: string; description: string }[] {
  return TAGS.filter(({ folder }) => folders.includes(folder)).map(({ name, description }) => ({
    name,
    description,
  }));
}
