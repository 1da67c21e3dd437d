import { describe, expect, test } from 'vitest';
import type { BankSimulatorDependencies } from '../../../../../functions/sandbox/bank-simulator/dependencies.ts';
import { enterGate } from '../../../../../functions/sandbox/bank-simulator/garanti/gate.ts';
import type { FormField } from '../../../../../shared/domain/form-field.ts';
import { formHash } from '../../../../../shared/garanti/hashes.ts';
import { sandboxTerminal } from '../../../../../shared/garanti/sandbox-merchant.ts';
import { testCards } from '../../../../../shared/nestpay/test-cards.ts';
import type { BankChallenge } from '../../../../../shared/ports/bank-ledger.ts';
import { FakeClock } from '../../../../fakes/clock.ts';

const NUMBER = '4111111111111111';
const terminal = sandboxTerminal('123456789') ?? expect.unreachable();
const FORM = {
  secure3dsecuritylevel: '3D',
  mode: 'TEST',
  apiversion: '512',
  terminalprovuserid: terminal.provisionUser,
  terminaluserid: 'shop',
  terminalmerchantid: terminal.merchantId,
  terminalid: terminal.terminalId,
  txntype: 'sales',
  txnamount: '10025',
  txncurrencycode: '949',
  txninstallmentcount: '3',
  orderid: 'ORDER-1',
  successurl: 'https://shop.example/ok',
  errorurl: 'https://shop.example/fail',
  customeripaddress: '203.0.113.7',
  lang: 'tr',
  cardnumber: NUMBER,
  cardexpiredatemonth: '12',
  cardexpiredateyear: '30',
  cardcvv2: '123',
};

/** The answer of the gate to a form that is signed, and what the bank keeps of it. */
const entered = async (changes: Readonly<Record<string, string>> = {}, more: readonly FormField[] = []) => {
  const opened: BankChallenge[] = [];
  const deps = {
    ledger: { open: async (challenge: BankChallenge) => void opened.push(challenge) },
    terminalOf: (id: string) => (id === terminal.terminalId ? terminal : undefined),
    clock: new FakeClock(Date.UTC(2026, 10, 26)),
    random: { digits: (count: number) => '1'.repeat(count), token: () => 'token' },
  } as unknown as BankSimulatorDependencies;
  const form = { ...FORM, ...changes };
  const { terminalId, provisionPassword: password, storeKey } = terminal;
  const hash = formHash({ terminalId, password, storeKey }, new Map(Object.entries(form)));
  const answer = await enterGate(deps, [...Object.entries({ secure3dhash: hash, ...form }), ...more]);
  return { answer, opened, refused: 'refused' in answer ? answer.refused : undefined };
};

describe('Garanti’s gate', () => {
  test('opens an authentication of what the form says, and keeps nothing of the card but its mask (rule 22)', async () => {
    const { answer, opened } = await entered({}, [['cardholder', NUMBER]]);
    const [challenge] = opened;
    expect(answer).toEqual({ challenge, number: NUMBER });
    expect(challenge).toMatchObject({
      kind: 'garanti',
      reference: 'token',
      version: 1,
      clientId: terminal.terminalId,
      orderId: 'ORDER-1',
      amount: 10_025,
      currency: 'TL',
      type: 'Auth',
      maskedNumber: '411111******1111',
      oneTimeCode: '111111',
      wrongCodes: 0,
      state: 'open',
      mdStatus: '',
      md: '',
    });
    expect(challenge).not.toHaveProperty('gateError');
    expect(JSON.stringify(opened)).not.toContain(NUMBER);
    const echoed = Object.fromEntries(Object.entries(FORM).filter(([name]) => !name.startsWith('card')));
    expect(Object.fromEntries(challenge?.echoes ?? [])).toEqual({ ...echoed, secure3dhash: expect.any(String) });
  });

  test.each([
    [{ txntype: 'preauth' }, { type: 'PreAuth' }],
    [{ txncurrencycode: '978' }, { currency: 'EUR' }],
    [{ txninstallmentcount: '' }, { amount: 10_025 }],
    [{ mode: 'PROD' }, { state: 'open' }],
    [{ cardnumber: '4242424242424242' }, { state: 'answered', mdStatus: '8' }],
  ])('takes a form with %j', async (changes, kept) => expect((await entered(changes)).opened).toMatchObject([kept]));

  test.each([
    [{ secure3dhash: 'WRONG' }, 'secure3dhash is wrong'],
    [{ terminalid: '1' }, 'terminalid is not known'],
    [{ terminalmerchantid: '1' }, 'terminalid is not known'],
    [{ terminalprovuserid: 'PROVOOS' }, 'terminalprovuserid'],
    [{ successurl: 'javascript:alert(1)' }, 'successurl or errorurl'],
    [{ errorurl: 'shop.example' }, 'successurl or errorurl'],
    [{ lang: 'x'.repeat(1001) }, 'a field is too long'],
    [{ secure3dsecuritylevel: 'OOS' }, 'secure3dsecuritylevel or apiversion'],
    [{ apiversion: '511' }, 'secure3dsecuritylevel or apiversion'],
    [{ mode: 'LIVE' }, 'mode'],
    [{ terminaluserid: '' }, 'terminaluserid or customeripaddress'],
    [{ customeripaddress: '' }, 'terminaluserid or customeripaddress'],
    [{ txntype: 'void' }, 'txntype is not known'],
    [{ txnamount: '100.25' }, 'txnamount'],
    [{ txncurrencycode: '000' }, 'txncurrencycode'],
    [{ txninstallmentcount: '1' }, 'txninstallmentcount'],
    [{ orderid: 'ORDER 1' }, 'orderid'],
  ])('refuses a form with %j, and opens nothing: %s', async (changes, why) => {
    const { refused, opened } = await entered(changes);
    expect([refused, opened]).toEqual([why, []]);
  });

  test('refuses a form with a repeated field: it could be signed by one of them and read by the other', async () => {
    expect((await entered({}, [['txnamount', '1']])).refused).toBe('a field is repeated');
    expect((await entered({ lang: 'x'.repeat(1000) })).refused).toBeUndefined();
  });

  test.each([
    [{ cardnumber: '4111111111111112' }, '92'],
    [{ cardexpiredateyear: '25' }, '99'],
    [{ cardcvv2: '12' }, '99'],
  ])('answers a card that it refuses at once, with a code of its own: %j, %s', async (changes, gateError) => {
    expect((await entered(changes)).opened).toMatchObject([{ gateError, state: 'answered', mdStatus: '' }]);
  });

  test('refuses the cards that stand for that, one of them without a signature', async () => {
    const refusing = testCards.filter(
      ({ garantiNumber, gateError, garanti }) =>
        garantiNumber !== undefined && (gateError !== undefined || garanti === 'gate-refuses-unsigned'),
    );
    expect(refusing.length).toBeGreaterThan(0);
    for (const { garantiNumber = '', gateError, garanti } of refusing) {
      const code = garanti === 'gate-refuses-unsigned' ? 'unsigned' : gateError === 'HPP-1001' ? '92' : '99';
      expect((await entered({ cardnumber: garantiNumber })).opened).toMatchObject([
        { gateError: code, state: 'answered' },
      ]);
    }
  });
});
