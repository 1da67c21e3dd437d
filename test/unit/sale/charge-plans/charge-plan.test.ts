import { describe, expect, test } from 'vitest';
import { ofDealer } from '../../../../shared/adapters/dynamodb/keys.ts';
import { planItem } from '../../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { planKeys } from '../../../../shared/adapters/dynamodb/sale/plan-keys.ts';
import { DAY_MS } from '../../../../shared/domain/calendar.ts';
import { storedCardContext } from '../../../../shared/ports/vault.ts';
import { openVault } from '../../../support/card/card-storing.ts';
import { posWith } from '../../../support/dealer/virtual-pos.ts';
import { planOf } from '../../../support/sale/plans.ts';
import type { MemoryTable } from '../../../support/store/memory-table.ts';
import { APPROVED, DECLINED, damageCards, EVENING, type SceneOptions, SILENT, scene, TOKENS } from './plan-scene.ts';

const PLACE = { dealerCode: 'D1', version: 1 } as const;

const rowKey = ({ pk, sk }: Readonly<Record<string, unknown>>) => ({ pk: String(pk), sk: String(sk) });

const planByHand = (dealerPaymentPlanId: number) =>
  planOf({ dealerCode: 'D1', dealerSaleId: 5, dealerPaymentPlanId, madeBy: 'hand', dueAtMs: 1 });

/** The bank shows a charge after all of the first card, which it had declined: it is being reversed. */
const reverseFirst = async (table: MemoryTable): Promise<void> => {
  const first = table.rows().find(({ entity, sk }) => entity === 'attempt' && String(sk).endsWith('#01'));
  expect(first?.state).toBe('declined');
  const reversing = { ...first, ...rowKey(first ?? {}), state: 'reversing', activeStep: 1, lastStep: 1 };
  await table.transact([{ put: reversing }]);
};

