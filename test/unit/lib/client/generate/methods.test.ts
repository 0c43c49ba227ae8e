import { expect, test } from 'vitest';
import type { OpenApiDocument, Operation, Schema } from '../../../../../lib/client/generate/document.ts';
import { readMethods } from '../../../../../lib/client/generate/methods.ts';
import { generateResources } from '../../../../../lib/client/generate/resources.ts';

const json = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});

const SCHEMAS: Record<string, Schema> = {
  Contact: { properties: { id: {}, name: {} } },
  ContactInput: { properties: { name: {} }, required: ['name'] },
  ContactPage: { properties: { data: { items: { $ref: '#/components/schemas/Contact' } }, meta: {} } },
};

function documentOf(
  ...operations: [verb: string, path: string, operation: Partial<Operation>][]
): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [verb, path, operation] of operations) {
    const parameters = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => ({
      name,
      in: 'path' as const,
      schema: { type: 'string' },
    }));
    paths[path] = {
      ...paths[path],
      [verb]: {
        operationId: 'unnamed',
        summary: 'Does something',
        tags: ['Contacts'],
        responses: {},
        ...operation,
        parameters: [...parameters, ...(operation.parameters ?? [])],
      },
    };
  }
  return { paths, components: { schemas: SCHEMAS } };
}

function generate(...operations: Parameters<typeof documentOf>): string {
  const text = generateResources(readMethods(documentOf(...operations)), Object.keys(SCHEMAS));
  return text.replaceAll(/\s+/g, ' ');
}

const query = (name: string) => ({ name, in: 'query' as const, schema: { type: 'string' } });
const header = (name: string) => ({ name, in: 'header' as const, schema: { type: 'string' } });
const versioned = (name: string) => ({ description: 'It.', headers: { ETag: {} }, ...json(name) });

test('The generator derives the client methods of a new resource, with names, arguments and results, from the OpenAPI document', () => {
  const code = generate(
    [
      'get',
      '/api/v1/contacts',
      {
        operationId: 'listContacts',
        responses: { 200: versioned('ContactPage') },
        parameters: [query('limit')],
      },
    ],
    [
      'get',
      '/api/v1/sites/{site_id}/contacts',
      {
        operationId: 'listSiteContacts',
        responses: { 200: versioned('ContactPage') },
        parameters: [query('limit')],
      },
    ],
    [
      'post',
      '/api/v1/sites/{site_id}/contacts',
      {
        operationId: 'createContact',
        requestBody: { required: true, ...json('ContactInput') },
        responses: { 201: versioned('Contact') },
        parameters: [header('Idempotency-Key')],
      },
    ],
    [
      'get',
      '/api/v1/contacts/{contact_id}',
      { operationId: 'getContact', responses: { 200: versioned('Contact') } },
    ],
    [
      'delete',
      '/api/v1/contacts/{contact_id}',
      {
        operationId: 'deleteContact',
        responses: { 204: { description: 'Deleted.' } },
        parameters: [header('If-Match')],
      },
    ],
  );
  for (const expected of [
    'list(filters: ContactFilters = {}, options: CallOptions = {}): GuardList<Contact>',
    'listOfSite( siteId: string, filters: SiteContactFilters = {}, options: CallOptions = {}, ): GuardList<Contact>',
    'create( siteId: string, contact: ContactInput, options: RepeatableOptions = {}, ): Promise<Versioned<Contact>>',
    "this.sendVersioned<Contact>('get', '/api/v1/contacts/{contact_id}', { ...options, path: { contact_id: id } })",
    'delete(id: string, options: ChangeOptions = {}): Promise<void>',
    'this.contacts = new Contacts(requests);',
  ]) {
    expect(code).toContain(expected);
  }
});

test('A client method for an action on a part of an item takes the item’s id first, then the part’s id', () => {
  const path = '/api/v1/contacts/{contact_id}/calls/{call_id}/repeat';
  const code = generate([
    'post',
    path,
    { operationId: 'repeatContactCall', responses: { 200: versioned('Contact') } },
  ]);
  expect(code).toContain('repeatCall(id: string, callId: string, options: CallOptions = {})');
});

test('If two operations would get the same client method, the generator fails and says where to rename one', () => {
  const twice = () =>
    generate(
      ['post', '/api/v1/contacts/call', { operationId: 'callContacts' }],
      ['post', '/api/v1/contacts/{contact_id}/call', { operationId: 'callContact' }],
    );
  expect(twice).toThrow('Two operations would be called contacts.call: name one in conventions.ts.');
});

test('Two endpoints that list the same kind of items have separate filter types in the typed client', () => {
  const list = { responses: { 200: versioned('ContactPage') }, parameters: [query('limit')] };
  const code = generate(
    ['get', '/api/v1/contacts/{contact_id}/deputies', { operationId: 'listContactDeputies', ...list }],
    ['get', '/api/v1/contacts', { operationId: 'listContacts', ...list }],
  );
  expect(code).toContain("type ContactFilters = Filters<'/api/v1/contacts'>");
  expect(code).toContain(
    "type ContactsListDeputiesFilters = Filters<'/api/v1/contacts/{contact_id}/deputies'>",
  );
});
