import type { LinkDecline, LinkProgress, LinkResult, StoredLinkState } from './payment-request.ts';

/** What moves a link from one state to another. Its time alone makes an open link expired, and nobody writes that. */
type LinkEvent = 'pay' | 'fail' | 'cancel';

/** The state that each event leads to. An event that is absent is not allowed. */
export const linkStateTable: Readonly<Record<StoredLinkState, Readonly<Partial<Record<LinkEvent, StoredLinkState>>>>> =
  {
    open: { pay: 'paid', fail: 'failed', cancel: 'cancelled' },
    // A paid link stays paid whatever is given back later (rule 10).
    paid: {},
    failed: {},
    cancelled: {},
  };

/** What a change of a link does to it. Each change counts the link's version up. */
export type LinkEffect =
  /** One attempt more, which is the latest now. */
  | {
      readonly kind: 'counts';
      readonly attempt: string;
      readonly progress: Pick<LinkProgress, 'attempts' | 'windowStartMs' | 'windowAttempts'>;
    }
  /** The attempt becomes the active one: no other may charge (rule 2). */
  | { readonly kind: 'activates'; readonly attempt: string }
  /** No attempt is active any more: the link takes another one. */
  | { readonly kind: 'frees' }
  /** Why the payer was told that an attempt failed. */
  | { readonly kind: 'declines'; readonly decline: LinkDecline }
  /** After a failed, attempted or abandoned 3D the link accepts 3D only (rule 20). */
  | { readonly kind: 'requires-3d' }
  | { readonly kind: 'pays'; readonly result: LinkResult }
  /** Closed for good and reported to the dealer (rule 7). */
  | { readonly kind: 'fails'; readonly result: LinkResult }
  | { readonly kind: 'cancels' };

/** What must hold of the link at the moment of the change; otherwise nothing is written of it. */
export type LinkCondition =
  /** It is open and has no active attempt. Where given: it is as it was read, and not past its life. */
  | { readonly kind: 'free'; readonly version?: number; readonly unexpiredAtMs?: number }
  /** The attempt is its active one, so that it is open. */
  | { readonly kind: 'active'; readonly attempt: string }
  | { readonly kind: 'exists' };

/** A change of one link: what it does and on what condition. */
export interface LinkChange {
  readonly token: string;
  readonly onlyIf: LinkCondition;
  readonly effects: readonly LinkEffect[];
  /**
   * What is written in place of it where the condition does not hold. Absent: then nothing is written at all, of the
   * attempt neither.
   */
  readonly otherwise?: LinkChange | 'nothing';
}

const stateMoved = (kind: LinkEffect['kind']): LinkEvent | undefined => {
  if (kind === 'pays') return 'pay';
  if (kind === 'fails') return 'fail';
  return kind === 'cancels' ? 'cancel' : undefined;
};

/** The state in which an effect leaves an open link; undefined where it leaves the state as it is. */
export const linkStateAfter = ({ kind }: LinkEffect): StoredLinkState | undefined => {
  const event = stateMoved(kind);
  return event === undefined ? undefined : linkStateTable.open[event];
};

/** Closes an open link for good with a failure: the payer gave up (rule 7). */
export const giveUpLink = (
  { token, version }: { readonly token: string; readonly version: number },
  result: LinkResult,
): LinkChange => ({ token, onlyIf: { kind: 'free', version }, effects: [{ kind: 'fails', result }] });

/** Cancels an open link. A lock for charge that came first has made its attempt active, and the link stays (rule 15). */
export const cancelLink = ({
  token,
  version,
  nowMs,
}: {
  readonly token: string;
  readonly version: number;
  readonly nowMs: number;
}): LinkChange => ({
  token,
  onlyIf: { kind: 'free', version, unexpiredAtMs: nowMs },
  effects: [{ kind: 'cancels' }],
});
