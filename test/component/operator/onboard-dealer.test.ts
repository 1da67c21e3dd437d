import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { describeCommand } from '../../../functions/operator/operate/help-text.ts';
import { onboardDealer } from '../../../infra/operator/onboard-file.ts';
import { runOperator, runPasted } from '../../support/operator/command-line.ts';
import { newDealerCode, newOperator, operatedDealer } from '../../support/operator/operators.ts';
import { openPage, payWith, reportOn } from '../../support/payment/payer.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'payment-links-onboard-'));
const file = join(dataDir, 'dealer.json');
type Row = Readonly<Record<string, unknown>>;

beforeAll(() => {
  const { endpoint, operateFunctionName: functionName } = inject('stack');
  writeFileSync(join(dataDir, 'operator-endpoint.json'), JSON.stringify({ endpoint, functionName, stage: 'local' }));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

interface Printed {
  readonly steps: readonly { readonly record: string; readonly did: string; readonly changed?: unknown }[];
  readonly account?: { readonly DealerCode: string; readonly Username: string; readonly Password: string };
  readonly webhookSecrets?: readonly Row[];
  readonly testLink?: {
    readonly url?: string;
    readonly codeForHash?: string;
    readonly state?: string;
    readonly qr?: string;
    readonly none?: string;
  };
}

/** A run of the command with a file of this content. */
const onboard = async (content: Row, ...args: readonly string[]) => {
  writeFileSync(file, JSON.stringify(content));
  const ran = await runOperator(['onboard-dealer', '--file', file, ...args], { dataDir });
  return { ...ran, printed: (ran.stdout === '' ? { steps: [] } : JSON.parse(ran.stdout)) as Printed };
};

const newFile = () => {
  const dealerCode = newDealerCode();
  const id = 10_000 + (randomBytes(4).readUInt32BE() % 80_000);
  const { dealer, virtualPos, definitions } = onboardDealer.example;
  return {
    dealerCode,
    dealer: { ...dealer, topDealerRates: { '1': 1.2 } },
    subDealers: [{ subDealerId: 7, name: 'Branch', rates: { '1': 2.5 } }],
    virtualPos: [
      { ...virtualPos[0], attemptedThreeDAllowed: true },
      {
        ...virtualPos[0],
        posId: 'akbank',
        bankCode: '46',
        isDefault: false,
        gateway: 'http://127.0.0.1:9',
        apiUser: 'api',
        apiPassword: 'geheim-1',
        storeKey: 'geheim-2',
      },
    ],
    definitions: [{ ...definitions[0], dealerCustomerTypeId: id, threeDMandatory: false }],
    webhooks: [{ endpointId: 'shop', url: 'http://127.0.0.1:9000/webhooks', eventTypes: ['link.paid'] }],
  };
};

const didOf = ({ steps }: Printed) => steps.map(({ did }) => did);

test('one file makes a dealer that takes a payment; again it is already so, and a changed file changes what differs', async () => {
  const content = newFile();
  const { dealerCode } = content;
  const first = await onboard(content);
  expect(first).toMatchObject({ code: 0, printed: { stage: 'local' } });
  expect(first.printed.steps.map(({ record }) => record.split(' ')[0])).toEqual([
    'dealer',
    'sub-dealer',
    'virtual',
    'virtual',
    'definition',
    'webhook',
    'credential',
  ]);
  expect(new Set(didOf(first.printed))).toEqual(new Set(['created']));
  expect(first.printed.account).toMatchObject({ DealerCode: dealerCode, Username: 'apiuser' });
  expect(first.printed.webhookSecrets).toMatchObject([
    { endpointId: 'shop', secret: expect.stringMatching(/^whsec_/) },
  ]);
  expect(first.printed.testLink).toEqual({ url: expect.any(String), codeForHash: expect.any(String) });
  const paid = await payWith(await openPage(first.printed.testLink?.url ?? ''), 'approved', { threeD: '0' });
  const { to, fields } = reportOn(paid);
  expect(to).toBe(`${inject('stack').baseUrl}/shop/result`);
  const hash = createHash('sha256').update(`${first.printed.testLink?.codeForHash}T`, 'utf8').digest('hex');
  expect(fields).toMatchObject({ resultCode: '', hashValue: hash });

  const again = await onboard(content);
  expect(new Set(didOf(again.printed))).toEqual(new Set(['already so']));
  expect(again.printed).toMatchObject({ testLink: { state: 'paid' } });
  expect(again.printed.account).toBeUndefined();

  const [isbank, akbank] = content.virtualPos;
  const changed = {
    ...content,
    dealer: { ...content.dealer, name: 'Renamed' },
    virtualPos: [isbank, { ...akbank, storeKey: 'geheim-3' }],
  };
  const tried = await onboard(changed, '--dry-run');
  expect(didOf(tried.printed).filter((did) => did !== 'already so')).toEqual(['would be changed', 'would be changed']);
  const third = await onboard(changed);
  expect(third.printed.steps.filter(({ did }) => did === 'changed')).toMatchObject([
    { record: `dealer ${dealerCode}`, changed: ['name'] },
    { record: 'virtual POS akbank', version: 2, changed: ['storeKey'] },
  ]);
  expect(JSON.stringify([first, again, tried, third])).not.toContain('geheim');
});

test('a refused step names its place in the file; what was done stays, and the mended file goes on', async () => {
  const content = newFile();
  const other = await operatedDealer();
  const { definitions } = newFile();
  await other.done('put-definition', { dealerCode: other.dealerCode, ...definitions[0] });
  const broken = await onboard({ ...content, definitions });
  expect(broken.code).toBe(1);
  expect(JSON.parse(broken.stderr)).toMatchObject({
    error: { code: 'NotPossible', field: 'definitions.0.dealerCustomerTypeId' },
  });
  expect(didOf(broken.printed)).toEqual(['created', 'created', 'created', 'created']);
  const mended = await onboard(content, 'testLink=false');
  expect(didOf(mended.printed)).toEqual([...Array<string>(4).fill('already so'), 'created', 'created', 'created']);
  expect(mended.printed.testLink).toBeUndefined();
});

test.each([
  ['an unknown field', { dealer: { ...onboardDealer.example.dealer, nmae: 'x' } }, 'dealer.nmae'],
  ['a wrong value', { virtualPos: [{ posId: 'a', rates: { '13': 1 } }] }, 'virtualPos.0.rates.13'],
  ['a version', { dealer: { ...onboardDealer.example.dealer, version: 1 } }, 'dealer.version'],
])('%s is refused before anything is done', async (_title, change, field) => {
  const content = { ...newFile(), ...change };
  const { code, stdout, stderr } = await onboard(content);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'InvalidInput', field } });
  const shown = await newOperator().run('show-dealer', { dealerCode: content.dealerCode });
  expect(shown).toMatchObject({ ok: false, error: { code: 'NotFound' } });
});

test('--dry-run of a new dealer says what it would make, and makes nothing', async () => {
  const content = newFile();
  const { code, printed } = await onboard(content, '--dry-run');
  expect({ code, did: new Set(didOf(printed)) }).toEqual({ code: 0, did: new Set(['would be created']) });
  expect(printed).not.toHaveProperty('testLink');
  const shown = await newOperator().run('show-dealer', { dealerCode: content.dealerCode });
  expect(shown).toMatchObject({ ok: false, error: { code: 'NotFound' } });
});

test('its virtual POS are not taken as name=value, and the example of its help works as pasted', async () => {
  const typed = await runOperator(['onboard-dealer', 'virtualPos=[{"storeKey":"geheim"}]'], { dataDir });
  expect(typed).toMatchObject({ code: 2, stderr: expect.stringContaining('virtualPos is a secret') });
  const example = /\n {2}(echo '.*)$/.exec(describeCommand(onboardDealer))?.[1] ?? '';
  const { code, stdout } = await runPasted(example, { dataDir });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ dealerCode: '3001', testLink: expect.anything() });
});
