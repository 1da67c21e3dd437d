import { describe, expect, test } from 'vitest';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { openedCard } from '../../../shared/domain/card/posted-card.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { startAtGate } from '../../../shared/payment-flow/start-at-gate.ts';
import { BankCallNotAllowed, type BankGateway, type PosAccount } from '../../../shared/ports/bank-gateway.ts';
import type { GateAnswer } from '../../../shared/ports/three-d-gate.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { plainHasher } from '../../support/card/card-storing.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { posWith } from '../../support/dealer/virtual-pos.ts';
import { attemptsAmong, itemsOfLink, linksAmong } from '../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const DEALER = 'D1';
const FORM: GateAnswer = {
  kind: 'form',
  form: { action: 'https://acs.example/c', fields: [['creq', 'x']], acceptCharset: 'utf-8' },
};
const ACCOUNT: PosAccount = {
  kind: 'nestpay',
  posId: '1',
  version: 1,
  gateway: 'https://bank.example',
  clientId: '190100000',
  apiUser: 'api',
  apiPassword: 'password',
  storeKey: 'key',
  attemptedThreeDAllowed: false,
  serverStart: true,
  withoutCvc: true,
  dayEndsAt: '22:00',
};
const BROWSER = { userAgent: 'Firefox', accept: 'text/html', acceptLanguage: 'tr' };
const KEPT = { number: '4111111111111111', expiryMonth: '07', expiryYear: '2047' };

type Post = BankGateway['startOnServer'];

/** A link of a customer, and the start of a payment with a stored card of that customer. */
const sceneOf = async (answer: (table: MemoryTable) => ReturnType<Post>, { admits = true } = {}) => {
  const table = new MemoryTable();
  const clock = new FakeClock();
  const posts: Parameters<Post>[] = [];
  const noted: GateAnswer[] = [];
  let released = 0;
  const link = linkWith({ dealerCode: DEALER, createdAtMs: clock.now(), expiresAtMs: clock.now() + 3_600_000 });
  await table.transact(itemsOfLink(link).map((put) => ({ put })));
  const gate = {
    allowsServerStart: async () => admits,
    release: async () => {
      released += 1;
    },
  };
  const deps = {
    attempts: dynamoAttempts(table),
    cards: plainHasher,
    bank: {
      startOnServer: (...post: Parameters<Post>) => {
        posts.push(post);
        return answer(table);
      },
    },
    gateBreaker: {
      note: async (_start: unknown, one: GateAnswer) => {
        noted.push(one);
      },
    },
    randomness: systemRandomness,
    clock,
    baseUrl: 'https://pay.example',
  };
  const total = minor(2750);
  const payment = {
    link,
    dealer: dealerWith({ dealerCode: DEALER }),
    pos: posWith({ dealerCode: DEALER }),
    card: openedCard(KEPT, '947'),
    quote: { count: 1, total, commission: minor(0), monthly: total, firstMonth: total, dealerCommission: minor(0) },
    call: { payerAddress: '203.0.113.7', addressScope: '203.0.113.7', language: 'tr' },
    trxId: 9,
    nowMs: clock.now(),
  } as const;
  return {
    start: () => startAtGate(payment, { account: ACCOUNT, browser: BROWSER, gate }, deps),
    attempts: () => attemptsAmong(table.rows()),
    stateOfLink: () => linksAmong(table.rows())[0],
    posts,
    noted,
    released: () => released,
  };
};

describe('The start of a link’s payment by a stored card (rules 2 and 25)', () => {
  test('the attempt stands in the table when the gate is posted, with its counters; the payer gets the gate’s form', async () => {
    let before: readonly unknown[] = [];
    const scene = await sceneOf(async (table) => {
      before = attemptsAmong(table.rows()).map(({ state }) => state);
      return FORM;
    });
    expect(await scene.start()).toMatchObject({ kind: 'gate', form: FORM.kind === 'form' ? FORM.form : undefined });
    expect(before).toEqual(['authenticating']);
    expect(scene.posts).toHaveLength(1);
    expect(scene.posts[0]?.[1]).toMatchObject({ browser: BROWSER, card: { ...KEPT, cvc: '947' } });
    expect(scene.noted).toEqual([FORM]);
    expect(JSON.stringify(scene.attempts())).not.toContain(KEPT.number);
  });

  test('of two starts at once one writes the attempt and posts; the other posts nothing, and gives its probe back', async () => {
    const scene = await sceneOf(async () => FORM);
    const kinds = (await Promise.all([scene.start(), scene.start()])).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['gate', 'link-changed']);
    expect([scene.posts.length, scene.attempts().length, scene.released()]).toEqual([1, 1, 1]);
  });

  test.each<[string, () => ReturnType<Post>]>([
    ['silent', async () => ({ kind: 'failed', code: '024', why: { kind: 'silent' } })],
    ['not sent', async () => ({ kind: 'failed', code: '024', why: { kind: 'not-sent' } })],
    ['unusable', async () => ({ kind: 'failed', code: '024', why: { kind: 'unusable', reason: 'script' } })],
    ['not allowed', () => Promise.reject(new BankCallNotAllowed('gateway'))],
  ])('a gate that is %s ends that very attempt with 024, written before it is shown', async (_how, answer) => {
    const scene = await sceneOf(answer);
    expect(await scene.start()).toMatchObject({ kind: 'link', passOn: false });
    expect(scene.attempts()).toMatchObject([
      { number: 1, state: 'declined', reportedOutcome: 'failed', bank: { code: '024' }, threeD: true },
    ]);
    expect(scene.stateOfLink()).toMatchObject({ state: 'open', progress: { attempts: 1, threeDOnly: true } });
  });

  test('a process that ends in between leaves an attempt in 3D, which the sweeper finds; nothing is posted again', async () => {
    const scene = await sceneOf(() => Promise.reject(new Error('the process ends')));
    await expect(scene.start()).rejects.toThrow('the process ends');
    const [attempt] = scene.attempts();
    expect(attempt).toMatchObject({ state: 'authenticating', reportedOutcome: 'nobody' });
    expect(attempt?.dueAtMs).toBeGreaterThan(attempt?.startedAtMs ?? 0);
    expect(scene.posts).toHaveLength(1);
  });

  test('a gate that is not tried leaves no attempt and no count (rule 46)', async () => {
    const scene = await sceneOf(async () => FORM, { admits: false });
    expect(await scene.start()).toMatchObject({ kind: 'declined', advice: 'try-later' });
    expect([scene.posts.length, scene.attempts().length]).toEqual([0, 0]);
  });
});
