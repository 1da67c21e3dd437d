import { beforeAll, describe, expect, test } from 'vitest';
import { subDealerItem } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { deliveryItem } from '../../../shared/adapters/dynamodb/outbox/delivery-item.ts';
import { statementItem, statementPointerItem } from '../../../shared/adapters/dynamodb/statement/statement-item.ts';
import { dynamoStatementMaking } from '../../../shared/adapters/dynamodb/statement/statement-making.ts';
import { endpointItem } from '../../../shared/adapters/dynamodb/webhook/webhook-endpoints.ts';
import { DAY_MS, dayBefore, endOfIstanbulDay, istanbulDayOf, monthOf } from '../../../shared/domain/calendar.ts';
import { deskRoles } from '../../../shared/domain/desk/roles.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { newDelivery } from '../../../shared/domain/outbox/delivery-moves.ts';
import { linkCreated } from '../../../shared/domain/outbox/event-of-link.ts';
import { makeStatement, NO_TOTALS, type Statement } from '../../../shared/domain/statement/statement.ts';
import { newDealer, type TestDealer } from '../../support/dealer/dealers.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { type DeskPerson, signedInAt } from '../../support/desk/desk-people.ts';
import { paidAt } from '../../support/payment/paid-payments.ts';
import { subDealerWith } from '../../support/payment/splits.ts';
import { statementWith } from '../../support/payment/statements.ts';
import { itemsOfLink } from '../../support/payment/stored-payments.ts';
import { putRows } from '../../support/store/store.ts';

const nowMs = Date.now();
const TODAY = istanbulDayOf(nowMs);
const YESTERDAY = dayBefore(TODAY);

let dealer: TestDealer;
let other: TestDealer;
let person: DeskPerson;
let statement: Statement;

/** A statement with its pointer; its day is that of the month's second week or so, whenever the test runs. */
const putStatement = async ({ store, dealer: { dealerCode } }: TestDealer, subDealerId = 0): Promise<Statement> => {
  const { statementId } = statementWith(dealerCode);
  const sales = { count: 3, total: minor(123_456), commission: minor(3456) };
  const { statement: made } = makeStatement(
    { dealerCode, subDealerId, currency: 'TL' },
    { ...NO_TOTALS, sales, balance: minor(120_000) },
    undefined,
    { statementId, day: YESTERDAY, madeAtMs: nowMs },
  );
  await putRows(store, [statementItem(made), statementPointerItem(made)]);
  return made;
};

beforeAll(async () => {
  [dealer, other] = [await newDealer(), await newDealer()];
  const { store } = dealer;
  const { dealerCode } = dealer.dealer;
  person = await signedInAt(dealer, { role: 'viewer' });
  statement = await putStatement(dealer);
  await dynamoStatementMaking(store).saveProgress(dealerCode, { version: 1, doneDay: YESTERDAY });
  const startedAtMs = Math.max(nowMs - 2000, endOfIstanbulDay(nowMs) - DAY_MS);
  await paidAt(store, dealerCode, { startedAtMs, endedAtMs: startedAtMs });
  const link = linkWith({ dealerCode, createdAtMs: nowMs, expiresAtMs: endOfIstanbulDay(nowMs) + 3_600_000 });
  const event = linkCreated(link) ?? expect.unreachable();
  const dead = { ...newDelivery(event, { kind: 'sms', round: 1 }, nowMs), state: 'dead' } as const;
  const endpoint = {
    dealerCode,
    endpointId: 'e-1',
    version: 1,
    url: 'https://hooks.example/secret-path',
    eventTypes: 'all events',
    enabled: true,
    secrets: [],
    failingSinceMs: nowMs - 60_000,
  } as const;
  await putRows(store, [
    ...itemsOfLink(link),
    deliveryItem(dead),
    endpointItem(endpoint),
    subDealerItem(subDealerWith(7, { dealerCode, name: '=Branch 7' })),
  ]);
});

