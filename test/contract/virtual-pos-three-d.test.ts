import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dynamoBankLedger } from '../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import { minor } from '../../shared/domain/money/money.ts';
import { testCards } from '../../shared/nestpay/test-cards.ts';
import type { PosAccount } from '../../shared/ports/bank-gateway.ts';
import type { Authentication3D, ThreeDForm, ThreeDStart } from '../../shared/ports/three-d-gate.ts';
import { stackOfTests } from '../support/app/stack-of-tests.ts';
import { gateForm, orderOf, sandboxBank, soon } from '../support/bank/bank-calls.ts';
import { type BankPage, callbackOn, decideOn, postForm, shownCode } from '../support/bank/bank-payer.ts';
import { startBank, type TestBank } from '../support/bank/bank-server.ts';
import { gateways, type TestGateway } from '../support/bank/gateways.ts';
import { engineTable } from '../support/store/store.ts';

const ledger = dynamoBankLedger(engineTable(stackOfTests()));
const pos = sandboxBank();
let bank: TestBank;

beforeAll(async () => {
  bank = await startBank(ledger);
});
afterAll(async () => {
  pos.close();
  await bank.stop();
});

/** Numbers of the cards that the bank's page lists, which are those of its own kind. */
const listedBy = ({ kind }: TestGateway): readonly string[] =>
  testCards.flatMap(({ number, garantiNumber, garanti }) => {
    if (kind === 'garanti') return garantiNumber ?? [];
    return garanti === undefined ? number : [];
  });

/** Where a gate refuses a form: what the callback tells, and the verdict. NestPay's has no mdStatus, and an error code. */
const REFUSED_FORMS: Readonly<Record<TestGateway['kind'], readonly (readonly [string, object, object])[]>> = {
  nestpay: [
    ['gate-refuses-number', { Response: 'Error', ErrorCode: 'HPP-1001' }, { kind: 'failed', code: '003' }],
    ['gate-refuses', { Response: 'Error', ErrorCode: 'HPP-1999' }, { kind: 'failed', code: '025' }],
  ],
  garanti: [
    ['gate-refuses-number', { response: 'Error', procreturncode: '92', mdstatus: '' }, { kind: 'failed', code: '025' }],
    [
      'gate-refuses',
      { response: 'Error', procreturncode: '99', mdstatus: '7' },
      { kind: 'failed', code: '025', mdStatus: 7 },
    ],
    ['garanti-gate-refuses-unsigned', { mdstatus: '7' }, { kind: 'refused', reason: 'hash' }],
  ],
};

