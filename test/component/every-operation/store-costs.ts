import { beforeAll, describe, expect, test } from 'vitest';
import { directPaymentLoad, paidLinkLoad } from '../../../infra/capacity/payment-load.ts';
import type { EventType } from '../../../shared/domain/outbox/event.ts';
import { total } from '../../bench/figures.ts';
import { leastTrips } from '../../bench/least-trips.ts';
import { type Caller, newCaller, type OperationName, operations } from '../../bench/operations.ts';
import { answeredCalls, readUnitsOf, tripsOf, type WireCall, writeUnitsOf } from '../../bench/tap.ts';
import type { FaultyStack } from '../../support/app/own-stack.ts';
import { newDealer } from '../../support/dealer/dealers.ts';
import { usualLink } from '../../support/operation-scene.ts';
import type { SeenRequest } from '../../support/store/fault-proxy.ts';

/** A call may take the next block of ids: the least of several calls counts. */
const MOST_CALLS = 6;

let stack: FaultyStack;
let prepare: Caller;

/** A request for the next block of ids, which serves many later requests. */
const takesIds = ({ body }: Pick<SeenRequest, 'body'>): boolean => body.includes('SEQUENCE#');

/** A read of what an instance keeps for a minute: the stage, breakers, a dealer, a definition, a virtual POS. */
const fillsCache = ({ operation, body }: WireCall): boolean =>
  ['GetItem', 'Query'].includes(operation) && !body.includes('PAY#');

/** What one call asks of the store, and what its preparation did. The first fills the caches of the instance. */
const callsOf = async (name: OperationName, slowMs = 0): Promise<Record<'before' | 'own', readonly WireCall[]>> => {
  stack.proxy.reset();
  const call = await prepare(name);
  const before = answeredCalls(stack.proxy);
  if (slowMs > 0) stack.proxy.inject({ times: 1000, action: { kind: 'slow', ms: slowMs } });
  await call();
  return { before, own: answeredCalls(stack.proxy) };
};

/** A call as a failing test shows it: the operation and the items that it names. */
const shown = ({ operation, body }: WireCall): string =>
  `${operation} ${body.match(/"(?:p|s)k":\{[^}]*\}/g)?.join(' ')}`;

/**
 * What operations ask of the store and write, in an app that stands when the tests begin. Its functions keep what they read for
 * longer than the tests last, and follow no streams: they read a payment some time after its answer, which may be during the
 * call counted.
 */