describe('Today (rule 55)', () => {
  test.each(deskRoles)('a %s sees what was paid, what is open and what needs somebody', async (role) => {
    const { browser } = await signedInAt(dealer, { role });
    const { status, text, markup } = await browser.open('/desk');
    expect(status).toBe(200);
    expect(text).toContain('1 payment');
    expect(text).toContain('100.00');
    expect(text).toContain('27.50');
    expect(text).toContain('Expires tomorrow');
    expect(text).toContain('Could not be delivered: SMS');
    expect(text).toContain('hooks.example has taken no notification since');
    expect(markup).not.toContain('secret-path');
    // Yesterday's statement and what was paid today are both in the month, unless it began today.
    const month = monthOf(YESTERDAY) === monthOf(TODAY) ? '1,334.56' : '100.00';
    expect(text).toContain(month);
    expect(Buffer.byteLength(markup)).toBeLessThan(40_000);
  });

  test('another dealer sees nothing of it, and is told what to do first', async () => {
    const { browser } = await signedInAt(other, { role: 'viewer' });
    const { text } = await browser.open('/desk');
    expect(text).toContain('No money moved in the last 30 days.');
    expect(text).toContain('No link is open.');
    expect(text).toContain('Nothing needs you right now.');
  });

  test('whoever is not signed in is led to the sign-in, and back', async () => {
    const { browser } = await signedInAt(dealer, { session: { lastUsedAtMs: nowMs - DAY_MS } });
    expect((await browser.get('/desk')).location).toBe('/desk/sign-in?from=%2Fdesk');
  });
});

describe('Statements (rule 55)', () => {
  const path = (query = ''): string => `/desk/statements?month=${monthOf(YESTERDAY)}${query}`;

  test('a month lists its days, and a day its statement', async () => {
    const list = await person.browser.open(path());
    expect(list.text).toContain('1,234.56');
    expect(list.markup).toContain(`href="/desk/statements/${statement.statementId}"`);
    const one = await person.browser.open(`/desk/statements/${statement.statementId}`);
    expect(one.status).toBe(200);
    expect(one.text).toContain('1,200.00');
    const byMonth = await person.browser.open(path('&by=month'));
    expect(byMonth.text).toContain('The last 12 months by month');
  });

  test('another dealer’s statement is answered like one that does not exist', async () => {
    const theirs = await putStatement(other);
    for (const id of [theirs.statementId, 2_147_483_646, 'x', '%2e%2e', '99999999999999']) {
      for (const view of ['', '/csv', '/x']) {
        expect((await person.browser.get(`/desk/statements/${id}${view}`)).status).toBe(404);
      }
    }
    expect((await person.browser.get(`/desk/statements/${statement.statementId}/x`)).status).toBe(404);
    expect((await person.browser.get('/desk/statements/csv/x')).status).toBe(404);
  });

  test('an account that is no sub-dealer of this dealer has no statements, and the page says so', async () => {
    expect((await person.browser.open(path('&account=7'))).text).toContain('This month has no statement');
    expect((await person.browser.open(path('&account=8'))).text).toContain('no sub-merchant with this number');
  });

  test('the tables are downloads that no cache keeps', async () => {
    for (const address of [
      `/desk/statements/csv?month=${monthOf(YESTERDAY)}`,
      `/desk/statements/${statement.statementId}/csv`,
    ]) {
      const { status, headers, markup } = await person.browser.get(address);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="statements?-[\w-]+\.csv"$/);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(markup).toContain('\r\n');
    }
    const { markup } = await person.browser.get(`/desk/statements/csv?month=${monthOf(YESTERDAY)}`);
    expect(markup).toContain(`,${statement.statementId},0,TL,3,1234.56,34.56,0,0.00,0.00,1200.00,`);
  });

  test('a Turkish reader downloads semicolons and decimal commas', async () => {
    const { browser } = await signedInAt(dealer, { role: 'viewer', language: 'tr' });
    const { markup } = await browser.get(`/desk/statements/csv?month=${monthOf(YESTERDAY)}`);
    expect(markup).toContain(`;${statement.statementId};0;TL;3;1234,56;34,56;`);
  });
});
