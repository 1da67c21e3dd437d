import { describe, expect, test } from 'vitest';
import { planItem } from '../../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { DAY_MS } from '../../../../shared/domain/calendar.ts';
import type { BankAnswer } from '../../../../shared/ports/bank-gateway.ts';
import type { MemoryTable } from '../../../support/store/memory-table.ts';
import { APPROVED, DECLINED, EVENING, scene, TOKENS } from './plan-scene.ts';

/** The bank timed out, and says that it still reverses what it may have done. */
const STILL_REVERSING: BankAnswer = { kind: 'declined', code: '016', procReturnCode: '92', asksAgain: true };
/** The gateway's own checks refused: no issuer saw the charge. */
const REFUSED_BY_GATEWAY: BankAnswer = { kind: 'declined', code: '003', procReturnCode: '99', asksAgain: true };
const QUARTER_MS = 15 * 60_000;

/** The bank was asked once more: what the sweeper then writes into the attempt of a try. */
const answerRecheck = async (table: MemoryTable, changes: object): Promise<void> => {
  const [{ recheckAtMs, duePk: _pk, dueSk: _sk, ...attempt } = {}] = table
    .rows()
    .filter(({ entity, recheckAtMs: asked }) => entity === 'attempt' && asked !== undefined);
  expect(recheckAtMs).toBeTypeOf('number');
  const key = { pk: String(attempt.pk), sk: String(attempt.sk) };
  await table.transact([{ put: { ...attempt, ...key, ...changes } }]);
};

describe('A try of a plan that the bank still reverses (decisions: recurring sales)', () => {
  test('nothing is charged for the plan until the bank was asked once more; the waiting is no try', async () => {
    const { look, charged, planRow, clock, table } = await scene({ answers: [STILL_REVERSING, APPROVED] });
    expect(await look()).toEqual([{ planned: 1 }]);
    for (const atMs of [EVENING, EVENING + QUARTER_MS, EVENING + DAY_MS]) {
      clock.advance(atMs + QUARTER_MS - clock.now());
      const plan = await planRow();
      if (plan === undefined) throw new Error('the plan is gone');
      await look(1, plan);
      expect(charged).toHaveLength(1);
      expect(await planRow()).toMatchObject({ state: 'planned', historyCount: 1, progress: { tries: 1 } });
    }
    await answerRecheck(table, {});
    clock.advance(QUARTER_MS * 2);
    expect(await look()).toEqual([{ paid: 1 }]);
    expect(charged.map(({ last }) => last)).toEqual(['1111', '1111']);
  });

  test('a card for which the bank then shows a charge is not tried again; the next card is', async () => {
    const { look, charged, planRow, tries, clock, table } = await scene({ answers: [STILL_REVERSING, APPROVED] });
    await look();
    await answerRecheck(table, { state: 'reversing', activeStep: 1, lastStep: 1 });
    clock.advance(EVENING + QUARTER_MS - clock.now());
    await look();
    expect(charged).toHaveLength(1);
    const [row] = table.rows().filter(({ entity, state }) => entity === 'attempt' && state === 'reversing');
    const { activeStep: _done, ...attempt } = row ?? {};
    await table.transact([{ put: { ...attempt, pk: String(row?.pk), sk: String(row?.sk), state: 'voided' } }]);
    clock.advance(2 * QUARTER_MS);
    expect(await look()).toEqual([{ paid: 1 }]);
    expect(charged.map(({ last }) => last)).toEqual(['1111', '4444']);
    expect(await planRow()).toMatchObject({ progress: { endedCards: [1] } });
    expect(tries()).toMatchObject([
      { cardToken: TOKENS[0], result: { kind: 'declined', code: '016' } },
      { cardToken: TOKENS[0], result: { kind: 'not-charged', because: 'card-used-up' } },
      { cardToken: TOKENS[1], result: { kind: 'paid' } },
    ]);
  });

  test('its payment request waits too, where the failed plan is sent once more', async () => {
    const { look, charged, planRow, clock, table } = await scene({
      answers: [STILL_REVERSING],
      sale: { howManyTrial: 1 },
    });
    await look();
    const plan = await planRow();
    if (plan === undefined) throw new Error('the plan is gone');
    clock.advance(EVENING - clock.now());
    const sent = { ...plan, version: plan.version + 1, dealerCustomerTypeId: 26, dueAtMs: clock.now() };
    await table.transact([{ put: planItem(sent) }]);
    expect(await look(1, sent)).toEqual([{ planned: 1 }]);
    expect(charged).toHaveLength(1);
    expect(await planRow()).toMatchObject({ state: 'planned', dueAtMs: clock.now() + 2 * QUARTER_MS });
  });

  test.each([
    ['a refusal by the gateway’s own checks', REFUSED_BY_GATEWAY],
    ['a decline of the issuer', DECLINED],
  ])('%s holds nothing up: the next card is charged in the same slot', async (_what, first) => {
    const { look, charged } = await scene({ answers: [first, APPROVED] });
    expect(await look()).toEqual([{ paid: 1 }]);
    expect(charged.map(({ last }) => last)).toEqual(['1111', '4444']);
  });
});
