import type { ReusableLinkName } from '../domain/reusable-link/link-name.ts';

/** A request that a payer is about to make of a reusable link. */
interface LinkRequestAsked {
  readonly link: ReusableLinkName;
  /** The caller's address (/64 for IPv6). */
  readonly addressScope: string;
  readonly nowMs: number;
}

export type LinkRequestCount =
  /** `isNear`: with this one the link reached four fifths of what it may have in the minute; true a few times a minute. */
  | { readonly kind: 'counted'; readonly isNear: boolean }
  | { readonly kind: 'too-many'; readonly of: 'address' | 'link'; readonly untilMs: number };

/** Counts the requests that payers make of reusable links, before anything of them is written (rule 52). */
export interface LinkRequestCounters {
  /**
   * Counts one more of the address, and then of the link. An address that has used up its ten minutes uses nothing of the
   * link. Throws StoreUnavailable.
   */
  count(asked: LinkRequestAsked): Promise<LinkRequestCount>;
}
