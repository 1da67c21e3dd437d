import type { LinkAttempt } from '../../domain/attempt/attempt.ts';
import type { LinkDecline, LinkResult, PaymentRequest } from '../../domain/link/payment-request.ts';
import type { AttemptEnd, RefusedEnd } from '../../ports/attempts.ts';
import { ABSENT, type Write } from './engine/writes.ts';
import { keys } from './keys.ts';

/** A change of a link: what is set and removed, and on what condition. Each counts the link's version up. */
interface LinkChange {
  readonly sets?: readonly string[];
  readonly removes?: readonly string[];
  readonly values?: Readonly<Record<string, unknown>>;
  readonly onlyIf?: string;
}

/** Names of attributes stand behind a `#` in expressions, and the store refuses a name that no expression uses. */
const namesIn = (...expressions: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(expressions.flatMap((one) => one.match(/#\w+/g) ?? []).map((name) => [name, name.slice(1)]));

const linkWrite = (token: string, { sets = [], removes = [], values = {}, onlyIf }: LinkChange): Write => {
  const removed = removes.length === 0 ? '' : ` REMOVE ${removes.join(', ')}`;
  const expression = `SET ${[...sets, '#version = #version + :one'].join(', ')}${removed}`;
  return {
    update: keys.link(token),
    set: { expression, names: namesIn(expression, onlyIf ?? ''), values: { ':one': 1, ...values } },
    ...(onlyIf === undefined ? {} : { onlyIf: { expression: onlyIf } }),
  };
};

const resultItem = (linkToken: string, { resultReference }: LinkResult): Write => ({
  put: { ...keys.result(resultReference), entity: 'result', linkToken },
  onlyIf: ABSENT,
});

/** One attempt more at a link that is still as it was read: open, and its slot free. */
const linkCounted = (
  { token, version, progress }: PaymentRequest,
  { reference }: LinkAttempt,
  { sets = [], values }: Pick<LinkChange, 'sets' | 'values'>,
): Write =>
  linkWrite(token, {
    sets: [
      '#latest = :reference',
      '#attempts = :attempts',
      '#windowStartMs = :windowStartMs',
      '#windowAttempts = :windowAttempts',
      ...sets,
    ],
    values: {
      ':reference': reference,
      ':attempts': progress.attempts,
      ':windowStartMs': progress.windowStartMs,
      ':windowAttempts': progress.windowAttempts,
      ':expected': version,
      ':open': 'open',
      ...values,
    },
    onlyIf: '#version = :expected AND #state = :open AND attribute_not_exists(#slot)',
  });

/**
 * An attempt begins at a link that is still as it was read. Without 3D it takes the slot at once. With 3D the link takes
 * 3D only from now on: a payer who leaves the bank's page says nothing, and must not get past it by leaving.
 */
export const linkBegun = (link: PaymentRequest, attempt: LinkAttempt): Write =>
  linkCounted(
    link,
    attempt,
    attempt.state === 'charging'
      ? { sets: ['#slot = :reference'] }
      : { sets: ['#threeDOnly = :threeDOnly'], values: { ':threeDOnly': true } },
  );

/** An attempt that the service refused is counted and told like a decline. It takes no slot. */
export const linkAfterRefusal = (
  link: PaymentRequest,
  attempt: LinkAttempt,
  { decline, result, threeDOnly = false }: RefusedEnd,
): readonly Write[] => {
  const closed = {
    sets: ['#state = :failed', '#result = :result'],
    values: { ':failed': 'failed', ':result': result },
  };
  const write = linkCounted(link, attempt, {
    sets: [
      '#lastDecline = :decline',
      ...(threeDOnly ? ['#threeDOnly = :threeDOnly'] : []),
      ...(result === undefined ? [] : closed.sets),
    ],
    values: {
      ':decline': decline,
      ...(threeDOnly ? { ':threeDOnly': true } : {}),
      ...(result === undefined ? {} : closed.values),
    },
  });
  return result === undefined ? [write] : [write, resultItem(link.token, result)];
};

/** The claim of an authenticated attempt: the link open, its one slot free (rule 2). Expiry was judged at the start. */
export const linkClaimed = ({ linkToken, reference }: LinkAttempt): Write =>
  linkWrite(linkToken, {
    sets: ['#slot = :reference'],
    values: { ':reference': reference, ':open': 'open' },
    onlyIf: '#state = :open AND attribute_not_exists(#slot)',
  });

const HOLDS_SLOT = '#slot = :reference';

const paid = ({ linkToken, reference }: LinkAttempt, result: LinkResult): readonly Write[] => [
  linkWrite(linkToken, {
    sets: ['#state = :paid', '#result = :result'],
    removes: ['#slot'],
    values: { ':paid': 'paid', ':result': result, ':reference': reference },
    onlyIf: HOLDS_SLOT,
  }),
  resultItem(linkToken, result),
];

/** True when the attempt holds the link's slot: it was claimed, and nobody was told that it failed. */
export const holdsSlot = ({ state, told }: LinkAttempt): boolean =>
  state !== 'authenticating' && state !== 'started' && told !== 'failed';

/**
 * What the end of an attempt does to its link. An attempt that holds the slot frees it. One that does not, since it
 * never charged or its payer was told "failed", may still say why it failed or close the link, but only while the link
 * is open and no other attempt holds the slot: otherwise the caller writes `linkLeft` instead.
 */
export const linkEnded = (attempt: LinkAttempt, end: AttemptEnd): readonly Write[] => {
  if (end.state === 'approved') {
    if (end.result === undefined) throw new TypeError('a link is paid with a result');
    return paid(attempt, end.result);
  }
  const { decline, result, threeDOnly = false } = end;
  const { linkToken, reference } = attempt;
  const held = holdsSlot(attempt);
  if (!held && decline === undefined && result === undefined && !threeDOnly) return [];
  const write = linkWrite(linkToken, {
    sets: [
      ...(result === undefined ? [] : ['#state = :failed', '#result = :result']),
      ...(decline === undefined ? [] : ['#lastDecline = :decline']),
      ...(threeDOnly ? ['#threeDOnly = :true'] : []),
    ],
    removes: held ? ['#slot'] : [],
    values: {
      ...(result === undefined ? {} : { ':failed': 'failed', ':result': result }),
      ...(decline === undefined ? {} : { ':decline': decline }),
      ...(threeDOnly ? { ':true': true } : {}),
      ...(held ? { ':reference': reference } : { ':open': 'open' }),
    },
    // Without the slot only an open link that nobody else is charging is written to.
    onlyIf: held ? HOLDS_SLOT : '#state = :open AND attribute_not_exists(#slot)',
  });
  return result === undefined ? [write] : [write, resultItem(linkToken, result)];
};

/** What is left to say of a link that is closed or another attempt's: that it takes 3D only (rule 20). */
export const linkLeft = ({ linkToken }: LinkAttempt, end: AttemptEnd): readonly Write[] => {
  if (end.state === 'approved' || end.threeDOnly !== true) return [];
  return [
    linkWrite(linkToken, { sets: ['#threeDOnly = :true'], values: { ':true': true }, onlyIf: 'attribute_exists(pk)' }),
  ];
};

/** The link of an attempt that was told "failed" takes another one, or is closed where a result says so. */
export const linkFreed = (
  { linkToken, reference }: LinkAttempt,
  decline: LinkDecline,
  result?: LinkResult,
): readonly Write[] => {
  const closed = { ':failed': 'failed', ':result': result };
  const write = linkWrite(linkToken, {
    sets: ['#lastDecline = :decline', ...(result === undefined ? [] : ['#state = :failed', '#result = :result'])],
    removes: ['#slot'],
    values: { ':decline': decline, ':reference': reference, ...(result === undefined ? {} : closed) },
    onlyIf: HOLDS_SLOT,
  });
  return result === undefined ? [write] : [write, resultItem(linkToken, result)];
};

/** Closes an open link for good with a failure: the payer gave up (rule 7). */
export const linkClosed = ({ token, version }: PaymentRequest, result: LinkResult): readonly Write[] => [
  linkWrite(token, {
    sets: ['#state = :failed', '#result = :result'],
    values: { ':failed': 'failed', ':result': result, ':expected': version, ':open': 'open' },
    onlyIf: '#version = :expected AND #state = :open AND attribute_not_exists(#slot)',
  }),
  resultItem(token, result),
];
