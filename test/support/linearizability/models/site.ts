import type { Model } from '../check.ts';

export type SiteInput =
  | { readonly do: 'read' }
  | { readonly do: 'delete' }
  | { readonly do: 'rename'; readonly name: string; readonly ifMatch?: string | undefined };

export interface SiteAnswer {
  readonly status: number;
  readonly name?: string | undefined;
  readonly etag?: string | undefined;
}

/** `null` after the deletion. Names are unique. The ETag is `null` until a response contains it. */
export type SiteState = { readonly name: string; readonly etag: string | null } | null;

/** A site as a register: its name is read and changed, also on a condition, until it is deleted. */
export function siteModel(name: string): Model<SiteState, SiteInput, SiteAnswer> {
  return {
    initial: { name, etag: null },
    isRead: (input) => input.do === 'read',
    step(state, input, { status, name = '', etag = '' }, isDisturbed) {
      // Without a reply, it is unknown which of two deleted it (docs/api-contract.md, "Creating, changing, deleting").
      if (input.do === 'delete' && isDisturbed) return status === 204 || status === 404 ? null : undefined;
      if (status === 404) return state === null ? state : undefined;
      if (state === null) return undefined;
      switch (input.do) {
        case 'read': {
          const isRight = name === state.name && (state.etag ?? etag) === etag;
          return status === 200 && isRight ? { name, etag } : undefined;
        }
        case 'rename':
          if (!isMet(state, input.ifMatch)) return status === 412 ? state : undefined;
          return status === 200 && name === input.name ? { name, etag } : undefined;
        case 'delete':
          return status === 204 ? null : undefined;
      }
    },
    effect(state, input) {
      if (state === null || input.do === 'read') return state;
      if (input.do === 'delete') return null;
      return isMet(state, input.ifMatch) ? { name: input.name, etag: null } : state;
    },
  };
}

/** A sent ETag was in a response before, so the state knows it. */
function isMet(state: NonNullable<SiteState>, ifMatch: string | undefined): boolean {
  return ifMatch === undefined || ifMatch === state.etag;
}
