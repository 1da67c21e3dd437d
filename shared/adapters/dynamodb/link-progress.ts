import type { Attempt } from '../../domain/attempt.ts';
import type { BankCode } from '../../domain/bank-codes.ts';
import type { LinkResult, PaymentRequest } from '../../domain/payment-request.ts';
import type { AttemptEnd } from '../../ports/attempts.ts';
import { keys } from './keys.ts';
import { ABSENT, atVersion, type Expression, type Write } from './writes.ts';

/** Writes to a link that an attempt's transactions hold. Each counts the link's version up. */
const NAMES = { '#state': 'state', '#version': 'version', '#slot': 'slot' };

const change = (
  sets: readonly string[],
  removes: readonly string[],
  parts: Omit<Expression, 'expression'>,
): Expression => ({
  expression: `SET ${[...sets, '#version = #version + :one'].join(', ')}${removes.length === 0 ? '' : ` REMOVE ${removes.join(', ')}`}`,
  names: { ...NAMES, ...parts.names },
  values: { ':one': 1, ...parts.values },
});

const resultItem = (linkToken: string, { resultReference }: LinkResult): Write => ({
  put: { ...keys.result(resultReference), entity: 'result', linkToken },
  onlyIf: ABSENT,
});

/** An attempt begins at a link that is still as it was read. Without 3D it takes the slot at once. */
export const linkBegun = (link: PaymentRequest, attempt: Attempt): Write => {
  const { progress } = link;
  const takesSlot = attempt.state === 'charging';
  return {
    update: keys.link(link.token),
    set: change(
      [
        '#latest = :reference',
        '#attempts = :attempts',
        '#windowStartMs = :windowStartMs',
        '#windowAttempts = :windowAttempts',
        ...(takesSlot ? ['#slot = :reference'] : []),
      ],
      [],
      {
        names: {
          '#latest': 'latest',
          '#attempts': 'attempts',
          '#windowStartMs': 'windowStartMs',
          '#windowAttempts': 'windowAttempts',
        },
        values: {
          ':reference': attempt.reference,
          ':attempts': progress.attempts,
          ':windowStartMs': progress.windowStartMs,
          ':windowAttempts': progress.windowAttempts,
        },
      },
    ),
    onlyIf: {
      expression: '#version = :expected AND #state = :open AND attribute_not_exists(#slot)',
      values: { ':expected': link.version, ':open': 'open' },
    },
  };
};

/** The claim of an authenticated attempt: the link open, its one slot free (rule 2). Expiry was judged at the start. */
export const linkClaimed = (attempt: Attempt): Write => ({
  update: keys.link(attempt.linkToken),
  set: change(['#slot = :reference'], [], { values: { ':reference': attempt.reference } }),
  onlyIf: {
    expression: '#state = :open AND attribute_not_exists(#slot)',
    values: { ':open': 'open' },
  },
});

const paid = (attempt: Attempt, result: LinkResult): readonly Write[] => [
  {
    update: keys.link(attempt.linkToken),
    set: change(['#state = :paid', '#result = :result'], ['#slot'], {
      names: { '#result': 'result' },
      values: { ':paid': 'paid', ':result': result },
    }),
    onlyIf: { expression: '#slot = :reference', values: { ':reference': attempt.reference } },
  },
  resultItem(attempt.linkToken, result),
];

/** True when the attempt holds the link's slot: it was claimed, and nobody was told that it failed. */
export const holdsSlot = ({ state, told }: Attempt): boolean =>
  state !== 'authenticating' && state !== 'started' && told !== 'failed';

/**
 * What the end of an attempt does to its link. An attempt that holds the slot frees it. One that does not, since it
 * never charged or its payer was told "failed", may still say why it failed or close the link, but only while the link
 * is open and no other attempt holds the slot: otherwise the caller writes `linkLeft` instead.
 */
export const linkEnded = (attempt: Attempt, end: AttemptEnd): readonly Write[] => {
  if (end.state === 'approved') return paid(attempt, end.result);
  const { decline, result, threeDOnly = false } = end;
  const holds = holdsSlot(attempt);
  if (!holds && decline === undefined && result === undefined && !threeDOnly) return [];
  const closing = result === undefined ? [] : ['#state = :failed', '#result = :result'];
  const ended: Write = {
    update: keys.link(attempt.linkToken),
    set: change(
      [
        ...closing,
        ...(decline === undefined ? [] : ['#lastDecline = :decline']),
        ...(threeDOnly ? ['#threeDOnly = :true'] : []),
      ],
      holds ? ['#slot'] : [],
      {
        names: {
          ...(result === undefined ? {} : { '#result': 'result' }),
          ...(decline === undefined ? {} : { '#lastDecline': 'lastDecline' }),
          ...(threeDOnly ? { '#threeDOnly': 'threeDOnly' } : {}),
        },
        values: {
          ...(result === undefined ? {} : { ':result': result, ':failed': 'failed' }),
          ...(decline === undefined ? {} : { ':decline': decline }),
          ...(threeDOnly ? { ':true': true } : {}),
        },
      },
    ),
    onlyIf: holds
      ? { expression: '#slot = :reference', values: { ':reference': attempt.reference } }
      : { expression: '#state = :open AND attribute_not_exists(#slot)', values: { ':open': 'open' } },
  };
  return result === undefined ? [ended] : [ended, resultItem(attempt.linkToken, result)];
};

/** What is left to say of a link that is closed or another attempt's: that it takes 3D only (rule 20). */
export const linkLeft = (attempt: Attempt, end: AttemptEnd): readonly Write[] => {
  if (end.state === 'approved' || end.threeDOnly !== true) return [];
  const set = change(['#threeDOnly = :true'], [], {
    names: { '#threeDOnly': 'threeDOnly' },
    values: { ':true': true },
  });
  return [{ update: keys.link(attempt.linkToken), set, onlyIf: { expression: 'attribute_exists(pk)' } }];
};

/** The link of an attempt that was told "failed" takes another one (rule 7). */
export const linkFreed = (attempt: Attempt, decline: { readonly code: BankCode; readonly atMs: number }): Write => ({
  update: keys.link(attempt.linkToken),
  set: change(['#lastDecline = :decline'], ['#slot'], {
    names: { '#lastDecline': 'lastDecline' },
    values: { ':decline': decline },
  }),
  onlyIf: { expression: '#slot = :reference', values: { ':reference': attempt.reference } },
});

/** Closes an open link for good with a failure: the payer gave up (rule 7). */
export const linkClosed = (link: PaymentRequest, result: LinkResult): readonly Write[] => [
  {
    update: keys.link(link.token),
    set: change(['#state = :failed', '#result = :result'], [], {
      names: { '#result': 'result' },
      values: { ':failed': 'failed', ':result': result },
    }),
    onlyIf: {
      expression: `${atVersion(link.version).expression} AND #state = :open AND attribute_not_exists(#slot)`,
      values: { ...atVersion(link.version).values, ':open': 'open' },
    },
  },
  resultItem(link.token, result),
];
