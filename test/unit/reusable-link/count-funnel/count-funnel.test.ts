import { describe, expect, test } from 'vitest';
import { messageItem } from '../../../../shared/adapters/dynamodb/message/message-item.ts';
import { paymentKeys } from '../../../../shared/adapters/dynamodb/payment/payment-keys.ts';
import type { FunnelRow } from '../../../../shared/domain/funnel/funnel-group.ts';
import { DRAWN_LINKS, FUNNEL_DEALER, type RequestFact } from '../../../support/payment/drawn-requests.ts';
import { funnelScene } from '../../../support/payment/funnel-scene.ts';
import { putRows } from '../../../support/store/store.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Noon of a day in Istanbul, and two in the night behind it. */
const NOON_MS = Date.UTC(2027, 2, 10, 9);
const NIGHT_MS = NOON_MS + 14 * 60 * MINUTE_MS;
const DAYS = { from: '20270301', until: '20270331' };

const paid: RequestFact = {
  madeOf: undefined,
  definition: 7,
  createdAtMs: NOON_MS,
  lifeMinutes: 600,
  openedAfterMinutes: 5,
  tries: [],
  end: 'paid',
  paidAfterMinutes: 2,
  paidWithThreeD: true,
  total: 1000,
  currency: 'TL',
  messages: [],
  givesBack: [],
};

const requests = (number: number, changes: Partial<RequestFact> = {}): readonly RequestFact[] =>
  Array.from({ length: number }, (_, index) => ({ ...paid, createdAtMs: NOON_MS + index, ...changes }));

const shown = ({ day, definition, channel, counts, givenBack }: FunnelRow): string =>
  `${day} ${definition} ${channel}: ${counts.stages.created} created, ${counts.stages.paid} paid for ${counts.paid.TL ?? 0}, back ${givenBack.sums.TL ?? 0}`;

const rowsOf = async ({ funnels }: Awaited<ReturnType<typeof funnelScene>>) =>
  ((await funnels.rows(FUNNEL_DEALER, DAYS)) ?? []).map(shown).toSorted();

