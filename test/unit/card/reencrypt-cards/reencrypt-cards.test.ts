import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  type ReencryptCardsDependencies,
  reencryptCards,
} from '../../../../functions/card/reencrypt-cards/reencrypt-cards.ts';
import type { StoredCard } from '../../../../shared/domain/card/stored-card.ts';
import { openStoredCard, sealStoredCard } from '../../../../shared/payment-flow/kept-card.ts';
import type { AuditEntry } from '../../../../shared/ports/operator-changes.ts';
import { StoreUnavailable } from '../../../../shared/ports/store-errors.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakeLog } from '../../../fakes/log.ts';
import { openVault } from '../../../support/card/card-storing.ts';
import { KEPT, OWNER } from '../../../support/card/waiting-card.ts';

const SHARDS = 4;
const DEADLINE_MS = 1_000_000;

/** A vault with two old keys and a new one, with cards under each old key, in a map instead of the store. */
const scene = async (cardsPerKey: number, changes: Partial<ReencryptCardsDependencies> = {}) => {
  const cards = new Map<string, StoredCard>();
  for (const keyName of ['older', 'old']) {
    for (let index = 0; index < cardsPerKey; index += 1) {
      const place = { dealerCode: 'D1', token: randomUUID(), version: 1 };
      const sealed = await sealStoredCard(place, KEPT, openVault(keyName));
      const card = { ...place, ...sealed, customer: OWNER, maskedCard: '411111******1111', storedAtMs: 0 };
      cards.set(card.token, card);
    }
  }
  const shardOf = (token: string): number => Number.parseInt(token.slice(0, 1), 16) % SHARDS;
  const audit: AuditEntry[] = [];
  const log = new FakeLog();
  const clock = new FakeClock(0);
  const step = reencryptCards({
    storedCards: {
      keyShards: SHARDS,
      find: async (_dealerCode, token) => cards.get(token),
      underKey: async (keyName, shard, { limit, after = '' }) =>
        [...cards.values()]
          .filter((card) => card.keyName === keyName && shardOf(card.token) === shard)
          .map(({ dealerCode, token }) => ({ dealerCode, token, position: `${dealerCode}#${token}` }))
          .filter(({ position }) => position > after)
          .toSorted((one, other) => (one.position < other.position ? -1 : 1))
          .slice(0, limit),
      replaceSealed: async (card, sealed) => {
        if (cards.get(card.token)?.version !== card.version) return false;
        cards.set(card.token, { ...card, ...sealed, version: card.version + 1 });
        return true;
      },
    },
    opener: openVault(),
    sealer: openVault('new'),
    previousKeyNames: ['old', 'older'],
    changes: {
      apply: async (_change, entry) => {
        audit.push(entry);
        return { kind: 'applied' };
      },
    },
    clock,
    stage: 'local',
    log,
    ...changes,
  });
  const commandId = randomUUID();
  const event = (more: object = {}) => ({ commandId, stage: 'local', ...more });
  /** A whole run: every step until no next one is needed. */
  const run = async (limit: number) => {
    const results = [];
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const answer = await step(event({ limit, ...(cursor === undefined ? {} : { cursor }) }), DEADLINE_MS);
      if (!answer.ok) throw new Error(answer.error.message);
      results.push(answer.result);
      cursor = answer.result.next;
    }
    return results;
  };
  return { cards, audit, log, clock, step, event, run };
};

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);