describe('charge-plans and a due plan (decisions: recurring sales)', () => {
  test('charges the first card without CVC and without an address, and plans the next step', async () => {
    const { look, charged, planRow, tries, nextStep } = await scene();
    expect(await look()).toEqual([{ paid: 1 }]);
    expect(charged).toMatchObject([{ last: '1111', cvc: undefined, payerAddress: '' }]);
    expect(await planRow()).toMatchObject({ state: 'paid', lastResult: { kind: 'paid' }, historyCount: 1 });
    expect(tries()).toMatchObject([
      { number: 1, cardToken: TOKENS[0], result: { kind: 'paid' }, orderId: charged[0]?.orderId },
    ]);
    expect(await nextStep()).toMatchObject({ dueDay: '20261124', state: 'planned', madeBy: 'schedule' });
  });

  test('where the dealer must use pool payments, the plan is paid and its money waits in the pool', async () => {
    const { look, table } = await scene({ dealer: { pool: 'required' } });
    expect(await look()).toEqual([{ paid: 1 }]);
    const payments = table.rows().filter(({ sk }) => sk === '1#PAYMENT');
    expect(payments).toMatchObject([{ pooled: true }]);
  });

  test('waits for the next slot where no virtual POS charges a card without CVC, and is charged at one that does', async () => {
    const needsCvc = posWith({ withoutCvc: false });
    const waiting = await scene({ virtualPos: [needsCvc] });
    expect(await waiting.look()).toEqual([{ planned: 1 }]);
    expect(waiting.charged).toEqual([]);
    expect(waiting.tries()).toMatchObject([{ result: { kind: 'not-charged', because: 'virtual-pos' } }]);
    expect(await waiting.planRow()).toMatchObject({ state: 'planned', historyCount: 1 });
    const other = await scene({
      virtualPos: [needsCvc, posWith({ posId: 'other', bankCode: '46', isDefault: false })],
    });
    expect(await other.look()).toEqual([{ planned: 1 }]);
    const paid = await scene({ virtualPos: [needsCvc, posWith({ posId: 'other', bankCode: '46' })] });
    expect(await paid.look()).toEqual([{ paid: 1 }]);
  });

  test('writes three times around the bank: the intent with the taken card, the outcome, the conclusion', async () => {
    const { look, calls } = await scene();
    await look();
    const [before, after] = [calls.slice(0, calls.indexOf('bank')), calls.slice(calls.indexOf('bank') + 1)];
    // One read opens the plan, one finds its card, one the card's bank, one the card's tries.
    expect(before).toEqual(['read', 'read', 'read', 'read', 'write']);
    // The schedule is read where the step has ended.
    expect(after).toEqual(['write', 'read', 'write']);
  });

  test('tries the second card behind a decline, as the next attempt of the same payment', async () => {
    const { look, charged, planRow, tries } = await scene({ answers: [DECLINED, APPROVED] });
    expect(await look()).toEqual([{ paid: 1 }]);
    expect(charged.map(({ last }) => last)).toEqual(['1111', '4444']);
    expect(charged.map(({ orderId }) => orderId.slice(-2))).toEqual(['01', '02']);
    expect(new Set(charged.map(({ orderId }) => orderId.slice(0, -2))).size).toBe(1);
    expect(await planRow()).toMatchObject({ state: 'paid', historyCount: 2 });
    expect(tries().map(({ result }) => result.kind)).toEqual(['declined', 'paid']);
  });

  test('a card that pays goes on every day; one that is declined is tried 15 times in 30 days', async () => {
    const paying = await scene();
    for (let day = 0; day < 20; day += 1) {
      expect(await paying.look(1, await paying.nextStep())).toEqual([{ paid: 1 }]);
      paying.clock.advance(DAY_MS);
    }
    expect(paying.charged.map(({ last }) => last)).toEqual(Array.from({ length: 20 }, () => '1111'));
    const declined = await scene({ sale: { howManyTrial: 60 }, answers: Array.from({ length: 40 }, () => DECLINED) });
    for (let day = 0; day < 20; day += 1) {
      await declined.look();
      declined.clock.advance(DAY_MS);
    }
    expect(declined.charged.filter(({ last }) => last === '1111')).toHaveLength(15);
    expect(declined.charged).toHaveLength(30);
    expect(declined.tries().at(-1)).toMatchObject({ result: { kind: 'not-charged', because: 'card-used-up' } });
  });

  test('a try whose outcome is unknown counts as unpaid: the card has no other try', async () => {
    const { look, charged, table } = await scene({ answers: [SILENT] });
    await look();
    const tries = table.rows().find(({ entity }) => entity === 'card-tries');
    const [first] = Array.isArray(tries?.tries) ? tries.tries : [];
    const all = Array.from({ length: 15 }, () => first as unknown);
    const other = planByHand(8);
    await table.transact([{ put: { ...tries, ...rowKey(tries ?? {}), tries: all } }, { put: planItem(other) }]);
    await look(1, other);
    expect(charged.map(({ last }) => last)).toEqual(['1111', '4444']);
  });

  test('while a charge is reversed that the bank had declined, not even a refusal is a try', async () => {
    const { look, charged, planRow, clock, table } = await scene({ answers: [DECLINED, DECLINED] });
    await look();
    await reverseFirst(table);
    const ofCards = table.rows().filter(({ entity }) => entity === 'stored-card');
    expect(ofCards).toHaveLength(2);
    await table.transact(ofCards.map((card) => ({ remove: rowKey(card) })));
    clock.advance(6 * 3_600_000);
    await look();
    expect(await planRow()).toMatchObject({ historyCount: 2, progress: { tries: 1 } });
    expect(charged).toHaveLength(2);
  });

  test.each(['stage', 'dealer'] as const)(
    'a pause of the %s that comes while a charge waits for its gateway stops it, and that is no try',
    async (pausedInLine) => {
      const { look, charged, planRow } = await scene({ pausedInLine });
      expect(await look()).toEqual([{ planned: 1 }]);
      expect(charged).toEqual([]);
      expect(await planRow()).toMatchObject({ progress: { tries: 0 }, historyCount: 0, dueAtMs: EVENING });
    },
  );

  test('an unknown outcome stops the chain: the plan stays with its card until it is settled', async () => {
    const { look, charged, planRow, clock } = await scene({ answers: [SILENT] });
    expect(await look()).toEqual([{ charging: 1 }]);
    clock.advance(3_600_000);
    expect(await look()).toEqual([{ charging: 1 }]);
    expect(charged).toHaveLength(1);
    expect(await planRow()).toMatchObject({ state: 'charging', taken: { place: 1, attempt: 1 }, historyCount: 0 });
  });

  test.each([1, 2, 3])(
    'a lost answer of write %i is made good by the next look: charged once',
    async (losesAnswerOf) => {
      const { look, charged, planRow, clock, tries } = await scene({ losesAnswerOf });
      await look();
      clock.advance(200_000);
      await look();
      expect(charged).toHaveLength(1);
      expect(await planRow()).toMatchObject({ state: 'paid', historyCount: 1 });
      expect(tries()).toHaveLength(1);
    },
  );

  test('of two workers at once only one charges', async () => {
    const { look, charged, planRow } = await scene();
    const reports = await look(2);
    expect(charged).toHaveLength(1);
    expect(reports.map((report) => report['left-alone'] ?? 0).toSorted((one, other) => one - other)).toEqual([0, 1]);
    expect(await planRow()).toMatchObject({ state: 'paid', historyCount: 1 });
  });

  test.each<readonly [string, SceneOptions, object]>([
    ['permission', { dealer: { recurring: false } }, { lastResult: { because: 'permission' }, progress: { tries: 1 } }],
    ['currency', { dealer: { currencies: ['USD'] } }, { lastResult: { because: 'permission' } }],
    ['limit', { dealer: { limits: {} } }, { lastResult: { because: 'limit' }, progress: { tries: 1 } }],
    ['a pause of the dealer is no try', { dealer: { paused: true } }, { historyCount: 0, progress: { tries: 0 } }],
    ['a pause of the sale is no try', { sale: { pausedSinceMs: 1 } }, { historyCount: 0, progress: { tries: 0 } }],
  ])('%s: nothing is charged, and the same card waits for the next slot', async (_case, options, plan) => {
    const { look, charged, planRow } = await scene(options);
    expect(await look()).toEqual([{ planned: 1 }]);
    expect(charged).toEqual([]);
    expect(await planRow()).toMatchObject({ state: 'planned', dueAtMs: EVENING, ...plan });
  });

  test('the plan of a deleted sale is withdrawn', async () => {
    const { look, charged, planRow } = await scene({ sale: { deletedAtMs: 1 } });
    expect(await look()).toEqual([{ withdrawn: 1 }]);
    expect(charged).toEqual([]);
    expect((await planRow())?.dueAtMs).toBeUndefined();
  });

  test('the card of a customer who is not that of the sale any more is not charged', async () => {
    const { look, charged, planRow } = await scene({ sale: { dealerCustomerId: 8, customerCode: 'C-8' } });
    expect(await look()).toEqual([{ failed: 1 }]);
    expect(charged).toEqual([]);
    expect(await planRow()).toMatchObject({ lastResult: { because: 'no-card' }, historyCount: 2 });
  });

  test('a removed card is passed over, and the next one is the first attempt', async () => {
    const { look, charged, table, tries } = await scene();
    await table.transact([{ remove: { pk: ofDealer('D1', `CARD#${TOKENS[0]}`), sk: 'CARD' } }]);
    expect(await look()).toEqual([{ paid: 1 }]);
    expect(charged).toMatchObject([{ last: '4444' }]);
    expect(charged[0]?.orderId.slice(-2)).toBe('01');
    expect(tries().map(({ result }) => result)).toEqual([
      { kind: 'not-charged', because: 'no-card' },
      { kind: 'paid' },
    ]);
  });
});