describe('The job that counts funnels (decisions: funnel)', () => {
  test('goes on within a long day where a run had to stop, and each request counts once', async () => {
    const facts = [...requests(230), ...requests(120, { madeOf: DRAWN_LINKS[0] })];
    const scene = await funnelScene(facts, NIGHT_MS);
    // A run reads one page of a list.
    scene.slow.ms = 200_000;
    // It begins with the day of the requests.
    await scene.counting.saveProgress(FUNNEL_DEALER, {
      version: 1,
      sinceDay: '20270301',
      countedUntil: '20270309',
      givenBackUntil: '20270309',
    });
    let drafts = 0;
    for (let run = 0; run < 12; run += 1) {
      await scene.run();
      drafts = Math.max(drafts, scene.store.rows().filter(({ entity }) => entity === 'funnel-draft').length);
      if ((await scene.counting.progress(FUNNEL_DEALER))?.countedUntil === '20270310') break;
      expect(await rowsOf(scene)).not.toContain('20270310 7 dealer: 100 created, 100 paid for 100000, back 0');
    }
    expect(drafts).toBeGreaterThan(1);
    expect(await rowsOf(scene)).toEqual([
      '20270310 7 dealer: 230 created, 230 paid for 230000, back 0',
      '20270310 7 reusable-link: 120 created, 120 paid for 120000, back 0',
    ]);
    expect((await scene.funnels.rowsOfLink(DRAWN_LINKS[0] ?? '', DAYS)).map(shown)).toEqual([
      '20270310 7 reusable-link: 120 created, 120 paid for 120000, back 0',
    ]);
  });

  test('says how many requests a run counted, each as often as it was', async () => {
    const scene = await funnelScene([...requests(4), ...requests(2, { madeOf: DRAWN_LINKS[0] })], NIGHT_MS);
    expect(await scene.run()).toMatchObject({ counted: 6, failed: 0 });
    expect(await scene.run()).toMatchObject({ counted: 0 });
  });

  test('counts what is given back on the day of the step, also of requests that are long final', async () => {
    const back = { how: 'part', afterHours: 200 } as const;
    const scene = await funnelScene([{ ...paid, givesBack: [back] }], NIGHT_MS);
    await scene.run();
    expect(await rowsOf(scene)).toEqual(['20270310 7 dealer: 1 created, 1 paid for 1000, back 0']);
    scene.setNow(NIGHT_MS + 9 * DAY_MS);
    await scene.run();
    await scene.run();
    expect((await scene.funnels.rows(FUNNEL_DEALER, DAYS))?.map(({ givenBack }) => givenBack)).toEqual([
      { count: 0, sums: {} },
      { count: 0, sums: { TL: 334 } },
    ]);
  });

  test('leaves no row of a group behind whose requests belong to another one by now', async () => {
    const scene = await funnelScene([{ ...paid, end: 'open', lifeMinutes: 20_000 }], NIGHT_MS);
    await scene.run();
    expect(await rowsOf(scene)).toEqual(['20270310 7 dealer: 1 created, 0 paid for 0, back 0']);
    const payment = String(scene.store.rows().find(({ entity }) => entity === 'state')?.pk).slice('PAY#'.length);
    const late = { payment, channel: 'sms', kind: 'link', round: 1, state: 'sent', version: 1 } as const;
    const message = { ...late, to: '5301111111', handOvers: 1, queuedAtMs: NIGHT_MS, sentAtMs: NIGHT_MS };
    await putRows(scene.store, [messageItem(message)]);
    scene.setNow(NIGHT_MS + DAY_MS);
    await scene.run();
    expect(await rowsOf(scene)).toEqual(['20270310 7 sms: 1 created, 0 paid for 0, back 0']);
  });

  test('counts today of a dealer whose question found too many, and stops a day behind its last one', async () => {
    const scene = await funnelScene(requests(3), NOON_MS + MINUTE_MS);
    await scene.counting.noteBusy(FUNNEL_DEALER, NOON_MS + DAY_MS);
    await scene.run();
    expect(await rowsOf(scene)).toEqual(['20270310 7 dealer: 3 created, 3 paid for 3000, back 0']);
    scene.setNow(NOON_MS + DAY_MS + MINUTE_MS);
    await scene.run();
    const parts = await scene.counting.parts(FUNNEL_DEALER, { from: '20270311', until: '20270311' });
    expect(parts).toEqual([]);
  });

  test('does not count a day whose row cannot be read: the other numbers would look right', async () => {
    const scene = await funnelScene(requests(2), NIGHT_MS);
    const payment = String(scene.store.rows().find(({ entity }) => entity === 'state')?.pk).slice('PAY#'.length);
    await putRows(scene.store, [{ ...paymentKeys.state(payment), entity: 'state', state: 'lost' }]);
    expect(await scene.run()).toMatchObject({ failed: 1, late: 0 });
    expect(await rowsOf(scene)).toEqual([]);
    expect(scene.log.lines).toContainEqual(expect.objectContaining({ event: 'funnel not counted' }));
    // It is past six, and the night is not counted.
    scene.setNow(NIGHT_MS + 5 * 60 * MINUTE_MS);
    expect(await scene.run()).toMatchObject({ failed: 1, late: 1 });
  });

  test('writes nothing on a night that has nothing left, and little of a dealer without requests', async () => {
    const scene = await funnelScene([], NIGHT_MS);
    await scene.run();
    const written = scene.store.rows().filter(({ entity }) => String(entity).startsWith('funnel'));
    // The places of the dealer and of the stage.
    expect(written.map(({ pk }) => String(pk))).toEqual(
      expect.arrayContaining(['JOB#funnel#-', `JOB#funnel#${FUNNEL_DEALER}`]),
    );
    expect(written).toHaveLength(2);
    await scene.run();
    expect(scene.store.rows().filter(({ entity }) => String(entity).startsWith('funnel'))).toEqual(written);
  });
});
