import { describe, expect, test } from 'vitest';
import { type PaymentPagesDependencies, showPayments } from '../../../functions/desk/show-desk/payments.ts';
import { dynamoMessages } from '../../../shared/adapters/dynamodb/message/messages.ts';
import { dynamoOutbox } from '../../../shared/adapters/dynamodb/outbox/outbox.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoPaymentLists } from '../../../shared/adapters/dynamodb/payment-list/payment-lists.ts';
import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { postedFields } from '../../../shared/desk/call/posted-fields.ts';
import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import type { DeskRole } from '../../../shared/domain/desk/roles.ts';
import type { DirectPayment } from '../../../shared/domain/direct-payment/direct-payment.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { englishOfPayments } from '../../../shared/pages/desk/payment/payment-texts-en.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { directAttemptWith } from '../../support/payment/attempts.ts';
import { reversalOf } from '../../support/payment/steps.ts';
import { itemsOfDirect, itemsOfSteps, paymentNames } from '../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';
import { putRows } from '../../support/store/store.ts';

const CHARGED_MS = Date.UTC(2027, 0, 15, 9);
const NOW_MS = CHARGED_MS + 30 * 60_000;
const { page: words, list } = englishOfPayments;

const dealer = dealerWith({ dealerCode: 'D1', listingShards: 1 });

const depsOf = (table: MemoryTable): PaymentPagesDependencies => ({
  lists: dynamoPaymentLists(table),
  payments: dynamoPayments(table, paymentNames),
  messages: dynamoMessages(table),
  outbox: dynamoOutbox(table),
});

interface Asked {
  readonly id?: string;
  readonly view?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly posted?: Readonly<Record<string, string>>;
  readonly role?: DeskRole;
}

const callOf = ({ query = {}, posted, role = 'manager' }: Asked): DeskCall => {
  const fields = Object.entries(posted ?? {}).map(([name, value]): [string, string] => [name, value]);
  const call = {
    page: { method: posted === undefined ? 'GET' : 'POST', query, parameters: {} },
    posted: postedFields(fields),
    nowMs: NOW_MS,
    dealer,
    role,
    language: 'en',
    frame: { language: 'en', serviceName: 'S', sandbox: true },
  };
  return call as unknown as DeskCall;
};

const paid = (direct: Partial<DirectPayment> = {}, changes: Partial<DirectAttempt> = {}): DirectAttempt => {
  const { pendingCard: _none, ...attempt } = directAttemptWith(
    'D1',
    { state: 'approved', reportedOutcome: 'paid', ...changes },
    { splits: [], otherTrxCode: 'SIP-2041', ...direct },
  );
  const { otherTrxCode } = attempt.direct;
  const payment = changes.payment ?? paymentNames.nameOf('D1', otherTrxCode);
  return { ...attempt, payment, reference: `${payment}.01`, orderId: `ORDER-${payment}-01` };
};

/** The table with a list of what was called of it. */
const watched = (table: MemoryTable): { readonly table: MemoryTable; readonly calls: string[] } => {
  const calls: string[] = [];
  const handler: ProxyHandler<MemoryTable> = {
    get: (of, name) => {
      const member: unknown = Reflect.get(of, name);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]): unknown => {
        calls.push(String(name));
        return Reflect.apply(member, of, given);
      };
    },
  };
  return { table: new Proxy(table, handler), calls };
};

const scene = async (attempts: readonly DirectAttempt[], steps: readonly Step[] = []) => {
  const table = new MemoryTable();
  const [first] = attempts;
  const rows = attempts.flatMap(itemsOfDirect);
  await putRows(table, [...rows, ...(first === undefined ? [] : itemsOfSteps(steps, first.pos.gateway))]);
  const show = showPayments(depsOf(table));
  return (asked: Asked = {}) => show(callOf(asked), { id: asked.id, view: asked.view });
};

const pageIn = (answer: PageAnswer | undefined): string => {
  if (answer === undefined || !('page' in answer)) throw new Error('the answer is no page');
  return answer.page.markup;
};

const locationIn = (answer: PageAnswer | undefined): string | undefined =>
  answer !== undefined && 'location' in answer ? answer.location : undefined;

