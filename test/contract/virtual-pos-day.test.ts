import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dynamoBankLedger } from '../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import type { PosAccount } from '../../shared/ports/bank-gateway.ts';
import type { FollowUp, PosOrder } from '../../shared/ports/bank-order.ts';
import { stackOfTests } from '../support/app/stack-of-tests.ts';
import { sandboxBank, soon, standingClock } from '../support/bank/bank-calls.ts';
import { startBank, type TestBank } from '../support/bank/bank-server.ts';
import { type BookedSteps, bookedSteps } from '../support/bank/booked-steps.ts';
import { gateways } from '../support/bank/gateways.ts';
import { engineTable } from '../support/store/store.ts';

/** 15 January 2027, 11:00 in Istanbul: eleven hours before the bank's day ends. */
const MORNING = 1_800_000_000_000;
const HOUR_MS = 3_600_000;

const ledger = dynamoBankLedger(engineTable(stackOfTests()));
const clock = standingClock(MORNING);
const pos = sandboxBank({ clock });
let bank: TestBank;

beforeAll(async () => {
  bank = await startBank(ledger, undefined, { clock, dayEnd: 22 * 60 });
});
afterAll(async () => {
  pos.close();
  await bank.stop();
});

const tomorrow = () => clock.advance(24 * HOUR_MS);
/** Moves the clock to the next 11:00. */
const nextMorning = () => clock.advance(24 * HOUR_MS - ((clock.now() - MORNING) % (24 * HOUR_MS)));

/**
 * Columns: what the inquiry finds on the open day and after its end; whether a void works before the end; whether a refund
 * works before and after.
 */
const SHOWN = [
  ['approved', 'captured', 'settled', 'approved', 'unknown', 'approved'],
  ['shown-settled', 'settled', 'settled', 'approved', 'unknown', 'approved'],
  ['settled-at-once', 'settled', 'settled', 'unknown', 'approved', 'approved'],
  ['insufficient-funds', 'declined', 'declined', 'unknown', 'unknown', 'unknown'],
] as const;

/**
 * Columns: void on the open day; first and second refund after its end; the refunds that the history then shows. Garanti's
 * answer to a refused step is never final.
 */
const TAKEN_BACK = [
  ['void-unclear', 'unknown', 'unknown', 'unknown', []],
  ['void-refused', 'unknown', 'approved', 'unknown', [12_345]],
  ['void-refused-credit-unclear', 'unknown', 'unknown', 'unknown', [12_345]],
  ['void-refused-first-credit-declined', 'unknown', 'declined', 'approved', [12_345]],
  ['void-and-credit-refused', 'unknown', 'unknown', 'unknown', []],
] as const;

