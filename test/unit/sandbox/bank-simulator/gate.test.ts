import { expect, test } from 'vitest';
import type { BankSimulatorDependencies } from '../../../../functions/sandbox/bank-simulator/dependencies.ts';
import { enterGate } from '../../../../functions/sandbox/bank-simulator/nestpay/gate.ts';
import { hashVer3 } from '../../../../shared/adapters/nestpay/hash-ver3.ts';
import type { FormField } from '../../../../shared/domain/form-field.ts';
import type { BankChallenge, BankLedger } from '../../../../shared/ports/bank-ledger.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakeLog } from '../../../fakes/log.ts';

const STORE_KEY = 'store-key';
const CARD = '4111111111111111';

const unasked = (): never => expect.unreachable('the gate asks nothing else');

/** What the gate answers to a signed form, and what the bank keeps of it. */
const entered = async (fields: readonly FormField[], hash = hashVer3(fields, STORE_KEY)) => {
  const opened: BankChallenge[] = [];
  const ledger: Pick<BankLedger, 'open'> = {
    open: (challenge) => {
      opened.push(challenge);
      return Promise.resolve();
    },
  };
  const deps: BankSimulatorDependencies = {
    ledger: ledger as BankLedger,
    clock: new FakeClock(Date.UTC(2026, 10, 26)),
    log: new FakeLog(),
    serviceName: 'a test',
    dayEnd: 22 * 60,
    terminalOf: unasked,
    merchantOf: (clientId) =>
      clientId === 'nobody' ? undefined : { clientId, apiUser: '', apiPassword: '', storeKey: STORE_KEY },
    hashOf: hashVer3,
    readXml: unasked,
    writeXml: unasked,
    random: { digits: (count) => '1'.repeat(count), token: () => 'token' },
    hold: unasked,
    delay: unasked,
  };
  return { answer: await enterGate(deps, [...fields, ['hash', hash]]), challenge: opened[0] };
};

/** What the bank keeps of a form that its gate took. */
const keptOf = async (fields: readonly FormField[]): Promise<BankChallenge> => {
  const { answer, challenge } = await entered(fields);
  expect(answer).not.toHaveProperty('refused');
  return challenge ?? expect.unreachable('nothing was kept');
};

const FORM: readonly FormField[] = [
  ['clientid', '100200300'],
  ['storetype', '3d'],
  ['amount', '12.00'],
  ['oid', 'ORDER-1'],
  ['okUrl', 'http://127.0.0.1/ok'],
  ['failUrl', 'http://127.0.0.1/fail'],
  ['rnd', 'abc'],
  ['hashAlgorithm', 'ver3'],
  ['lang', 'tr'],
  ['currency', '949'],
  ['islemtipi', 'Auth'],
  ['taksit', ''],
];
const CARD_FIELDS: readonly FormField[] = [
  ['pan', CARD],
  ['cv2', '000'],
  ['Ecom_Payment_Card_ExpDate_Month', '12'],
  ['Ecom_Payment_Card_ExpDate_Year', '30'],
];

test('the embedded bank echoes the fields that it knows, and keeps no other: a card number under a name of its own neither (rule 22)', async () => {
  const slips: readonly FormField[] = [
    ['pan ', CARD],
    ['pan2', CARD],
    ['cardNumber', CARD],
    ['cv2 ', '000'],
  ];
  const { echoes, maskedNumber } = await keptOf([...FORM, ...CARD_FIELDS, ...slips]);
  expect(echoes).toEqual(FORM);
  expect(maskedNumber).not.toContain(CARD);
  expect(JSON.stringify(echoes)).not.toContain(CARD);
});

const formWith = (changes: Readonly<Record<string, string>>): readonly FormField[] => {
  const fields = [...FORM, ...CARD_FIELDS].filter(([name]) => !(name in changes));
  return [...fields, ...Object.entries(changes)];
};

test.each<readonly [Readonly<Record<string, string>>, string]>([
  [{ firmaadi: 'x'.repeat(1001) }, 'a field is too long'],
  [{ clientid: 'nobody' }, 'clientid is not known'],
  [{ storetype: '3d_pay' }, 'storetype or hashAlgorithm'],
  [{ hashAlgorithm: 'ver2' }, 'storetype or hashAlgorithm'],
  [{ okUrl: 'javascript:alert(1)' }, 'okUrl or failUrl'],
  [{ failUrl: 'shop' }, 'okUrl or failUrl'],
  [{ islemtipi: 'Sale' }, 'islemtipi is not known'],
  [{ islemtipi: '' }, 'islemtipi is not known'],
  [{ amount: '0' }, 'amount'],
  [{ amount: 'x' }, 'amount'],
  [{ currency: '392' }, 'currency'],
  ...['', '.ORDER', 'ORDER.', 'x'.repeat(65)].map((oid) => [{ oid }, 'oid'] as const),
  [{ taksit: 'x' }, 'taksit'],
  [{ taksit: '13' }, 'taksit'],
])('the embedded bank’s gate refuses a form with %j and keeps nothing: %s', async (changes, refused) => {
  const { answer, challenge } = await entered(formWith(changes));
  expect([answer, challenge]).toEqual([{ refused }, undefined]);
});

test('the embedded bank’s gate refuses a form with another hash, and one that repeats a field', async () => {
  expect((await entered(formWith({}), 'hash')).answer).toEqual({ refused: 'hash is wrong' });
  const repeated = formWith({ OKURL: 'http://127.0.0.1/other' });
  expect((await entered(repeated, 'hash')).answer).toEqual({ refused: 'a field is repeated' });
});

test.each<Readonly<Record<string, string>>>([
  { firmaadi: 'x'.repeat(1000) },
  { taksit: '12' },
  { oid: 'x'.repeat(64) },
  { callbackUrl: 'a', encoding: 'b', refreshtime: 'c', email: 'd', tel: 'e', Instalment: 'f' },
])('the embedded bank’s gate takes a form with %j, and echoes that', async (changes) => {
  expect((await keptOf(formWith(changes))).echoes).toEqual(expect.arrayContaining(Object.entries(changes)));
});

test.each([
  ['islemtipi', 'PreAuth'],
  ['TranType', 'PreAuth'],
  ['TranType', 'Auth'],
])('the embedded bank’s gate reads the type in %s: %s', async (name, type) => {
  const fields = formWith({ islemtipi: '' }).filter(([one]) => one !== 'islemtipi');
  const { type: kept, echoes, state, ...challenge } = await keptOf([...fields, [name, type]]);
  expect([kept, state]).toEqual([type, 'open']);
  expect(echoes).toContainEqual([name, type]);
  expect(challenge).not.toHaveProperty('gateError');
  expect(challenge.maskedNumber).toBe('411111******1111');
});