describe('The page of one payment', () => {
  test('tells its money, its payer and what can be done', async () => {
    const attempt = paid({ buyer: { fullName: 'Ayşe Yılmaz', gsmNumber: '5321112233' } });
    const markup = pageIn(await (await scene([attempt]))({ id: String(attempt.paymentId) }));
    expect(markup).toContain('Ayşe Yılmaz');
    expect(markup).toContain('411111******1111');
    expect(markup).toContain(`/desk/payments/${attempt.paymentId}/refund`);
    expect(markup).toContain(words.tries.paid('₺100.00', '411111******1111'));
  });

  test('of a viewer has no button', async () => {
    const attempt = paid();
    const markup = pageIn(await (await scene([attempt]))({ id: String(attempt.paymentId), role: 'viewer' }));
    expect(markup).not.toContain(`/desk/payments/${attempt.paymentId}/`);
  });

  test('of another dealer is none, like that of an id that names nothing (rule 55)', async () => {
    const other = { ...paid(), dealerCode: 'D2' };
    const show = await scene([other]);
    for (const id of [String(other.paymentId), '1', '0', '99999999999', 'x', '-1', '1e3']) {
      expect(await show({ id })).toBeUndefined();
    }
    expect(await show({ posted: { text: other.orderId } })).toMatchObject({ statusCode: 200 });
    expect(pageIn(await show({ posted: { text: other.orderId, kind: 'code' } }))).toContain(list.problems['not-found']);
  });

  test('is read by its pointer, then its rows, then its messages and what was told: three trips', async () => {
    const attempt = paid();
    const memory = new MemoryTable();
    await putRows(memory, itemsOfDirect(attempt));
    const { table, calls } = watched(memory);
    await showPayments(depsOf(table))(callOf({}), { id: String(attempt.paymentId), view: undefined });
    // Messages stand in rows of their own, or in those of the events that made them leave.
    expect(calls).toEqual(['get', 'query', 'query', 'get', 'get', 'get', 'get', 'query']);
  });

  test('has no page below it that nobody registered', async () => {
    const attempt = paid();
    const show = await scene([attempt]);
    expect(await show({ id: String(attempt.paymentId), view: '__proto__' })).toBeUndefined();
    expect(await show({ id: String(attempt.paymentId), view: 'refund' })).toBeUndefined();
  });

  test('tells of a step what its row says, and never what the address claims (rule 54)', async () => {
    const attempt = paid({}, { activeStep: 1, lastStep: 1 });
    const { endedAtMs: _never, ...step } = reversalOf(attempt, {
      kind: 'refund',
      state: 'in-doubt',
      amount: minor(4000),
    });
    const show = await scene([attempt], [step]);
    const markup = pageIn(await show({ id: String(attempt.paymentId), query: { done: 'refund' } }));
    expect(markup).toContain(words.asking);
    expect(markup).not.toContain(words.steps.refund.done('₺40.00'));
    const claimed = pageIn(await show({ id: String(attempt.paymentId), query: { done: 'void' } }));
    expect(claimed).not.toContain(words.steps.void.done('₺100.00'));
    expect(pageIn(await show({ id: String(attempt.paymentId), query: { done: '<b>__proto__' } }))).not.toContain(
      '<b>__',
    );
  });
});

describe('A search for payments', () => {
  const attempt = paid({ buyer: { fullName: 'Ayşe Yılmaz', email: 'ayse@example.com' } });
  const at = `/desk/payments/${attempt.paymentId}`;

  test.each([
    ['its code', 'SIP-2041'],
    ['its code between blanks', ' SIP-2041 '],
    ['its order id', attempt.orderId],
    ['DealerPaymentId', String(attempt.paymentId)],
  ])('by %s leads to the payment at once', async (_name, text) => {
    const show = await scene([attempt]);
    expect(locationIn(await show({ posted: { text, kind: 'code' } }))).toBe(at);
    expect(locationIn(await show({ posted: { text } }))).toBe(at);
  });

  test.each([
    ['a name', 'yılmaz'],
    ['an e-mail address', 'ayse@'],
    ['the last four digits', '1111'],
    ['the amount', '100.00'],
  ])('by %s lists what fits', async (_name, text) => {
    const show = await scene([attempt]);
    expect(pageIn(await show({ posted: { text } }))).toContain(`href="${at}"`);
  });

  test.each([
    [{ buyer: { fullName: 'N', email: 'e@x.example', gsmNumber: '5321112233' }, cardHolderName: 'H' }, 'N'],
    [{ buyer: { email: 'e@x.example', gsmNumber: '5321112233' }, cardHolderName: 'H' }, 'H'],
    [{ buyer: { email: 'e@x.example', gsmNumber: '5321112233' } }, 'e@x.example'],
    [{ buyer: { gsmNumber: '5321112233' } }, '5321112233'],
    [{ buyer: { fullName: '4111111111111111' } }, '411111******1111'],
  ])('shows as payer of %j the best name that is known: %s', async (direct, who) => {
    expect(pageIn(await (await scene([paid(direct)]))())).toContain(`>${who}<`);
  });

  test.each([0, 1, 2_147_483_647, 2_147_483_648, 21_474_836_470])(
    'reads no id that is out of range: %d',
    async (id) => {
      const { table, calls } = watched(new MemoryTable());
      const payments = dynamoPayments(table, paymentNames);
      const asked: number[] = [];
      const findById: typeof payments.findById = async (dealerCode, given) => {
        asked.push(given);
        return payments.findById(dealerCode, given);
      };
      const show = showPayments({ ...depsOf(table), payments: { ...payments, findById } });
      await show(callOf({ posted: { text: String(id), kind: 'code' } }), { id: undefined, view: undefined });
      expect(asked).toEqual(id > 0 && id <= 2_147_483_647 ? [id] : []);
      expect(calls).not.toEqual([]);
    },
  );

  test('goes through the chosen days alone', async () => {
    const show = await scene([attempt]);
    const posted = { text: 'yılmaz', from: '2027-01-01', until: '2027-01-14' };
    expect(pageIn(await show({ posted }))).toContain(list.nothingFits);
  });

  test('looks for no card number, and does not show it again (rule 32)', async () => {
    const show = await scene([attempt]);
    const markup = pageIn(await show({ posted: { text: '4111 1111 1111 1111' } }));
    expect(markup).toContain(list.problems['card-number']);
    expect(markup).not.toMatch(/4111.?1111/);
  });

  test('reads no words of an address', async () => {
    const show = await scene([attempt]);
    const markup = pageIn(await show({ query: { text: 'nobody', kind: 'payer' } }));
    expect(markup).toContain(`href="${at}"`);
    expect(markup).not.toContain('nobody');
  });

  test('without words gets an address that can be opened again', async () => {
    const show = await scene([attempt]);
    const posted = { text: '', from: '2027-01-01', until: '2027-01-15', state: 'paid' };
    expect(locationIn(await show({ posted }))).toBe('/desk/payments?from=2027-01-01&until=2027-01-15&state=paid');
  });
});