describe.each(gateways)('The bank’s day, at $kind', (gateway) => {
  let account: PosAccount;
  let steps: BookedSteps;
  beforeAll(() => {
    account = gateway.accountAt(bank.gateway);
    steps = bookedSteps(pos, { gateway, account: () => account, clock });
  });

  const charged: BookedSteps['charged'] = (...charge) => steps.charged(...charge);
  const step = async (order: PosOrder, kind: FollowUp['kind'], amount?: number): Promise<string> =>
    (await steps.step(order, { kind }, amount)).kind;
  const found = (order: PosOrder) => pos.inquire(account, order, soon(clock));
  const kindFound = async (order: PosOrder): Promise<string> => (await found(order)).kind;
  const history = (order: PosOrder) => pos.inquireHistory(account, order, soon(clock));

  test('ends at its time and not before: a sale is captured, then settled', async () => {
    nextMorning();
    const order = await charged('approved');
    clock.advance(11 * HOUR_MS - 1);
    expect(await kindFound(order)).toBe('captured');
    clock.advance(1);
    expect(await found(order)).toMatchObject({ kind: 'settled', amount: 12_345 });
    expect(await kindFound(await charged('approved'))).toBe('captured');
    clock.advance(13 * HOUR_MS);
  });

  test('leaves a pre-authorisation authorised, which can then be voided or captured', async () => {
    const [one, other] = [
      await charged('approved', { type: 'pre-authorisation' }),
      await charged('approved', { type: 'pre-authorisation' }),
    ];
    tomorrow();
    tomorrow();
    expect(await found(one)).toMatchObject({ kind: 'authorised', amount: 12_345 });
    expect([await step(one, 'void'), await step(other, 'capture')]).toEqual(['approved', 'approved']);
    // The day of a capture is the capture's own, not the pre-authorisation's.
    expect([await kindFound(one), await kindFound(other)]).toEqual(['voided', 'captured']);
    tomorrow();
    expect(await kindFound(other)).toBe('settled');
  });

  test('lets a void take a sale back while it is open, once', async () => {
    const order = await charged('approved');
    expect(await step(order, 'void')).toBe('approved');
    expect(await kindFound(order)).toBe('voided');
    expect(await step(order, 'void')).toBe('unknown');
    tomorrow();
    expect(await kindFound(order)).toBe('voided');
    expect(await history(order)).toMatchObject({ kind: 'history', charge: 'voided', credits: [] });
  });

  test('refuses a void once it has ended, and the sale stands', async () => {
    const order = await charged('approved');
    tomorrow();
    expect([await step(order, 'void'), await kindFound(order)]).toEqual(['unknown', 'settled']);
  });

  test('of two voids at once approves at most one', async () => {
    const order = await charged('approved');
    const both = await Promise.all([step(order, 'void'), step(order, 'void')]);
    expect(both.toSorted()).toEqual(['approved', 'unknown']);
    expect(await kindFound(order)).toBe('voided');
  });

  test('refuses a refund while it is open: the sale can still be voided', async () => {
    const order = await charged('approved');
    expect(await step(order, 'refund')).toBe('unknown');
    expect(await kindFound(order)).toBe(gateway.kind === 'nestpay' ? 'credit-failed' : 'captured');
    expect(await history(order)).toMatchObject({ charge: 'captured', amount: 12_345, credits: [] });
    expect(await step(order, 'void')).toBe('approved');
    expect(await history(order)).toMatchObject({ charge: 'voided' });
  });

  test('lets a refund go back in parts from then on, up to what is left', async () => {
    const order = await charged('approved');
    tomorrow();
    expect(await step(order, 'refund', 10_000)).toBe('approved');
    expect(await kindFound(order)).toBe('credited');
    expect(await step(order, 'refund', 2346)).toBe('unknown');
    clock.advance(1);
    expect(await step(order, 'refund', 2345)).toBe('approved');
    expect(await step(order, 'refund', 1)).toBe('unknown');
    const credits = [10_000, 2345];
    expect(await history(order)).toMatchObject({ charge: 'settled', amount: 12_345, credits, creditPending: false });
  });

  test('of two refunds at once of the whole amount does one', async () => {
    const order = await charged('approved');
    tomorrow();
    const both = await Promise.all([step(order, 'refund'), step(order, 'refund')]);
    expect(both.toSorted()).toEqual(['approved', 'unknown']);
    expect(await history(order)).toMatchObject({ credits: [12_345] });
  });

  test.each(SHOWN)(
    '%s: %s, after the day end %s; void %s, refund %s and then %s',
    async (id, open, closed, voids, early, late) => {
      const [voided, credited, later] = [await charged(id), await charged(id), await charged(id)];
      expect(await kindFound(voided)).toBe(open);
      expect(await step(voided, 'void')).toBe(
        id === 'insufficient-funds' && gateway.kind === 'garanti' ? 'unknown' : voids,
      );
      expect(await step(credited, 'refund')).toBe(early);
      tomorrow();
      expect(await kindFound(later)).toBe(closed);
      expect(await step(later, 'void')).toBe('unknown');
      expect(await step(later, 'refund')).toBe(late);
    },
  );

  test.each(TAKEN_BACK)('%s: void %s, refund %s, again %s', async (id, voids, first, second, credits) => {
    const order = await charged(id);
    expect(await step(order, 'void')).toBe(voids);
    expect(await kindFound(order)).toBe(id === 'void-unclear' ? 'voided' : 'captured');
    tomorrow();
    const declined = gateway.kind === 'garanti' && first === 'declined' ? 'unknown' : first;
    expect(await step(order, 'refund')).toBe(declined);
    expect(await step(order, 'refund')).toBe(second);
    const charge = id === 'void-unclear' ? 'voided' : 'settled';
    expect(await history(order)).toMatchObject({ kind: 'history', charge, credits });
  });

  test('credit-twice: a refund is done twice and answered as one, which the history shows', async () => {
    const order = await charged('credit-twice');
    tomorrow();
    expect(await step(order, 'refund', 5000)).toBe('approved');
    expect(await history(order)).toMatchObject({ charge: 'settled', credits: [5000, 5000] });
  });
});
