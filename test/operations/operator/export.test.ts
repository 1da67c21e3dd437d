import { describe, expect, test } from 'vitest';
import { loadCommand } from '../../../functions/operator/operate/commands.ts';
import { describeCommand } from '../../../functions/operator/operate/help-text.ts';
import { CSV_LINE_END } from '../../../shared/domain/csv.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { readAddress } from '../../../shared/domain/payment/payment-name.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { parseCsv } from '../../support/operator/csv.ts';
import { type Input, type Operator, operatedDealer } from '../../support/operator/operators.ts';
import { directAttemptWith, HIDDEN, linkAttemptWith, splitWith } from '../../support/payment/attempts.ts';
import { itemsOfAttempt, itemsOfDamaged, itemsOfDirect, itemsOfLink } from '../../support/payment/stored-payments.ts';
import { putRows } from '../../support/store/store.ts';

const NOON = Date.UTC(2027, 0, 15, 9);

type Line = Readonly<Record<string, string>>;

interface Exported {
  readonly lines: readonly Line[];
  readonly pages: readonly number[];
  readonly text: string;
}

/** The whole file as the command line assembles it, read by column names. */
const exported = async ({ done }: Operator, input: Input): Promise<Exported> => {
  const [rows, pages]: [string[], number[]] = [[], []];
  let cursor: unknown;
  for (let page = 0; page < 50; page += 1) {
    const answer = await done('export-payments', { ...input, ...(cursor === undefined ? {} : { cursor }) });
    const found = answer.rows as readonly string[];
    rows.push(...(page === 0 ? [String(answer.header)] : []), ...found);
    pages.push(found.length);
    cursor = answer.next;
    if (cursor !== undefined) continue;
    const text = rows.map((row) => row + CSV_LINE_END).join('');
    const [names = [], ...cells] = parseCsv(text);
    for (const line of cells) expect(line).toHaveLength(names.length);
    const lines = cells.map((line) => Object.fromEntries(names.map((name, index) => [name, line[index] ?? ''])));
    return { lines, pages, text };
  }
  throw new Error('the export does not end');
};

