import { expect, test, vi } from 'vitest';
import { Live, type LiveChange } from '../../../infra/local/front/live.ts';

const record = (pk: string, sk: string) => ({ dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } } });
const terms = { total: 2750, currency: 'TL', installments: 3 };
const payment = { sk: '1#PAYMENT', kind: 'link', dealerCode: '1001', paymentId: 5, createdAtMs: 1, secret: 'S3CRET' };
const state = { sk: '2#STATE', state: 'open', expiresAtMs: 9 };
const attempt = {
  sk: '3#ATTEMPT#01',
  state: 'declined',
  told: 'failed',
  maskedCard: '411111******1111',
  terms,
  bank: { code: '002' },
  callbackSecret: 'S3CRET',
};
const step = { sk: '5#STEP#001', kind: 'refund', state: 'intended', amount: 100 };
const event = { sk: 'EVENT', type: 'link.paid', dealerCode: '1001' };
const delivery: Record<string, unknown> = {
  sk: 'DELIVERY#a',
  channel: { kind: 'webhook' },
  state: 'waiting',
  tries: 1,
  createdAtMs: 2,
};

const scene = (rows: Readonly<Record<string, readonly Record<string, unknown>[]>>) => {
  const read = vi.fn(async (pk: string) => rows[pk] ?? []);
  const live = new Live(read);
  const changes: LiveChange[] = [];
  live.listen((change) => changes.push(change));
  return { live, read, changes };
};

test('a payment is read once for all of its records, and shown without its secrets', async () => {
  const { live, read, changes } = scene({ 'PAY#p': [payment, state, attempt, step] });
  live.changed([record('PAY#p', '1#PAYMENT'), record('PAY#p', '2#STATE'), record('PAY#p', '3#ATTEMPT#01')]);
  await vi.waitFor(() => expect(changes).toHaveLength(1));
  expect(read).toHaveBeenCalledTimes(1);
  expect(live.payments()).toMatchObject([
    { id: 'p', link: 'open', amount: 2750, currency: 'TL', attempts: [{ bankCode: '002', state: 'declined' }] },
  ]);
  expect(JSON.stringify(changes)).not.toContain('S3CRET');
});

test('records of secrets, cards and other rows are not followed', () => {
  const { live, read } = scene({});
  const others = ['3#SECRETS#01', '7#WAITING-CARD#01', '8#CARD-DAY#01#h', '9#BOX'].map((sk) => record('PAY#p', sk));
  live.changed([...others, record('DEALER#1', 'PROFILE'), record('OUTBOX#e', 'EVENT'), {}, undefined]);
  expect(read).not.toHaveBeenCalled();
});

test('a delivery is told of when it moves, and not when nothing did', async () => {
  const rows: Record<string, Record<string, unknown>[]> = { 'OUTBOX#e': [event, delivery] };
  const { live, read, changes } = scene(rows);
  for (const reads of [1, 2]) {
    live.changed([record('OUTBOX#e', 'DELIVERY#a')]);
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(reads));
    await vi.waitFor(() => expect(changes).toHaveLength(1));
  }
  rows['OUTBOX#e'] = [event, { ...delivery, state: 'done', detail: 'HTTP 200' }];
  live.changed([record('OUTBOX#e', 'DELIVERY#a')]);
  await vi.waitFor(() => expect(changes).toHaveLength(2));
  expect(live.deliveries()).toMatchObject([
    { event: 'link.paid', channel: 'webhook', state: 'done', detail: 'HTTP 200' },
  ]);
});

test('while nobody follows nothing is read; who comes gets what changed last', async () => {
  const read = vi.fn(async () => [payment, state]);
  const live = new Live(read, () => false);
  live.changed(Array.from({ length: 150 }, (_, index) => record(`PAY#${index}`, '1#PAYMENT')));
  expect(read).not.toHaveBeenCalled();
  await live.readChanged();
  expect(read).toHaveBeenCalledTimes(100);
  expect(live.payments().at(-1)?.id).toBe('149');
});

test('the fifty that moved last are kept', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `PAY#${index}`);
  const { live, changes } = scene(Object.fromEntries(names.map((pk) => [pk, [payment, state]])));
  live.changed(names.map((pk) => record(pk, '1#PAYMENT')));
  await vi.waitFor(() => expect(changes).toHaveLength(60));
  expect(live.payments().map(({ id }) => id)).toEqual(names.slice(10).map((pk) => pk.slice(4)));
});
