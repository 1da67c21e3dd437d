import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { documentedOperations } from '../../infra/docs/operations.ts';
import { stepsOf } from '../../infra/docs/result-codes.ts';
import { functionDefinitions } from '../../infra/functions/all-functions.ts';
import { folderOfFunction } from '../../infra/functions/function-folders.ts';
import { CARD_WITHOUT_VIRTUAL_POS } from '../../shared/nestpay/test-card-numbers.ts';
import { testCard, testCards } from '../../shared/nestpay/test-cards.ts';
import { PATIENCE_MS } from '../support/app/patience.ts';
import { openPage, passingForm, payThroughBank, postForm } from '../support/payment/payer.ts';
import { codeOfReadme, executedBlocks, projectFolder, readme } from './readme.ts';
import { validatorOf } from './schemas.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'payment-links-readme-'));
let service: ChildProcess | undefined;

/** Runs the command of `npm start` on any free port, and waits for it. */
const startService = async (): Promise<void> => {
  const parameters = ['--import', './infra/local/require-node.mjs', 'infra/local/start.ts'];
  const environment = { ...process.env, PORT: '0', DATA_DIR: dataDir };
  const child = spawn(process.execPath, parameters, { cwd: projectFolder, env: environment, stdio: 'pipe' });
  service = child;
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      output += chunk.toString();
      if (/^ready /m.test(output)) resolve();
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('exit', () => reject(new Error(`The service ended: ${output}`)));
  });
};

