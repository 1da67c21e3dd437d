import type { LinkChange, LinkCondition, LinkEffect } from '../../../domain/link/link-states.ts';
import { linkStateAfter } from '../../../domain/link/link-states.ts';
import type { LinkResult } from '../../../domain/link/payment-request.ts';
import type { PaymentName } from '../../../domain/payment/payment-name.ts';
import type { Expression, Write } from '../engine/writes.ts';
import { paymentKeys } from '../payment/payment-keys.ts';

/** What one effect sets and removes in the link's state item. */
interface Parts {
  readonly sets?: readonly string[];
  readonly removes?: readonly string[];
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Attribute names begin with `#` in expressions. The store refuses a name that no expression uses. */
const namesIn = (...expressions: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(expressions.flatMap((one) => one.match(/#\w+/g) ?? []).map((name) => [name, name.slice(1)]));

/** A link that is over does not wait for its expiry any more. */
const EXPIRY = ['#duePk', '#dueSk'];

/** Nobody tries a password on a link that is over. How many were wrong stays, for operators. */
const PASSWORD_WINDOW = ['#passwordWindowStartMs', '#windowPasswords'];

/** The first moment stays: two posts may come at once. */
const OPENED = '#openedAtMs = if_not_exists(#openedAtMs, :openedAtMs)';

/**
 * Notes that the payer opened the link. The version stays as it is, so that an attempt which begins meanwhile begins all
 * the same.
 */
export const linkOpened = (payment: PaymentName, openedAtMs: number): Write => ({
  update: paymentKeys.state(payment),
  set: { expression: `SET ${OPENED}`, names: namesIn(OPENED), values: { ':openedAtMs': openedAtMs } },
  onlyIf: { expression: 'attribute_exists(pk)' },
});

const ended = (effect: LinkEffect, result: LinkResult): Parts => ({
  sets: ['#state = :state', '#result = :result'],
  removes: [...EXPIRY, ...PASSWORD_WINDOW],
  values: { ':state': linkStateAfter(effect), ':result': result },
});

const partsOf = (effect: LinkEffect): Parts => {
  switch (effect.kind) {
    case 'counts': {
      const { attempts, windowStartMs, windowAttempts, openedAtMs } = effect.progress;
      const counted = ['#attempts = :attempts', '#windowStartMs = :windowStartMs', '#windowAttempts = :windowAttempts'];
      return {
        sets: ['#latest = :latest', ...counted, ...(openedAtMs === undefined ? [] : [OPENED])],
        values: {
          ':latest': effect.attempt,
          ':attempts': attempts,
          ':windowStartMs': windowStartMs,
          ':windowAttempts': windowAttempts,
          ...(openedAtMs === undefined ? {} : { ':openedAtMs': openedAtMs }),
        },
      };
    }
    case 'counts-password': {
      const { wrongPasswords, passwordWindowStartMs, windowPasswords, openedAtMs } = effect.progress;
      return {
        sets: [
          '#wrongPasswords = :wrongPasswords',
          '#passwordWindowStartMs = :passwordWindowStartMs',
          '#windowPasswords = :windowPasswords',
          ...(openedAtMs === undefined ? [] : [OPENED]),
        ],
        values: {
          ':wrongPasswords': wrongPasswords,
          ':passwordWindowStartMs': passwordWindowStartMs,
          ':windowPasswords': windowPasswords,
          ...(openedAtMs === undefined ? {} : { ':openedAtMs': openedAtMs }),
        },
      };
    }
    case 'activates':
      return { sets: ['#activeAttempt = :activated'], values: { ':activated': effect.attempt } };
    case 'frees':
      return { removes: ['#activeAttempt'] };
    case 'declines':
      return { sets: ['#lastDecline = :decline'], values: { ':decline': effect.decline } };
    case 'requires-3d':
      return { sets: ['#threeDOnly = :true'], values: { ':true': true } };
    case 'pays':
    case 'fails':
      return ended(effect, effect.result);
    case 'cancels':
      return { sets: ['#state = :state'], removes: EXPIRY, values: { ':state': linkStateAfter(effect) } };
  }
};

/**
 * A state from before generations has none: what began under it is barred by what that release compares, the latest call.
 * Written without brackets, AND before OR.
 */
const underGeneration = (terms: string, generation: number | undefined): string =>
  generation === undefined
    ? terms
    : `${terms} AND attribute_not_exists(#generation) OR ${terms} AND #generation = :generation`;

const conditionOf = (condition: LinkCondition): Expression => {
  switch (condition.kind) {
    case 'exists':
      return { expression: 'attribute_exists(pk)' };
    case 'active':
      return { expression: '#activeAttempt = :active', values: { ':active': condition.attempt } };
    case 'free': {
      const { version, unexpiredAtMs, latest, generation } = condition;
      const terms = [
        ...(version === undefined ? [] : ['#version = :expected']),
        '#state = :open',
        ...(unexpiredAtMs === undefined ? [] : ['#expiresAtMs > :now']),
        ...(latest === undefined ? [] : ['#latest = :latestNow']),
        'attribute_not_exists(#activeAttempt)',
      ];
      return {
        expression: underGeneration(terms.join(' AND '), generation),
        values: {
          ':open': 'open',
          ...(generation === undefined ? {} : { ':generation': generation }),
          ...(version === undefined ? {} : { ':expected': version }),
          ...(unexpiredAtMs === undefined ? {} : { ':now': unexpiredAtMs }),
          ...(latest === undefined ? {} : { ':latestNow': latest }),
        },
      };
    }
  }
};

/** The writes of a change of a link, as store expressions. Each raises the link's version by one. */
export const linkWrites = (change: LinkChange): readonly Write[] => {
  const { payment, effects, onlyIf } = change;
  const parts = effects.map(partsOf);
  const removes = parts.flatMap((one) => one.removes ?? []);
  const sets = [...parts.flatMap((one) => one.sets ?? []), '#version = #version + :one'];
  const expression = `SET ${sets.join(', ')}${removes.length === 0 ? '' : ` REMOVE ${removes.join(', ')}`}`;
  const condition = conditionOf(onlyIf);
  const values = Object.assign({ ':one': 1 }, ...parts.map((one) => one.values));
  return [
    {
      update: paymentKeys.state(payment),
      set: { expression, names: namesIn(expression, condition.expression), values },
      onlyIf: condition,
    },
  ];
};
