import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { dynamoBankLedger } from '../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import type { NestPayAccount } from '../../shared/adapters/nestpay/account.ts';
import { threeDForm } from '../../shared/adapters/nestpay/three-d-form.ts';
import { minor } from '../../shared/domain/money/money.ts';
import { testCards } from '../../shared/nestpay/test-cards.ts';
import type { Authentication3D, ThreeDForm, ThreeDStart } from '../../shared/ports/three-d-gate.ts';
import { cardOf, gateForm, orderOf, sandboxPos, soon, startOf } from '../support/bank/bank-calls.ts';
import { type BankPage, callbackOn, decideOn, postForm, shownCode } from '../support/bank/bank-payer.ts';
import { accountAt, startBank, type TestBank } from '../support/bank/bank-server.ts';
import { engineTable } from '../support/store/store.ts';

const ledger = dynamoBankLedger(engineTable(inject('stack')));
const pos = sandboxPos();
let bank: TestBank;
let account: NestPayAccount;

beforeAll(async () => {
  bank = await startBank(ledger);
  account = accountAt(bank.gateway);
});
afterAll(async () => {
  pos.close();
  await bank.stop();
});

const enter = async (start: ThreeDStart): Promise<BankPage> => postForm(await gateForm(pos, account, start));
const verdictOn = (start: ThreeDStart, { fields }: ThreeDForm, of = account) =>
  pos.verifyCallback(of, start, fields, soon());
const orderFrom = (start: ThreeDStart, authentication: Authentication3D) => ({
  ...start.order,
  authentication,
  payerAddress: '203.0.113.7',
});

const authenticate = async (cardId: string, changes = {}, of = account) => {
  const start = startOf(cardId, changes);
  const page = await postForm(await gateForm(pos, of, start));
  const callback = callbackOn(page);
  return { start, callback, verdict: await verdictOn(start, callback, of) };
};

const authenticated = async (cardId: string, changes = {}) => {
  const { start, verdict } = await authenticate(cardId, changes);
  if (verdict.kind !== 'authenticated') throw new Error(`not authenticated: ${verdict.kind}`);
  return { start, authentication: verdict.authentication };
};

describe('The challenge', () => {
  test('approved with the one-time code authenticates, and the payment is finished by md', async () => {
    const start = startOf('approved', { installments: 2 });
    const challenge = await enter(start);
    const callback = callbackOn(await decideOn(challenge, 'approve', shownCode(challenge)));
    expect(callback.action).toBe(start.okUrl);
    const verdict = await verdictOn(start, callback);
    expect(verdict).toMatchObject({ kind: 'authenticated' });
    if (verdict.kind !== 'authenticated') return;
    const answer = await pos.provision(account, orderFrom(start, verdict.authentication), soon());
    expect(answer.kind).toBe('approved');
    expect(await pos.inquire(account, start.order, soon())).toMatchObject({ kind: 'captured', amount: 12_345 });
  });

  test('shows the amount, a masked card, the code and every test card, in the language asked for', async () => {
    const english = await enter(startOf('approved'));
    expect(english.markup).toContain('₺</i>123.45<');
    expect(english.markup).toContain('411111******1111');
    expect(english.markup).toContain('<html lang="en">');
    for (const { number } of testCards) expect(english.markup).toContain(`>${number}</dt>`);
    const turkish = await enter({ ...startOf('approved'), language: 'tr' });
    expect(turkish.markup).toContain('Tek kullanımlık kod');
  });

  test.each(['fail', 'give-up'] as const)('"%s" comes back as 001', async (decision) => {
    const start = startOf('approved');
    const callback = callbackOn(await decideOn(await enter(start), decision));
    expect(callback.action).toBe(start.failUrl);
    expect(await verdictOn(start, callback)).toEqual({ kind: 'failed', code: '001', mdStatus: 0 });
  });

  test('takes two wrong codes, and ends with the third', async () => {
    const start = startOf('approved');
    const challenge = await enter(start);
    const wrong = shownCode(challenge) === '000000' ? '000001' : '000000';
    expect((await decideOn(challenge, 'approve', wrong)).markup).toContain('The code is wrong');
    await decideOn(challenge, 'approve', wrong);
    expect(await verdictOn(start, callbackOn(await decideOn(challenge, 'approve', wrong)))).toEqual({
      kind: 'failed',
      code: '001',
      mdStatus: 0,
    });
  });

  test('decided once stays decided', async () => {
    const start = startOf('approved');
    const challenge = await enter(start);
    await decideOn(challenge, 'fail');
    const callback = callbackOn(await decideOn(challenge, 'approve', shownCode(challenge)));
    expect(await verdictOn(start, callback)).toEqual({ kind: 'failed', code: '001', mdStatus: 0 });
  });

  test('of another reference is not found', async () => {
    expect((await fetch(`${bank.gateway}/fim/challenge/nobody`)).status).toBe(404);
  });
});