afterAll(async () => {
  const child = service;
  if (child?.exitCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

describe('The shell examples of the README and its guides', () => {
  let outputs: readonly string[] = [];

  beforeAll(async () => {
    await startService();
    const script = executedBlocks.map((block) => `${block}\nprintf '\\n@@@\\n'`).join('\n');
    const env = { ...process.env, DATA_DIR: dataDir };
    const options = { cwd: projectFolder, env, timeout: 4 * PATIENCE_MS, maxBuffer: 4 * 1024 * 1024 };
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], options);
    outputs = stdout.split('\n@@@\n').slice(0, -1);
  });

  test.each([
    [0, 'CreateUserPosPaymentSuccess'],
    [1, 'GetSaleSuccess'],
    [2, 'GetCustomerSuccess'],
    [3, 'CreateUserPosLinkSuccess'],
    [4, 'GetUserPosLinkSuccess'],
    [5, 'DoDirectPaymentMarketPlaceSuccess'],
    [6, 'DoDirectPaymentMarketPlaceSuccess'],
    [7, 'DoDirectPaymentMarketPlaceSuccess'],
  ])('example %i works as pasted and gets an answer of the schema %s', (index, schema) => {
    const answer: unknown = JSON.parse(outputs[index] ?? '');
    expect(answer).toMatchObject({ ResultCode: 'Success' });
    expect(validatorOf(schema).safeParse(answer).error?.issues).toBeUndefined();
  });

  test('the link of the first example is paid, and the demo shop verifies its result as the README says', async () => {
    const { Data } = z
      .object({ Data: z.object({ Url: z.url(), CodeForHash: z.string() }) })
      .parse(JSON.parse(outputs[0] ?? ''));
    const page = await openPage(Data.Url);
    expect(page.text).toContain('27.50');
    expect(readme).toContain(`pay with the card \`${testCard('frictionless').number}\``);
    const arrived = await postForm(passingForm(await payThroughBank(page, 'frictionless')));
    expect([new URL(arrived.address).pathname, arrived.text]).toEqual([
      '/shop/result',
      expect.stringContaining('A result has arrived'),
    ]);
    const [form] = arrived.forms;
    const verified = form && (await postForm(form, { codeForHash: Data.CodeForHash }));
    expect(verified?.text).toMatch(/Paid The hash proves .* T fits\./);
    expect(verified?.text).toContain(Data.CodeForHash);
  });

  test('the direct payments are answered as shown: charged, declined, and charged by token', () => {
    const shown = [...readme.matchAll(/^```json\n(\{"Data":\{"IsSuccessful".*?)\n```$/gms)].map(
      ([, text = '']) => JSON.parse(text) as unknown,
    );
    const answered = outputs
      .slice(5, 8)
      .map((output) => JSON.parse(output.replace(/ORDER-[\w-]+/, 'ORDER-…')) as unknown);
    expect(shown).toHaveLength(2);
    expect(answered).toEqual([...shown, shown[0]]);
  });

  test('the commands of operators work as pasted', () => {
    expect(outputs[12]).toContain('Usage: npm run operator -- <command>');
    expect(outputs[12]).toContain('put-dealer: ');
    expect(outputs[12]).toContain('"dealerCode": "1001"');
    expect(outputs[12]).toContain('"paymentRequests": [');
    expect(outputs[12]).toContain('"state": "declined"');
    expect(outputs).toHaveLength(13);
  });

  test('a pre-authorisation is captured and refunded in part, and pooled money approved, as the README says', () => {
    const answers = (outputs[8] ?? '').trim().split('\n');
    const paid = 'DoDirectPaymentMarketPlace';
    const names = [paid, 'DoCapture', 'DoCreateRefundRequest', paid, 'DoApprovePoolPayment'];
    expect(answers).toHaveLength(names.length);
    for (const [index, name] of names.entries()) {
      const answer: unknown = JSON.parse(answers[index] ?? '');
      expect(answer).toMatchObject({ ResultCode: 'Success', Data: { IsSuccessful: true } });
      expect(validatorOf(`${name}Success`).safeParse(answer).error?.issues).toBeUndefined();
    }
  });

  test('a recurring sale is added, plans its first charge, and is deleted, as the guide says', () => {
    const [sale, plans, deleted] = (outputs[11] ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(validatorOf('AddSaleSuccess').safeParse(sale).error?.issues).toBeUndefined();
    expect(plans).toMatchObject({
      Data: { PaymentPlanList: [{ PaymentDate: '20300101', Amount: 27.5, PlanStatus: 0 }] },
    });
    expect(deleted).toMatchObject({ ResultCode: 'Success', Data: true });
  });

  test('the day end, the payment with its ledger and the check of the ledger are shown as the README says', () => {
    const [closed, payment, checked] = (outputs[9] ?? '')
      .trim()
      .split(/(?<=^\})\n/m)
      .map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(closed).toMatchObject({ applied: true, merchant: '190100064' });
    expect(payment).toMatchObject({
      attempts: [{ type: 'pre-authorisation', ledger: { charged: 20, balances: { payer: -20 } } }],
      steps: [
        { kind: 'refund', amount: 5, postings: expect.arrayContaining([{ account: 'payer', amount: 5 }]) as unknown },
        { kind: 'capture', state: 'done', amount: 20 },
      ],
    });
    expect(checked).toMatchObject({ agrees: true, dealers: [{ dealerCode: '1001', disagreements: [] }] });
  });

  test('a link reaches the inbox, is paid from there, and its webhook is found genuine by the program shown', () => {
    const lines = (outputs[10] ?? '').trim().split('\n');
    const created = z
      .object({ Data: z.object({ UserPosPaymentId: z.int(), Url: z.url() }) })
      .parse(JSON.parse(lines[0] ?? ''));
    const { Url, UserPosPaymentId } = created.Data;
    expect(lines[1]).toMatch(/^Demo Store: 27,50 TL .*http\S+$/);
    expect(lines[1]?.endsWith(` ${Url}`)).toBe(true);
    // The event may come before the payer's answer does.
    expect(lines.slice(2)).toContain('303');
    const [printed = ''] = lines.filter((line) => line !== '303').slice(2);
    expect(printed).toMatch(/^genuine \{/);
    expect(JSON.parse(printed.slice('genuine '.length))).toMatchObject({
      type: 'link.paid',
      data: { Link: { UserPosPaymentId, State: 'paid' }, Payment: { Amount: 27.5, State: 'approved' } },
    });
  });
});

/** Matches of a pattern in the code parts of the README. */
const inCode = (pattern: RegExp): string[] =>
  codeOfReadme.flatMap((code) => [...code.matchAll(pattern)].map((match) => match[1] ?? ''));

describe('The README and its guides', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')));

  test('names scripts of package.json only, and every one of them', () => {
    const named = [...inCode(/\bnpm run (?:--silent )?([a-z:-]+)/g), ...inCode(/\bnpm (start|test)\b/g)];
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(scripts).toSorted());
  });

  test('names files and folders that exist only', () => {
    const places = inCode(/(?<![\w/.:-])((?:functions|shared|infra|test)\/[\w./-]*|[\w-]+\.(?:json|ts|md))(?![\w*])/g);
    expect(places.length).toBeGreaterThan(5);
    // Files in every folder of functions, and files that the service writes.
    const known = ['contract.ts', 'handler.ts', 'docs/', 'demo-dealer.json'];
    const missing = places.filter((place) => !known.includes(place) && !existsSync(join(projectFolder, place)));
    expect(missing).toEqual([]);
    for (const { contract } of documentedOperations) {
      for (const name of ['contract.ts', 'handler.ts', 'docs/examples.ts']) {
        expect(existsSync(join(projectFolder, folderOfFunction(contract.name) ?? '', name))).toBe(true);
      }
    }
  });

  test('names commands of operators that exist only, and every one that does more than show a record', async () => {
    const parameters = ['infra/operator/operator.ts', '--help'];
    const { stdout } = await promisify(execFile)(process.execPath, parameters, { cwd: projectFolder });
    const named = inCode(
      /(?<![\w-])((?:put|try|onboard|preview|show|list|find|issue|revoke|cancel|import|export|pause|resume|reencrypt|close|check|approve|undo|redrive|rotate|create(?=-link)|deactivate|test|resend|remove|make|record(?=-differences)|set-up|adopt|decide|compare(?=-settlement))-[a-z-]*[a-z])(?![\w-])/g,
    );
    expect(named.length).toBeGreaterThan(8);
    // Settings name functions too.
    const functions = functionDefinitions.map(({ name }) => name);
    expect(named.filter((name) => !stdout.includes(`  ${name} `) && !functions.includes(name))).toEqual([]);
    const every = [...stdout.matchAll(/^ {2}([a-z]+-[a-z-]+) /gm)].map(([, name = '']) => name);
    // A show- command is described together with the put- of its record.
    expect(every.filter((name) => !name.startsWith('show-') && !named.includes(name))).toEqual([]);
    for (const option of ['--stage', '--id']) expect(stdout).toContain(option);
  });

  test('names environment variables that the runner reads', () => {
    const [settings, engine] = ['infra/local/start-settings.ts', 'infra/local/engine.ts'].map((name) =>
      readFileSync(join(projectFolder, name), 'utf8'),
    );
    const variables = [...readme.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name);
    expect(variables).toEqual(['PORT', 'DATA_DIR', 'ENGINE', 'CLOCK', 'LOG']);
    for (const variable of variables) expect(`${settings}${engine}`).toContain(`env.${variable}`);
  });

  test('tells one order of refusals, in which every operation finds its steps one behind the other', () => {
    const told = /\*\*Order of refusals\.\*\*(.+?)\./s.exec(readme)?.[1]?.replaceAll(/\s+/g, ' ').trim() ?? '';
    const order = told.toLowerCase().split('; ');
    const all = documentedOperations.map((operation) => stepsOf(operation).map(({ step }) => step.toLowerCase()));
    for (const steps of all) {
      const places = steps.map((step) => order.findIndex((place) => place.includes(step)));
      expect(places).not.toContain(-1);
      expect(places).toEqual([...new Set(places)].toSorted((one, other) => one - other));
    }
    expect(order.filter((place) => !all.flat().some((step) => place.includes(step)))).toEqual([]);
  });

  test('says what a direct payment without a code risks, and what the codes of our own ask for', () => {
    const text = readme.replaceAll(/\s+/g, ' ');
    expect(text).toContain('blank OtherTrxCode has no protection against a double charge');
    const { codes } =
      documentedOperations.find(({ contract }) => contract.name === 'make-direct-payment')?.contract ?? {};
    for (const own of ['OutcomeUnknown', 'StillRunning', 'OtherTrxCodeAlreadyUsed']) {
      expect(text).toContain(`\`${own}\``);
      expect(codes).toHaveProperty(own);
    }
  });

  test('lists every test card', () => {
    const numbers = [CARD_WITHOUT_VIRTUAL_POS, ...testCards.map(({ number }) => number)];
    expect(numbers.filter((number) => !readme.includes(`\`${number}\``))).toEqual([]);
  });
});