describe('export-payments', () => {
  test('has one row per split, one for a payment without splits, and every column filled by its own value', async () => {
    const operator = await operatedDealer({ nowMs: NOON });
    const { dealerCode, store } = operator;
    const link = linkWith({ dealerCode, createdAtMs: NOON, otherTrxCode: '=1+1;"x",\r\n' });
    const bank = { authCode: '-7', hostReference: '@H', transactionId: 'T-9' };
    const split = directAttemptWith(
      dealerCode,
      { state: 'approved', reportedOutcome: 'paid', bank, endedAtMs: NOON + 1500 },
      {
        otherTrxCode: 'T-1',
        splits: [splitWith(11, { amount: minor(7001) }), splitWith(12, { topDealerIncome: minor(70) })],
      },
    );
    const ofLink = linkAttemptWith(link, { startedAtMs: NOON + 1, state: 'declined', bank: { code: '005' } });
    const damaged = directAttemptWith(dealerCode, { startedAtMs: NOON + 2 });
    await putRows(store, [
      ...itemsOfLink(link),
      ...itemsOfDirect(split),
      ...itemsOfAttempt(ofLink),
      ...itemsOfDamaged(damaged, { pos: 'nonsense' }),
    ]);
    const { lines, text } = await exported(operator, { dealerCode });
    const linkSecret = readAddress(link.token)?.secret ?? expect.unreachable();
    const payment = {
      dealerCode,
      orderId: split.orderId,
      paid: 'direct',
      userPosPaymentId: '',
      otherTrxCode: 'T-1',
      attempt: '1',
      state: 'approved',
      told: 'paid',
      startedAt: '2027-01-15T09:00:00.000Z',
      endedAt: '2027-01-15T09:00:01.500Z',
      startedAtIstanbul: '2027-01-15 12:00:00',
      endedAtIstanbul: '2027-01-15 12:00:01',
      type: 'sale',
      amount: '100.00',
      currency: 'TL',
      installments: '1',
      maskedCard: '411111******1111',
      posId: 'isbank',
      posVersion: '1',
      posBankCode: '64',
      bankCode: '',
      authCode: "'-7",
      hostReference: "'@H",
      transactionId: 'T-9',
      commissionScenario: '2',
      splits: '2',
      splitCommission: '1.50',
      splitNet: '48.50',
      topDealerCommission: '2.00',
      row: 'payment',
      step: '',
      stepKind: '',
      stepState: '',
      stepAmount: '',
      refundRequestId: '',
      userPosLinkId: '',
      linkCode: '',
    };
    expect(lines.slice(0, 2)).toEqual([
      { ...payment, split: '1', subDealerId: '11', splitAmount: '70.01', topDealerIncome: '-0.50' },
      { ...payment, split: '2', subDealerId: '12', splitAmount: '50.00', topDealerIncome: '0.70' },
    ]);
    expect(lines[2]).toMatchObject({
      orderId: ofLink.orderId,
      paid: 'link',
      userPosPaymentId: String(link.userPosPaymentId),
      otherTrxCode: '\'=1+1;"x",\r\n',
      state: 'declined',
      bankCode: '005',
      splits: '0',
      split: '0',
      subDealerId: '',
      splitAmount: '',
    });
    expect(lines[3]).toMatchObject({ orderId: damaged.orderId, state: 'unreadable', amount: '' });
    expect(lines).toHaveLength(4);
    const secrets = [linkSecret, ofLink.callbackSecret, ...Object.values(HIDDEN), ...Object.values(link.secrets)];
    for (const secret of secrets) expect(text).not.toContain(secret);
  });

  test('a state leaves the others out, but never what cannot be read', async () => {
    const operator = await operatedDealer({ nowMs: NOON });
    const { dealerCode, store } = operator;
    const approved = directAttemptWith(dealerCode, { state: 'approved', reportedOutcome: 'paid' }, { splits: [] });
    const declined = directAttemptWith(dealerCode, { state: 'declined', reportedOutcome: 'failed' }, { splits: [] });
    const damaged = itemsOfDamaged(directAttemptWith(dealerCode), { state: 'nonsense' });
    await putRows(store, [...itemsOfDirect(approved), ...itemsOfDirect(declined), ...damaged]);
    const { lines } = await exported(operator, { dealerCode, state: 'approved' });
    expect(new Set(lines.map(({ state }) => state))).toEqual(new Set(['approved', 'unreadable']));
    expect(lines).toHaveLength(2);
  });

  test('a day of large payments comes in pages that no payment is cut by, and amounts and splits add up', async () => {
    const operator = await operatedDealer({ nowMs: NOON });
    const { dealerCode, store } = operator;
    const splits = Array.from({ length: 100 }, (_, index) => splitWith(index + 1, { amount: minor(100) }));
    const attempts = Array.from({ length: 25 }, (_, index) =>
      directAttemptWith(dealerCode, { startedAtMs: NOON + index }, { splits }),
    );
    for (const attempt of attempts) await putRows(store, itemsOfDirect(attempt));
    const { lines, pages } = await exported(operator, { dealerCode });
    expect(pages).toEqual([2000, 500]);
    const minorOf = (text = '') => Math.round(Number(text) * 100);
    const sum = (of: readonly Line[], column: string) => of.reduce((total, line) => total + minorOf(line[column]), 0);
    expect(
      sum(
        lines.filter(({ split }) => split === '1'),
        'amount',
      ),
    ).toBe(25 * 10_000);
    expect(sum(lines, 'splitAmount')).toBe(25 * 10_000);
    expect(new Set(lines.map(({ orderId, split }) => `${orderId} ${split}`)).size).toBe(2500);
  });

  test('a day without payments is a header alone, and the help tells each column of it', async () => {
    const operator = await operatedDealer({ nowMs: NOON });
    const { done, dealerCode } = operator;
    const answer = await done('export-payments', { dealerCode, day: '20270116' });
    expect(answer).toEqual({ dealerCode, day: '20270116', header: expect.any(String), rows: [] });
    const command = (await loadCommand('export-payments', { sandbox: false })) ?? expect.unreachable();
    const help = describeCommand(command).replaceAll(/\s+/g, ' ');
    for (const column of String(answer.header).split(',')) expect(help).toContain(`${column} (`);
  });
});
