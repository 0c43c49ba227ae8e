export const REALM = 'guard';
export const PASSWORD = 'a password at Keycloak';
export const CLIENT = { id: 'guard-console', secret: 'a client secret at Keycloak' };

interface Person {
  readonly username: string;
  readonly role?: string;
  readonly isVerified?: boolean;
}

/** A realm with people `<username>@keycloak.test`, the realm roles `admins` and `watchers`, and a client for Guard. */
export function realmFor(redirectUri: string, logoutUrl: string, people: readonly Person[]): object {
  return {
    realm: REALM,
    enabled: true,
    roles: { realm: [{ name: 'admins' }, { name: 'watchers' }] },
    users: people.map(({ username, role, isVerified = true }) => ({
      username,
      email: `${username}@keycloak.test`,
      emailVerified: isVerified,
      enabled: true,
      firstName: username,
      lastName: 'Keycloak',
      realmRoles: role === undefined ? [] : [role],
      credentials: [{ type: 'password', value: PASSWORD, temporary: false }],
    })),
    clients: [
      {
        clientId: CLIENT.id,
        secret: CLIENT.secret,
        redirectUris: [redirectUri],
        standardFlowEnabled: true,
        directAccessGrantsEnabled: false,
        attributes: {
          'pkce.code.challenge.method': 'S256',
          'backchannel.logout.url': logoutUrl,
          'backchannel.logout.session.required': 'true',
        },
        protocolMappers: [
          {
            name: 'roles in the ID token',
            protocol: 'openid-connect',
            protocolMapper: 'oidc-usermodel-realm-role-mapper',
            config: { 'claim.name': 'roles', 'id.token.claim': 'true', multivalued: 'true' },
          },
        ],
      },
    ],
  };
}