const REAL_FIELDS: Readonly<Record<TestGateway['kind'], (account: PosAccount) => object>> = {
  nestpay: (account) => ({
    clientid: 'clientId' in account ? account.clientId : '',
    maskedCreditCard: '4111 11** **** 1111',
    MaskedPan: '411111***1111',
    txstatus: 'Y',
    version: '2.0',
    encoding: 'UTF-8',
    eci: '05',
    md: expect.stringMatching(/^411111:[^:]+:[0-9]{4}:##[0-9]+$/),
    xid: expect.stringMatching(/^[A-Za-z0-9+/]{27}=$/),
    cavv: expect.stringMatching(/^[A-Za-z0-9+/]{27}=$/),
  }),
  garanti: (account) => ({
    clientid: 'terminalId' in account ? account.terminalId : '',
    MaskedPan: '400062****0007',
    txnstatus: 'Y',
    mdstatus: '1',
    authcode: '',
    procreturncode: '',
    response: '',
    eci: '05',
    md: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
    xid: expect.stringMatching(/^[A-Za-z0-9+/]{27}=$/),
    cavv: expect.stringMatching(/^[A-Za-z0-9+/]{27}=$/),
    hashparams: 'clientid:oid:authcode:procreturncode:response:mdstatus:cavv:eci:md:rnd:',
  }),
};

describe.each(gateways)('3D, at $kind', (gateway) => {
  const { cardOf, startOf } = gateway;
  const maskOf = (number: string): string => `${number.slice(0, 6)}******${number.slice(-4)}`;
  let account: PosAccount;
  beforeAll(() => {
    account = gateway.accountAt(bank.gateway);
  });

  const enter = async (start: ThreeDStart): Promise<BankPage> => postForm(await gateForm(pos, account, start));
  const verdictOn = (start: ThreeDStart, { fields }: ThreeDForm, of: PosAccount = account) =>
    pos.verifyCallback(of, start, fields, soon());
  const orderFrom = (start: ThreeDStart, authentication: Authentication3D) => ({
    ...start.order,
    authentication,
    payerAddress: '203.0.113.7',
  });

  const authenticate = async (cardId: string, changes = {}, of: PosAccount = account) => {
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
      expect(english.markup).toContain(maskOf(startOf('approved').card.number));
      expect(english.markup).toContain('<html lang="en">');
      for (const number of listedBy(gateway)) expect(english.markup).toContain(`>${number}</dt>`);
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
      expect((await fetch(`${bank.gateway}${gateway.challenges}nobody`)).status).toBe(404);
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

    test.each(REFUSED_FORMS[gateway.kind])(
      '%s refuses the form itself: %j, and the verdict %j',
      async (id, told, expected) => {
        const { start, callback, verdict } = await authenticate(id);
        const fields = Object.fromEntries(callback.fields);
        expect(callback.action).toBe(start.failUrl);
        expect(fields).toMatchObject(told);
        if (gateway.kind === 'nestpay') expect(fields).not.toHaveProperty('mdStatus');
        expect(verdict).toEqual(expected);
      },
    );

    test.each([
      ['a number that fails its check digit', { number: '4111111111111112' }, 'HPP-1001', '92'],
      ['an expiry in the past', { expiryMonth: '01', expiryYear: '2020' }, 'HPP-1901', '99'],
      ['an expiry that is none', { expiryMonth: '13' }, 'HPP-1901', '99'],
      ['a CVC of two digits', { cvc: '12' }, 'HPP-1902', '99'],
    ])('refuses %s by a signed callback', async (_what, changes, error, returnCode) => {
      const start = { ...startOf('approved'), card: { ...cardOf('approved'), ...changes } };
      const callback = callbackOn(await postForm(gateway.formOf(account, start)));
      const told = gateway.kind === 'nestpay' ? ['ErrorCode', error] : ['procreturncode', returnCode];
      expect(callback.fields).toContainEqual(told);
      expect(await verdictOn(start, callback)).toMatchObject({ kind: 'failed' });
    });

    test('comes back with the fields of real gates, and with neither number, expiry nor CVC', async () => {
      const start = startOf('approved');
      const challenge = await enter(start);
      const { fields } = callbackOn(await decideOn(challenge, 'approve', shownCode(challenge)));
      const posted = new Map(fields);
      expect(Object.fromEntries(posted)).toMatchObject(REAL_FIELDS[gateway.kind](account));
      expect(fields.filter(([name]) => /^(?:pan|cv2|Ecom_|card)/i.test(name))).toEqual([]);
      expect([...posted.values()].filter((value) => value.includes(start.card.number))).toEqual([]);
    });

    test('that failed comes back without proof, and its md charges nothing', async () => {
      const { start, callback } = await authenticate('3d-failed');
      const posted = new Map(callback.fields);
      const status = posted.get(gateway.kind === 'nestpay' ? 'txstatus' : 'txnstatus');
      expect([status, posted.get('eci') ?? '', posted.get('cavv') ?? '']).toEqual(['N', '', '']);
      const [md = '', xid = ''] = [posted.get('md'), posted.get('xid')];
      expect([md.length > 20, xid.length]).toEqual([true, 28]);
      const answer = await pos.provision(account, orderFrom(start, { md, xid, eci: '', cavv: '' }), soon());
      expect(answer.kind).toBe('unknown');
      expect(await pos.inquire(account, start.order, soon())).toMatchObject({ kind: 'no-record' });
    });

    test.each(['3d-not-enrolled', '3d-issuer-not-enrolled', '3d-attempted'])(
      '%s is charged where the virtual POS allows attempts (rule 20)',
      async (id) => {
        const lenient = gateway.accountAt(bank.gateway, { attemptedThreeDAllowed: true });
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
      // Its hash is right, and a border between two signed values is moved.
      ...(gateway.kind === 'garanti' ? [['garanti-moved-boundary', 'unreadable'] as const] : []),
    ] as const)('%s: the callback is refused for its %s', async (id, reason) => {
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
      [
        'a wrong hash',
        (form: ThreeDForm) => form.fields.map(([n, v]) => [n, n === gateway.amountField ? '100' : v] as const),
      ],
      ['a repeated field', (form: ThreeDForm) => [...form.fields, [gateway.amountField.toUpperCase(), '100'] as const]],
    ])('refuses a form with %s', async (_what, change) => {
      const form = await gateForm(pos, account, startOf('approved'));
      const page = await postForm({ ...form, fields: change(form) });
      expect(page.status).toBe(400);
    });

    test('refuses a merchant that it does not know', async () => {
      const form = await gateForm(pos, gateway.asNobody(account), startOf('approved'));
      expect((await postForm(form)).status).toBe(400);
    });

    test('keeps no card number, CVC or expiry in its books (rule 22)', async () => {
      const page = await enter(startOf('approved'));
      const reference = new URL(page.address).pathname.split('/').at(-1) ?? '';
      const books = JSON.stringify(await ledger.findChallenge(reference));
      expect(books).toContain(maskOf(startOf('approved').card.number));
      expect(books).not.toContain(startOf('approved').card.number);
      expect(books).not.toMatch(/"123"|"cv2"|ExpDate|cardnumber|cardcvv2|cardexpire/);
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
    test('with a code beside the table is 024, and unknown at Garanti', async () => {
      const { start, authentication } = await authenticated('unlisted-decline');
      const answer = await pos.provision(account, orderFrom(start, authentication), soon());
      expect(answer).toEqual(
        gateway.kind === 'nestpay'
          ? { kind: 'declined', code: '024', procReturnCode: '93' }
          : { kind: 'unknown', cause: 'error-answer' },
      );
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
});
