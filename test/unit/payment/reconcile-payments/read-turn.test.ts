import { describe, expect, test } from 'vitest';
import { turnOf } from '../../../../functions/payment/reconcile-payments/read-turn.ts';

const NOW_MS = 1_000_000;
const turn = { handOns: 1, endsAtMs: NOW_MS + 25_000, gateways: ['abc123'] };

describe('The turn that an event names (rule 8)', () => {
  test('a schedule and an empty event begin a turn of their own', () => {
    for (const event of [{ source: 'aws.events', detail: {} }, {}, undefined, null]) {
      expect(turnOf(event, NOW_MS)).toEqual({ handOns: 0, endsAtMs: NOW_MS + 60_000 });
    }
  });

  test('a run that was handed work takes up its turn', () => {
    expect(turnOf({ turn }, NOW_MS)).toEqual(turn);
  });

  test.each([
    ['without gateways', { ...turn, gateways: undefined }],
    ['of a longer chain', { ...turn, handOns: 3 }],
    ['that begins a chain', { ...turn, handOns: 0 }],
    ['that ends tomorrow', { ...turn, endsAtMs: NOW_MS + 86_400_000 }],
    ['that is no turn', 'now'],
  ])('a turn %s is refused', (_what, given) => {
    expect(() => turnOf({ turn: given }, NOW_MS)).toThrow('the event names no turn of the sweeper');
  });
});