describe('charge-plans and a stored card that can never be opened (decisions: recurring sales)', () => {
  test.each<readonly [string, () => Promise<string>]>([
    ['that is no sealed value', async () => 'rubbish'],
    ['that holds no card', () => openVault().seal('{}', storedCardContext({ ...PLACE, token: TOKENS[0] }))],
    ['of another place', () => openVault().seal('[]', storedCardContext({ ...PLACE, token: 'other' }))],
  ])('%s: it ends for the step with a try that says so, and the next card is charged', async (_case, sealed) => {
    const { look, charged, table, tries, planRow, log } = await scene();
    await damageCards(table, TOKENS.slice(0, 1), await sealed());
    expect(await look()).toEqual([{ paid: 1 }]);
    expect(charged).toMatchObject([{ last: '4444' }]);
    expect(tries()).toMatchObject([
      { cardToken: TOKENS[0], result: { kind: 'not-charged', because: 'card-damaged' } },
      { cardToken: TOKENS[1], result: { kind: 'paid' } },
    ]);
    expect(await planRow()).toMatchObject({ progress: { endedCards: [1] } });
    expect(log.lines).toMatchObject([
      { level: 'error', event: 'stored card cannot be opened', fields: { dealerCode: 'D1' } },
    ]);
    expect(log.lines[0]?.fields.errorDetail).toContain('plan 7 of sale 5');
  });

  test('the plan fails when all of its cards are damaged', async () => {
    const { numbersOfBatch, table, planRow, tries, charged } = await scene();
    await damageCards(table, TOKENS, 'rubbish');
    // Each damaged card counts for the alarm on what cannot be read.
    expect(await numbersOfBatch()).toEqual([{ failed: 1, unread: 2, left: 0 }]);
    expect([tries().length, charged.length]).toEqual([2, 0]);
    expect(await planRow()).toMatchObject({ state: 'failed', lastResult: { because: 'card-damaged' } });
  });

  test('while the stage is paused, as after a restore, a damaged card is no try', async () => {
    const { look, table, planRow, log } = await scene({ stagePaused: true });
    await damageCards(table, TOKENS, 'rubbish');
    expect(await look()).toEqual([{ planned: 1 }]);
    expect(await planRow()).toMatchObject({ historyCount: 0, progress: { tries: 0, endedCards: [] } });
    expect(log.lines).toEqual([]);
  });

  test('a vault that does not answer is no fault of the card: nothing is a try, and the plan comes back', async () => {
    const { look, table, planRow, tries, log } = await scene({ vaultIsDown: true });
    await damageCards(table, TOKENS, 'rubbish');
    expect(await look()).toEqual([{ failing: 1 }]);
    expect(tries()).toEqual([]);
    expect(await planRow()).toMatchObject({ state: 'planned', progress: { tries: 0, endedCards: [] } });
    expect(log.lines.map(({ event }) => event)).toEqual(['payment plan not charged']);
  });
});