describe('The gate', () => {
  test('lets a frictionless card pass at once', async () => {
    expect((await authenticate('frictionless')).verdict.kind).toBe('authenticated');
  });

  test.each([
    ['3d-failed', '001', 0],
    ['3d-not-enrolled', '026', 2],
    ['3d-issuer-not-enrolled', '026', 3],
    ['3d-attempted', '026', 4],
    ['3d-unavailable', '025', 5],
    ['3d-error', '025', 6],
    ['3d-system-error', '025', 7],
    ['3d-unknown-card', '003', 8],
    ['3d-merchant-refused', '025', 9],
  ])('%s comes back as %s with mdStatus %d', async (id, code, mdStatus) => {
    expect((await authenticate(id)).verdict).toEqual({ kind: 'failed', code, mdStatus });
  });

  test.each([
    ['gate-refuses-number', 'HPP-1001', '003'],
    ['gate-refuses', 'HPP-1999', '025'],
  ])(
    '%s refuses the form itself (%s): a signed callback without mdStatus, and a failed authentication: %s',
    async (id, error, code) => {
      const { start, callback, verdict } = await authenticate(id);
      const fields = new Map(callback.fields);
      expect(callback.action).toBe(start.failUrl);
      expect([fields.get('Response'), fields.get('ErrorCode'), fields.has('mdStatus')]).toEqual([
        'Error',
        error,
        false,
      ]);
      expect(verdict).toEqual({ kind: 'failed', code });
    },
  );

  test.each([
    ['a number that fails its check digit', { number: '4111111111111112' }, 'HPP-1001'],
    ['an expiry in the past', { expiryMonth: '01', expiryYear: '2020' }, 'HPP-1901'],
    ['an expiry that is none', { expiryMonth: '13' }, 'HPP-1901'],
    ['a CVC of two digits', { cvc: '12' }, 'HPP-1902'],
  ])('refuses %s by a signed callback', async (_what, changes, error) => {
    const start = { ...startOf('approved'), card: { ...cardOf('approved'), ...changes } };
    const callback = callbackOn(await postForm(threeDForm(account, account.gateway, start)));
    expect(new Map(callback.fields).get('ErrorCode')).toBe(error);
    expect(await verdictOn(start, callback)).toMatchObject({ kind: 'failed' });
  });

  test('comes back with the fields of real gates, and with neither number, expiry nor CVC', async () => {
    const start = startOf('approved');
    const challenge = await enter(start);
    const { fields } = callbackOn(await decideOn(challenge, 'approve', shownCode(challenge)));
    const posted = new Map(fields);
    expect(Object.fromEntries(posted)).toMatchObject({
      clientid: account.clientId,
      maskedCreditCard: '4111 11** **** 1111',
      MaskedPan: '411111***1111',
      txstatus: 'Y',
      version: '2.0',
      encoding: 'UTF-8',
      eci: '05',
      md: expect.stringMatching(new RegExp(`^411111:[^:]+:[0-9]{4}:##${account.clientId}$`)),
      xid: expect.stringMatching(/^[A-Za-z0-9+/]{27}=$/),
      cavv: expect.stringMatching(/^[A-Za-z0-9+/]{27}=$/),
    });
    expect(fields.filter(([name]) => /^(?:pan|cv2|Ecom_)/i.test(name))).toEqual([]);
    expect([...posted.values()].filter((value) => value.includes(start.card.number))).toEqual([]);
  });

  test('that failed comes back without proof, and its md charges nothing', async () => {
    const { start, callback } = await authenticate('3d-failed');
    const posted = new Map(callback.fields);
    expect([posted.get('txstatus'), posted.has('eci'), posted.has('cavv')]).toEqual(['N', false, false]);
    const [md = '', xid = ''] = [posted.get('md'), posted.get('xid')];
    expect([md.length > 20, xid.length]).toEqual([true, 28]);
    const answer = await pos.provision(account, orderFrom(start, { md, xid, eci: '', cavv: '' }), soon());
    expect(answer.kind).toBe('unknown');
    expect(await pos.inquire(account, start.order, soon())).toMatchObject({ kind: 'no-record' });
  });

  test.each(['3d-not-enrolled', '3d-issuer-not-enrolled', '3d-attempted'])(
    '%s is charged where the virtual POS allows attempts (rule 20)',
    async (id) => {
      const lenient = accountAt(bank.gateway, { attemptedThreeDAllowed: true });
      const { start, verdict } = await authenticate(id, {}, lenient);
      if (verdict.kind !== 'authenticated') throw new Error('not authenticated');
      const answer = await pos.provision(lenient, orderFrom(start, verdict.authentication), soon());
      expect(answer.kind).toBe('approved');
    },
  );

  test('never answers for a card whose authentication is abandoned', async () => {
    const page = await enter(startOf('3d-abandoned'));
    expect(page.status).toBe(200);
    expect(page.forms).toEqual([]);
  });

  test.each([
    ['callback-wrong-hash', 'hash'],
    ['callback-wrong-amount', 'amount'],
    ['callback-wrong-order', 'order'],
    ['callback-repeated-field', 'repeated-field'],
  ])('%s: the callback is refused for its %s', async (id, reason) => {
    const start = startOf(id);
    const challenge = await enter(start);
    const callback = callbackOn(await decideOn(challenge, 'approve', shownCode(challenge)));
    expect(await verdictOn(start, callback)).toEqual({ kind: 'refused', reason });
  });

  test('callback-twice: the page sends the same callback twice, and both are good', async () => {
    const start = startOf('callback-twice');
    const challenge = await enter(start);
    const page = await decideOn(challenge, 'approve', shownCode(challenge));
    expect(page.forms).toHaveLength(2);
    expect(page.forms[0]).toEqual(page.forms[1]);
    expect(page.markup).not.toContain('<script>');
    expect((await verdictOn(start, callbackOn(page))).kind).toBe('authenticated');
  });

  test.each([
    ['a wrong hash', (form: ThreeDForm) => form.fields.map(([n, v]) => [n, n === 'amount' ? '1.00' : v] as const)],
    ['a repeated field', (form: ThreeDForm) => [...form.fields, ['AMOUNT', '1.00'] as const]],
  ])('refuses a form with %s', async (_what, change) => {
    const form = await gateForm(pos, account, startOf('approved'));
    const page = await postForm({ ...form, fields: change(form) });
    expect(page.status).toBe(400);
  });

  test('refuses a merchant that it does not know', async () => {
    const form = await gateForm(pos, { ...account, clientId: 'nobody' }, startOf('approved'));
    expect((await postForm(form)).status).toBe(400);
  });

  test('keeps no card number, CVC or expiry in its books (rule 22)', async () => {
    const page = await enter(startOf('approved'));
    const reference = new URL(page.address).pathname.split('/').at(-1) ?? '';
    const books = JSON.stringify(await ledger.findChallenge(reference));
    expect(books).toContain('411111******1111');
    expect(books).not.toMatch(/4111111111111111|"123"|"cv2"|ExpDate/);
  });

  test('lets its pages stand in a frame and post to the merchant, and submits them by one pinned script', async () => {
    const page = await enter(startOf('frictionless'));
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(page.headers.has('x-frame-options')).toBe(false);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/form-action|frame-ancestors|unsafe/);
    expect(policy).toMatch(/style-src 'sha256-[^;]+'; img-src data:; script-src 'sha256-[^;]+';/);
  });
});