export const storeCosts = (running: () => FaultyStack): void => {
  beforeAll(async () => {
    stack = running();
    prepare = await newCaller(stack.address);
  });

  describe('Round trips to the store with warm caches', () => {
    const limited = operations.flatMap(([name, { trips }]) => (trips === undefined ? [] : [[name, trips] as const]));

    test.each(limited)('%s: %d, reads side by side counted as one', async (name, trips) => {
      await callsOf(name);
      const least = await leastTrips(async (slowMs) => (await callsOf(name, slowMs)).own, { enough: trips });
      expect(least, least.flatMap((trip) => trip.map(shown)).join('\n')).toHaveLength(trips);
    });

    test('ids are taken in blocks: a hundred links ask for a few', async () => {
      const dealer = await newDealer({ stack: stack.address });
      await dealer.createLink();
      stack.proxy.reset();
      for (let link = 0; link < 100; link += 1) await dealer.createLink();
      expect(stack.proxy.count('TransactWriteItems')).toBe(100);
      expect(stack.proxy.seen().filter(takesIds).length).toBeLessThanOrEqual(4);
    });

    test('a warm instance has ids of payments and transactions in reserve: twenty payments ask for few', async () => {
      await callsOf('direct payment');
      const asked: (readonly WireCall[])[] = [];
      while (asked.length < 20) asked.push((await callsOf('direct payment')).own);
      expect(asked.flat().filter(takesIds).length).toBeLessThanOrEqual(4);
      // On a slow machine a minute ends meanwhile, and a call reads anew what was cached. What else it asks is the same.
      const others = asked.filter((one) => !one.some(takesIds));
      const usual = others.filter((one) => !one.some(fillsCache));
      expect(usual.length).toBeGreaterThan(others.length / 2);
      for (const calls of usual) expect(calls, calls.map(shown).join('\n')).toHaveLength(3);
      for (const calls of others) expect(calls.filter((one) => !fillsCache(one))).toHaveLength(3);
    });
  });

  describe('Write units of a payment and of its steps (shared/docs/data.md, write units)', () => {
    const aims = operations.flatMap(([name, { payment, units = payment?.[1] }]) =>
      units === undefined ? [] : [[name, units] as const],
    );

    test.each(aims)('%s: at most %d', async (name, aim) => {
      const { before, own } = await callsOf(name);
      const isWhole = operations.some(([one, { payment }]) => one === name && payment !== undefined);
      const calls = (isWhole ? [...before, ...own] : own).filter((call) => !takesIds(call));
      const units = total(calls.flatMap(writeUnitsOf).map(([, consumed]) => consumed));
      expect(units).toBeGreaterThan(0);
      expect(units).toBeLessThanOrEqual(aim);
    });
  });

  describe('What a payment takes is what capacity is computed from (shared/docs/capacity.md)', () => {
    test.each([
      ['3D finish', paidLinkLoad],
      ['direct payment', directPaymentLoad],
    ] as const)(
      '%s: the units of the table, of each index, and of its reads',
      async (name, { writeUnits, readUnits }) => {
        await callsOf(name);
        const readOf = (asked: readonly WireCall[]): number => total(asked.map(readUnitsOf));
        let calls: readonly WireCall[] = [];
        // A call that reads anew what was cached a minute ago is no usual one. The next one is.
        for (let tries = 0; tries < MOST_CALLS && (tries === 0 || readOf(calls) > readUnits); tries += 1) {
          const { before, own } = await callsOf(name);
          calls = [...before, ...own].filter((call) => !takesIds(call));
        }
        for (const [place, units] of Object.entries(writeUnits)) {
          const written = calls.flatMap(writeUnitsOf).filter(([one]) => one === place);
          expect([place, total(written.map(([, consumed]) => consumed))]).toEqual([place, units]);
        }
        // The result page, the last call of a link, reads one unit more.
        expect(readOf(calls), calls.map(shown).join('\n')).toBeLessThanOrEqual(readUnits);
      },
    );
  });

  describe('What an event adds to the transaction that makes it true (shared/docs/data.md, write units)', () => {
    /** Calls of a link's creation, of the least of several dealers' second links. */
    const createdBy = async (wanted: readonly EventType[]): Promise<readonly WireCall[]> => {
      const dealer = await newDealer({ stack: stack.address, dealer: { wantedEvents: { webhooks: wanted } } });
      await dealer.createLink(usualLink());
      let calls: readonly WireCall[] = [];
      for (let tries = 0; tries < MOST_CALLS && (calls.length === 0 || calls.some(takesIds)); tries += 1) {
        stack.proxy.reset();
        await dealer.createLink(usualLink());
        calls = answeredCalls(stack.proxy).filter((call) => !fillsCache(call));
      }
      return calls;
    };
    const unitsOf = (calls: readonly WireCall[]): number =>
      total(calls.flatMap(writeUnitsOf).map(([, consumed]) => consumed));

    test.each([
      ['no event that is wanted', [], 7],
      ['one', ['link.created'], 10],
      ['one, and the wish to hear of the expiry', ['link.created', 'link.expired'], 11],
    ] as const)('a link with %s: one trip, %d units', async (_what, wanted, units) => {
      const calls = await createdBy(wanted);
      expect(tripsOf(calls)).toHaveLength(1);
      expect(unitsOf(calls)).toBeLessThanOrEqual(units);
      expect(unitsOf(calls)).toBeGreaterThanOrEqual(units - 1);
    });
  });
};