describe('The permission for recurring sales and 3D (decisions: recurring sales)', () => {
  test.each([true, false])(
    'a dealer who must use 3D needs no further permission for its plans (tokenWithoutThreeD %s)',
    async (tokenWithoutThreeD) => {
      const { look, charged } = await scene({ dealer: { threeDRequired: true, tokenWithoutThreeD, recurring: true } });
      expect(await look()).toEqual([{ paid: 1 }]);
      expect(charged).toHaveLength(1);
    },
  );

  test('without it no plan of that dealer is charged', async () => {
    const dealer = { threeDRequired: true, tokenWithoutThreeD: true, recurring: false };
    const { look, charged, planRow } = await scene({ dealer });
    await look();
    expect(charged).toEqual([]);
    expect(await planRow()).toMatchObject({ lastResult: { because: 'permission' } });
  });

  test('while an earlier charge of the plan is reversed, a slot without it is no try either', async () => {
    const { look, permit, planRow, clock, table } = await scene({ answers: [DECLINED, DECLINED] });
    await look();
    await reverseFirst(table);
    permit(false);
    clock.advance(6 * 3_600_000);
    await look();
    expect(await planRow()).toMatchObject({ historyCount: 2, progress: { tries: 1 } });
  });
});

describe('charge-plans and rows that it cannot read', () => {
  test('puts a damaged plan off and charges the others', async () => {
    const { look, table, planRow, log } = await scene();
    const planKey = planKeys.plan({ dealerCode: 'D1', dealerSaleId: 5, dealerPaymentPlanId: 7 });
    const row = await table.get(planKey);
    await table.transact([{ put: { ...row, ...planKey, state: 'lost' } }]);
    expect(await look()).toEqual([{ unread: 1 }]);
    await expect(planRow()).rejects.toThrow('payment plan');
    expect((await table.get(planKey))?.unreadTimes).toBe(1);
    expect(log.lines.map(({ event }) => event)).toEqual(['payment plan not charged']);
  });
});
