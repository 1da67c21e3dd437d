import { describe, expect, test } from 'vitest';
import { askFunnel } from '../../../../shared/links/ask-funnel.ts';
import { DRAWN_LINKS, FUNNEL_DEALER, type RequestFact } from '../../../support/payment/drawn-requests.ts';
import { funnelScene, rowsOfRequest } from '../../../support/payment/funnel-scene.ts';
import { putRows } from '../../../support/store/store.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Noon in Istanbul. */
const NOON_MS = Date.UTC(2027, 2, 10, 9);
const DAYS = { from: '20270301', until: '20270310' };

const open: RequestFact = {
  madeOf: undefined,
  definition: 7,
  createdAtMs: NOON_MS,
  lifeMinutes: 600,
  openedAfterMinutes: undefined,
  tries: [],
  end: 'open',
  paidAfterMinutes: 2,
  paidWithThreeD: true,
  total: 1000,
  currency: 'TL',
  messages: [],
  givesBack: [],
};

type Scene = Awaited<ReturnType<typeof funnelScene>>;

const ask = (scene: Scene, more: Partial<Parameters<typeof askFunnel>[1]> = {}) => {
  const { counting, funnels, reads, clock } = scene;
  const question = { dealerCode: FUNNEL_DEALER, listingShards: 1, days: DAYS, by: 'day', ...more } as const;
  return askFunnel({ counting, funnels, ...reads, clock }, question);
};

const createdIn = async (scene: Scene, more: Parameters<typeof ask>[1] = {}) => {
  const answer = await ask(scene, more);
  return [answer?.total.counts.stages.created, answer?.isComplete];
};

describe('A question about the funnel (decisions: funnel)', () => {
  test('counts today itself, keeps that for 15 minutes, and then counts anew', async () => {
    const scene = await funnelScene([open], NOON_MS + MINUTE_MS);
    // No night has counted the days before, and the answer says so.
    expect(await createdIn(scene)).toEqual([1, false]);
    expect(await createdIn(scene, { days: { from: '20270310', until: '20270310' } })).toEqual([1, true]);
    await putRows(scene.store, rowsOfRequest(open));
    scene.clock.advance(15 * MINUTE_MS - 1);
    const kept = await ask(scene);
    expect([kept?.total.counts.stages.created, kept?.liveCountedAtMs]).toEqual([1, NOON_MS + MINUTE_MS]);
    scene.clock.advance(1);
    expect(await createdIn(scene)).toEqual([2, false]);
  });

  test('counts yesterday until the night has, and is complete once the nights before are done', async () => {
    const scene = await funnelScene([open], NOON_MS + MINUTE_MS);
    scene.setNow(NOON_MS + 12 * 60 * MINUTE_MS + MINUTE_MS);
    expect(await createdIn(scene)).toEqual([1, false]);
    scene.setNow(NOON_MS + DAY_MS);
    await scene.run();
    const answer = await ask(scene);
    expect(answer).toMatchObject({ isComplete: true, sinceDay: '20261208' });
    // The answer is about days alone that a night has counted.
    expect(answer?.liveCountedAtMs).toBeUndefined();
    expect(await createdIn(scene, { days: { from: '20270310', until: '20270311' } })).toEqual([1, true]);
  });

  test('of one reusable link or definition has its requests alone', async () => {
    const facts: readonly RequestFact[] = [
      open,
      { ...open, definition: 8 },
      { ...open, madeOf: DRAWN_LINKS[0] },
      { ...open, madeOf: DRAWN_LINKS[1] },
    ];
    const scene = await funnelScene(facts, NOON_MS + MINUTE_MS);
    const days = { from: '20270310', until: '20270310' };
    expect(await createdIn(scene, { days })).toEqual([4, true]);
    expect(await createdIn(scene, { days, definition: 8 })).toEqual([1, true]);
    expect(await createdIn(scene, { days, link: DRAWN_LINKS[0] })).toEqual([1, true]);
    expect((await ask(scene, { days, by: 'channel' }))?.sums.map(({ of }) => of)).toEqual(['dealer', 'reusable-link']);
  });

  test('with more requests than it may count says so, and the job counts them within 15 minutes', async () => {
    const facts = Array.from({ length: 1_101 }, (_, index) => ({ ...open, createdAtMs: NOON_MS + index }));
    const scene = await funnelScene(facts, NOON_MS + MINUTE_MS);
    const days = { from: '20270310', until: '20270310' };
    expect(await createdIn(scene, { days })).toEqual([0, false]);
    await scene.run();
    expect(await createdIn(scene, { days })).toEqual([1_101, true]);
    // Where nothing counts any more, the old number is told as what it is.
    scene.clock.advance(20 * MINUTE_MS);
    expect(await createdIn(scene, { days })).toEqual([1_101, false]);
  });
});
