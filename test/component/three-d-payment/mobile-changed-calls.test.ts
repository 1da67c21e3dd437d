import { describe, expect, test } from 'vitest';
import { attemptItem } from '../../../shared/adapters/dynamodb/attempt/attempt-item.ts';
import { paymentKeys } from '../../../shared/adapters/dynamodb/payment/payment-keys.ts';
import { MAX_ATTEMPTS_PER_LINK } from '../../../shared/domain/link/attempt-count.ts';
import { resultHashesOf } from '../../../shared/http/result-hash.ts';
import { type BankDealer, newBankDealer } from '../../support/bank/bank-merchants.ts';
import { type Answer, leastMobile } from '../../support/dealer/dealers.ts';
import {
  formFor,
  giveUp,
  openPage,
  payThroughBank,
  payWith,
  postForm,
  quoteFor,
  reportOn,
  throughBank,
  typedCard,
} from '../../support/payment/payer.ts';
import { makeActive, paymentNames, storedAttempts } from '../../support/payment/stored-payments.ts';
import { putRows } from '../../support/store/store.ts';

const PREFIX = 'PaymentDealer.DoDirectPayment3dMobileRequest.';
const BEGUN_AGAIN = 'begun again; nothing was charged here';
const CHANGED = { Amount: 30 };

const isReplay = ({ headers }: Answer): boolean => headers.get('idempotent-replayed') === 'true';

const startedBy = ({ ResultCode, ResultMessage, Data }: Answer): { url: string; codeForHash: string } => {
  if (ResultCode !== 'Success') throw new Error(`${ResultCode}: ${ResultMessage}`);
  const { Url, CodeForHash } = Data as { Url: string; CodeForHash: string };
  return { url: Url, codeForHash: CodeForHash };
};

const newShop = async () => {
  const dealer = await newBankDealer();
  const start = async (fields: Record<string, unknown> = {}) => startedBy(await dealer.startMobile(fields));
  return { dealer, start, first: await start() };
};

const paymentOf = ({ dealer: { dealerCode } }: BankDealer) => paymentNames.nameOf(dealerCode, leastMobile.OtherTrxCode);

