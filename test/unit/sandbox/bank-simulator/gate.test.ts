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

/** What the bank keeps of a form that its gate took. */
const keptOf = async (fields: readonly FormField[]): Promise<BankChallenge> => {
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
    merchantOf: (clientId) => ({ clientId, apiUser: '', apiPassword: '', storeKey: STORE_KEY }),
    hashOf: hashVer3,
    readXml: unasked,
    writeXml: unasked,
    random: { digits: (count) => '1'.repeat(count), token: () => 'token' },
    hold: unasked,
    delay: unasked,
  };
  expect(await enterGate(deps, [...fields, ['hash', hashVer3(fields, STORE_KEY)]])).not.toHaveProperty('refused');
  const [challenge] = opened;
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