describe('The CSV file of payments', () => {
  const first = paid({ buyer: { fullName: '=HYPERLINK("x")' } });
  const second = paid({ otherTrxCode: 'SIP-2042' }, { startedAtMs: CHARGED_MS + 1000, paymentId: 700_002 });

  test('has a row for each payment that was chosen, with formulas defused', async () => {
    const show = await scene([first, second]);
    const parts = pageIn(await show({ id: 'csv', query: { state: 'paid' } }));
    const [, href = ''] = /href="(\/desk\/payments\/csv\/file[^"]*)"/.exec(parts) ?? [];
    const query = Object.fromEntries(new URL(href.replaceAll('&amp;', '&'), 'https://desk.example').searchParams);
    const answer = await show({ id: 'csv', view: 'file', query });
    if (answer === undefined || !('download' in answer)) throw new Error('the answer is no file');
    const [columns, ...rows] = answer.download.text.trim().split('\r\n');
    expect(columns).toContain('Payment number,Your code');
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain('700002,SIP-2042');
    expect(rows[1]).toContain(`"'=HYPERLINK(""x"")"`);
    expect(rows[1]).toContain('100.00,100.00,0.00,100.00,TL');
    expect(answer.download.fileName).toBe('payments-20261216-20270115.csv');
  });

  test('of what was searched for is posted, part by part, and its address holds no word', async () => {
    const named = paid({ buyer: { fullName: 'Ayşe Yılmaz' } });
    const show = await scene([named, second]);
    const parts = pageIn(await show({ posted: { text: 'yilmaz', as: 'csv' } }));
    expect(parts).not.toMatch(/href="[^"]*yilmaz/);
    const [, form = ''] =
      /<form method="post" action="\/desk\/payments" data-again>([\s\S]*?)<\/form>/.exec(parts) ?? [];
    const fields = [...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    const answer = await show({ posted: Object.fromEntries(fields) as Readonly<Record<string, string>> });
    if (answer === undefined || !('download' in answer)) throw new Error('the answer is no file');
    expect(answer.download.text.trim().split('\r\n')).toHaveLength(2);
    expect(answer.download.text).toContain('Ayşe Yılmaz');
  });

  test('of moments that lie outside the days is the page of its parts', async () => {
    const show = await scene([first]);
    const query = { first: '1000000000000', last: '9999999999999', part: '1-1' };
    expect(pageIn(await show({ id: 'csv', view: 'file', query }))).toContain(englishOfPayments.csv.title);
  });

  const from = Date.UTC(2027, 0, 14, 21);
  test.each([
    [String(from), String(from), '2-3', '-2-of-3'],
    [String(from), String(from), '2-3x', ''],
    [String(from - 1), String(from), '1-1', undefined],
    [String(from + 1), String(from), '1-1', undefined],
    [`${from}0`, String(from), '1-1', undefined],
  ])('from %s to %s, part %s, has a name that ends in %s; undefined is no file', async (begin, last, part, end) => {
    const query = { from: '2027-01-15', until: '2027-01-15', first: begin, last, part };
    const answer = await (await scene([first]))({ id: 'csv', view: 'file', query });
    const name = answer !== undefined && 'download' in answer ? answer.download.fileName : undefined;
    expect(name).toBe(end === undefined ? undefined : `payments-20270115-20270115${end}.csv`);
  });
});