describe('A further call for a mobile payment (rule 10)', () => {
  test('supersedes every attempt that waits at the bank: neither tab charges, and the new address is paid', async () => {
    const { dealer, start, first } = await newShop();
    const tabs = [
      await payWith(await openPage(first.url), 'approved'),
      await payWith(await openPage(first.url), 'frictionless'),
    ];
    const next = await start(CHANGED);
    for (const tab of tabs) {
      const end = await throughBank(tab);
      expect(end.text).toContain(BEGUN_AGAIN);
      expect(end.forms).toEqual([]);
    }
    expect(await dealer.charges()).toEqual([]);
    const { fields } = reportOn(await payThroughBank(await openPage(next.url), 'approved'));
    expect(fields).toMatchObject({ resultCode: '', hashValue: resultHashesOf(next.codeForHash).successHash });
    expect(fields.trxCode).toMatch(/-03$/);
    expect(await dealer.charges()).toMatchObject([{ orderId: fields.trxCode }]);
  });

  test('leaves an old tab that says so, and whose buttons pay, quote and report nothing', async () => {
    const { dealer, start, first } = await newShop();
    const old = await quoteFor(await openPage(first.url), 'approved');
    const next = await start(CHANGED);
    const [en, tr] = [await openPage(first.url), await openPage(first.url, 'tr')];
    expect([en.status, en.forms, tr.forms]).toEqual([410, [], []]);
    expect(en.text).toContain(BEGUN_AGAIN);
    expect(tr.text).toContain('burada hiçbir tutar çekilmedi');
    const ends = [await postForm(formFor(old, 'pay'), typedCard('approved')), await giveUp(old)];
    for (const end of ends) expect([end.text.includes(BEGUN_AGAIN), end.forms]).toEqual([true, []]);
    expect((await openPage(next.url)).text).toContain('30.00');
    expect(await dealer.charges()).toEqual([]);
  });

  test('is begun by the same request too, once the payment was given up for a minute; before, its answer comes again', async () => {
    const { dealer, start, first } = await newShop();
    const result = await giveUp(await openPage(first.url));
    expect(reportOn(result).fields.resultCode).toBe('001');
    const again = await dealer.startMobile();
    expect([startedBy(again), isReplay(again)]).toEqual([first, true]);
    const set = {
      expression: 'SET #result.#atMs = :before',
      names: { '#result': 'result', '#atMs': 'atMs' },
      values: { ':before': Date.now() - 61_000 },
    };
    await dealer.store.transact([{ update: paymentKeys.state(paymentOf(dealer)), set }]);
    const next = await start();
    expect(next.url).not.toBe(first.url);
    const old = await openPage(result.address);
    expect([old.status, old.forms, old.text.includes(BEGUN_AGAIN)]).toEqual([410, [], true]);
    const { fields } = reportOn(await payThroughBank(await openPage(next.url), 'approved'));
    expect(fields.hashValue).toBe(resultHashesOf(next.codeForHash).successHash);
  });

  test('a delayed repeat of an earlier request gets its own dead address, and leaves the later one alone', async () => {
    const { dealer, start, first } = await newShop();
    const next = await start(CHANGED);
    const late = await dealer.startMobile();
    expect([startedBy(late), isReplay(late)]).toEqual([first, true]);
    expect((await openPage(next.url)).status).toBe(200);
  });

  test('is StillRunning while a charge is not decided, and OtherTrxCodeAlreadyUsed once it is paid', async () => {
    const { dealer, first } = await newShop();
    await payWith(await openPage(first.url), 'approved');
    const [attempt = expect.unreachable('the payer is at the bank')] = await storedAttempts(
      dealer.store,
      paymentOf(dealer),
    );
    const lastCallAtMs = Date.now();
    await putRows(dealer.store, [
      attemptItem({ ...attempt, state: 'charging', lastCallAtMs, answerByMs: lastCallAtMs }),
    ]);
    await makeActive(dealer.store, attempt);
    expect(await dealer.startMobile(CHANGED)).toMatchObject({
      ResultCode: `${PREFIX}StillRunning`,
      ResultMessage: expect.stringContaining(
        'earlier request with this code is not decided; do not send it under another code',
      ),
    });
    expect(startedBy(await dealer.startMobile())).toEqual(first);
    const other = await newShop();
    await payThroughBank(await openPage(other.first.url), 'approved');
    expect((await other.dealer.startMobile(CHANGED)).ResultCode).toBe(`${PREFIX}OtherTrxCodeAlreadyUsed`);
    expect(startedBy(await other.dealer.startMobile())).toEqual(other.first);
  });

  test('is refused once a code has had its attempts: its sentence says that a new one is needed', async () => {
    const { dealer } = await newShop();
    const set = {
      expression: 'SET #attempts = :n',
      names: { '#attempts': 'attempts' },
      values: { ':n': MAX_ATTEMPTS_PER_LINK },
    };
    await dealer.store.transact([{ update: paymentKeys.state(paymentOf(dealer)), set }]);
    expect(await dealer.startMobile(CHANGED)).toMatchObject({
      ResultCode: `${PREFIX}InvalidRequest`,
      ResultMessage: expect.stringContaining('new OtherTrxCode'),
    });
  });

  test('twenty at the same moment: one address is alive, and the payment is charged once', async () => {
    const { dealer } = await newShop();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => dealer.startMobile({ Amount: 100 + index })),
    );
    const begun = answers.filter(({ ResultCode }) => ResultCode === 'Success').map((one) => startedBy(one).url);
    const refused = answers.filter(({ ResultCode }) => ResultCode !== 'Success').map(({ ResultCode }) => ResultCode);
    expect(new Set(refused).difference(new Set([`${PREFIX}StillRunning`]))).toEqual(new Set());
    const pages = await Promise.all(begun.map((url) => openPage(url)));
    const alive = pages.filter(({ status }) => status === 200);
    expect(alive).toHaveLength(1);
    for (const page of alive) await payThroughBank(page, 'approved');
    expect(await dealer.charges()).toHaveLength(1);
  });
});