describe('The provision', () => {
  test('is 024 when the bank then declines with a code beside the table', async () => {
    const { start, authentication } = await authenticated('unlisted-decline');
    const answer = await pos.provision(account, orderFrom(start, authentication), soon());
    expect(answer).toEqual({ kind: 'declined', code: '024', procReturnCode: '93' });
  });

  test('keeps the table’s code where there is one', async () => {
    const { start, authentication } = await authenticated('insufficient-funds');
    const answer = await pos.provision(account, orderFrom(start, authentication), soon());
    expect(answer).toEqual({ kind: 'declined', code: '002', procReturnCode: '51' });
  });

  test('of another amount, order or proof than what was authenticated is not charged', async () => {
    const { start, authentication } = await authenticated('frictionless');
    const wrong = [
      { ...orderFrom(start, authentication), amount: minor(99_999) },
      { ...orderFrom(start, authentication), orderId: orderOf().orderId },
      orderFrom(start, { ...authentication, cavv: 'other' }),
      orderFrom(start, { ...authentication, md: `${authentication.md}x` }),
    ];
    for (const order of wrong) expect((await pos.provision(account, order, soon())).kind).toBe('unknown');
    expect(await pos.inquire(account, start.order, soon())).toMatchObject({ kind: 'no-record' });
  });

  test('happens once: the same authentication again is unknown, and the order stays as it is', async () => {
    const { start, authentication } = await authenticated('frictionless', { type: 'pre-authorisation' });
    const order = orderFrom(start, authentication);
    expect((await pos.provision(account, order, soon())).kind).toBe('approved');
    expect((await pos.provision(account, order, soon())).kind).toBe('unknown');
    expect(await pos.inquire(account, start.order, soon())).toMatchObject({ kind: 'authorised' });
  });
});