describe('reencrypt-cards', () => {
  test.each([1, 7, 500])('puts every card under the current key, %d cards a step at most', async (limit) => {
    const { cards, run } = await scene(20);
    const results = await run(limit);
    for (const { reencrypted, upToDate, failed } of results) {
      expect(reencrypted + upToDate + failed).toBeLessThanOrEqual(limit);
    }
    expect(sum(results.map(({ reencrypted }) => reencrypted))).toBe(40);
    for (const card of cards.values()) {
      expect(card).toMatchObject({ keyName: 'new', version: 2 });
      expect(await openStoredCard(card, openVault())).toEqual(KEPT);
    }
    const progress = results.map(({ shardsDone }) => shardsDone);
    expect(progress).toEqual(progress.toSorted((one, other) => one - other));
    expect(results.at(-1)).toMatchObject({ shardsDone: 2 * SHARDS, shards: 2 * SHARDS });
  });

  test('a card that does not open is counted, logged by its dealer alone, passed over, and left as it is', async () => {
    const { cards, run, log } = await scene(5);
    const [damaged] = cards.values();
    if (damaged === undefined) throw new Error('no card');
    cards.set(damaged.token, { ...damaged, sealed: 'damaged' });
    const results = await run(2);
    expect(sum(results.map(({ failed }) => failed))).toBe(1);
    expect(sum(results.map(({ reencrypted }) => reencrypted))).toBe(9);
    expect(cards.get(damaged.token)).toMatchObject({ sealed: 'damaged', version: 1 });
    expect(log.lines).toEqual([
      { level: 'error', event: 'card not reencrypted', fields: { dealerCode: 'D1', errorName: expect.any(String) } },
    ]);
  });

  test('a card that was stored again meanwhile keeps what is newer', async () => {
    const { cards, run } = await scene(1, {
      // While the card is being decrypted, an approval stores it with a new expiry.
      opener: {
        open: async (sealed, context) => {
          const text = await openVault().open(sealed, context);
          const card = cards.get(context.recordId);
          if (card !== undefined) cards.set(card.token, { ...card, version: 9, keyName: 'new', sealed: 'newer' });
          return text;
        },
      },
    });
    const results = await run(10);
    expect(sum(results.map(({ upToDate }) => upToDate))).toBe(2);
    for (const card of cards.values()) expect(card).toMatchObject({ version: 9, sealed: 'newer' });
  });

  test('the run stands in the audit once, before its first card (rule 36)', async () => {
    const { audit, run, event } = await scene(10);
    await run(3);
    expect(audit).toMatchObject([
      {
        commandId: event().commandId,
        command: 'reencrypt-cards',
        changed: ['encryption of stored cards'],
        result: { keyName: 'new' },
      },
    ]);
  });

  test('a step ends in time, one page after it began at the earliest', async () => {
    const { step, event } = await scene(200);
    const answer = await step(event(), 0);
    expect(answer).toMatchObject({ ok: true, result: { reencrypted: 25, next: expect.any(String) } });
  });

  test('a step goes on while ten seconds are left, and the next one begins where it ended', async () => {
    const slow = await scene(400);
    slow.clock.advance(DEADLINE_MS - 10_000);
    const first = await slow.step(slow.event(), DEADLINE_MS);
    const done = first.ok ? first.result : expect.unreachable();
    expect([done.reencrypted, done.shardsDone, done.shards]).toEqual([25, 0, 2 * SHARDS]);
    expect(done.next).toMatch(/^0:D1#[0-9a-f-]{36}$/);
    slow.clock.advance(-1);
    const second = await slow.step(slow.event({ cursor: done.next }), DEADLINE_MS);
    expect(second).toMatchObject({ ok: true });
    expect(second.ok && second.result.reencrypted).toBeGreaterThan(25);
  });

  test('a card that is gone, or under the current key by now, is up to date', async () => {
    const { cards, run } = await scene(3);
    const [gone, renewed] = cards.values();
    if (gone === undefined || renewed === undefined) throw new Error('no card');
    const listed = [...cards.values()];
    const found = new Map(cards);
    found.delete(gone.token);
    found.set(renewed.token, { ...renewed, keyName: 'new' });
    expect(listed).toHaveLength(6);
    const replaced: string[] = [];
    const step = reencryptCards({
      storedCards: {
        keyShards: 1,
        find: async (_dealerCode, token) => found.get(token),
        underKey: async (keyName) =>
          keyName === 'old' ? listed.map(({ dealerCode, token }) => ({ dealerCode, token, position: token })) : [],
        replaceSealed: async (card) => {
          replaced.push(card.token);
          return true;
        },
      },
      opener: openVault(),
      sealer: openVault('new'),
      previousKeyNames: ['old'],
      changes: { apply: async () => ({ kind: 'applied' }) },
      clock: new FakeClock(0),
      stage: 'local',
      log: new FakeLog(),
    });
    const answer = await step({ commandId: randomUUID(), stage: 'local' }, DEADLINE_MS);
    expect(answer).toEqual({ ok: true, result: { reencrypted: 4, upToDate: 2, failed: 0, shardsDone: 1, shards: 1 } });
    expect(replaced).not.toContain(renewed.token);
    expect(sum((await run(500)).map(({ failed }) => failed))).toBe(0);
  });

  test('without a key before the current one there is nothing to do', async () => {
    const { run } = await scene(1, { previousKeyNames: [] });
    expect(await run(10)).toEqual([{ reencrypted: 0, upToDate: 0, failed: 0, shardsDone: 0, shards: 0 }]);
  });

  test.each([{ stage: 'production' }, { limit: 0 }, { limit: 501 }, { cursor: 'x' }, { commandId: '1' }, { more: 1 }])(
    'refuses the event %j and looks at no card',
    async (changed) => {
      const { step, event, audit } = await scene(1);
      const answer = await step(event(changed), DEADLINE_MS);
      const code = 'stage' in changed ? 'WrongStage' : 'InvalidInput';
      expect(answer).toMatchObject({ ok: false, error: { code } });
      expect(audit).toEqual([]);
    },
  );

  test('a store that fails ends the step with an answer that says nothing of it (rule 29)', async () => {
    const { step, event } = await scene(1, {
      changes: { apply: () => Promise.reject(new StoreUnavailable('unknown', 'TimeoutError')) },
    });
    const answer = await step(event(), DEADLINE_MS);
    expect(answer).toMatchObject({ ok: false, error: { code: 'Unexpected' } });
    expect(JSON.stringify(answer)).not.toContain('Timeout');
  });
});
