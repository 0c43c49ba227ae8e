import type { Model } from '../check.ts';

export type UniqueInput = { readonly do: 'take' } | { readonly do: 'delete'; readonly id: string };

export interface UniqueAnswer {
  readonly status: number;
  readonly id?: string | undefined;
}

/** The owner of the value: `null` for none, `unknown` for an owner if no response contained the id. */
export type Holder = string | null;

/** A value that one of all may have, such as a serial or an e-mail, until it is deleted. */
export const uniqueModel: Model<Holder, UniqueInput, UniqueAnswer> = {
  initial: null,
  isRead: () => false,
  step(holder, input, { status, id }, isDisturbed) {
    if (input.do === 'take') {
      if (holder !== null) return status === 409 ? holder : undefined;
      return status === 201 ? id : undefined;
    }
    const isHeld = holder === input.id;
    // Without a reply, it is unknown which of two deleted it (docs/api-contract.md, "Creating, changing, deleting").
    const isRight = status === (isHeld ? 204 : 404) || (isDisturbed && (status === 204 || status === 404));
    if (!isRight) return undefined;
    return isHeld ? null : holder;
  },
  effect(holder, input) {
    if (input.do === 'take') return holder ?? 'unknown';
    return holder === input.id ? null : holder;
  },
};
