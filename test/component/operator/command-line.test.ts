import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { putDealer } from '../../../functions/operator/operate/commands/dealer.ts';
import { loadCommands } from '../../../functions/operator/operate/commands.ts';
import { operateFunctionName } from '../../../functions/operator/operate/contract.ts';
import { describeCommand } from '../../../functions/operator/operate/help-text.ts';
import { type DemoDealer, setUpDemoDealer } from '../../../infra/local/demo-dealer.ts';
import { sampleRequests } from '../../../infra/local/front/sample-requests.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoOutbox } from '../../../shared/adapters/dynamodb/outbox/outbox.ts';
import { operationNames } from '../../../shared/domain/dealer/dealer.ts';
import { deliveryModes } from '../../../shared/domain/link/definition.ts';
import { newDelivery } from '../../../shared/domain/outbox/delivery-moves.ts';
import { checkKeyOf } from '../../../shared/http/check-key.ts';
import { PATIENCE_MS } from '../../support/app/patience.ts';
import { prepareSample } from '../../support/dealer/front-samples.ts';
import { type Ran, runOperator, runPasted, runProgram } from '../../support/operator/command-line.ts';
import { viaInvoke } from '../../support/operator/operators.ts';
import { engineTable } from '../../support/store/store.ts';

const projectFolder = fileURLToPath(new URL('../../..', import.meta.url));
const script = 'infra/operator/operator.ts';

/**
 * The commands of the stage's charging pause are tested on a stack of their own, because other tests charge on this
 * one, as those of a restore in its rehearsal. What a link needs that is sent again is made by the test of messages, and
 * another test removes BINs, only its own.
 */
const pastedElsewhere = [
  'help',
  'pause-stage',
  'resume-stage',
  'import-lost-orders',
  'decide-lost-order',
  'resend-link',
  'remove-other-bins',
  'put-canary-account',
];
const commands = await loadCommands({ sandbox: true });
const pastedHere = commands.filter(({ name }) => !pastedElsewhere.includes(name));

interface RunOptions {
  readonly stdin?: string;
  readonly dataDir?: string;
}

const dataDir = mkdtempSync(join(tmpdir(), 'payment-links-operator-'));

const operator = (args: readonly string[], options: RunOptions = {}): Promise<Ran> =>
  runOperator(args, { dataDir, ...options });

/** The command as `npm run operator` starts it. */
const started = (args: readonly string[], environment: Readonly<Record<string, string | undefined>> = {}) =>
  runProgram([process.execPath, script, ...args], { dataDir, environment });

let demo: DemoDealer;

const setUp = (baseUrl: string): Promise<DemoDealer> =>
  setUpDemoDealer({ invokeOperate: viaInvoke(inject('stack')), dataDir, baseUrl });

beforeAll(async () => {
  const { endpoint, operateFunctionName: functionName, baseUrl } = inject('stack');
  writeFileSync(join(dataDir, 'operator-endpoint.json'), JSON.stringify({ endpoint, functionName, stage: 'local' }));
  demo = await setUp(baseUrl);
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** A machine without any setting for AWS. */
const withoutAws = {
  HOME: '/nowhere',
  AWS_REGION: undefined,
  AWS_DEFAULT_REGION: undefined,
  AWS_PROFILE: undefined,
  AWS_ACCESS_KEY_ID: undefined,
  AWS_SECRET_ACCESS_KEY: undefined,
  AWS_CONFIG_FILE: '/nowhere/config',
  AWS_SHARED_CREDENTIALS_FILE: '/nowhere/credentials',
  AWS_EC2_METADATA_DISABLED: 'true',
};

const demoFile = (): DemoDealer => JSON.parse(readFileSync(join(dataDir, 'demo-dealer.json'), 'utf8')) as DemoDealer;

describe('the demo dealers', () => {
  test('are written to a file that only its owner reads, and a second run changes nothing', async () => {
    expect(statSync(join(dataDir, 'demo-dealer.json')).mode & 0o777).toBe(0o600);
    expect(demoFile()).toEqual(demo);
    expect(await setUp(demo.BaseUrl)).toEqual(demo);
    const { stdout } = await operator(['show-dealer', 'dealerCode=1001']);
    expect(JSON.parse(stdout)).toMatchObject({
      // Its definitions that send want events, which made version 2.
      version: 2,
      users: [
        { username: 'apiuser', credentials: [{ credentialId: expect.any(String), newest: true }] },
        { username: 'demo-shop' },
      ],
    });
  });

  test('follow the service to another address, and keep their passwords', async () => {
    const moved = await setUp('http://127.0.0.1:39999');
    expect(moved).toEqual({ ...demo, BaseUrl: 'http://127.0.0.1:39999' });
    const { stdout } = await operator(['show-virtual-pos', 'dealerCode=1001', 'posId=isbank']);
    expect(JSON.parse(stdout)).toMatchObject({ version: 2, gateway: 'http://127.0.0.1:39999' });
    expect(await setUp(demo.BaseUrl)).toEqual(demo);
  });

  test('are set up again where a run crashed before it wrote the file, with a new password', async () => {
    rmSync(join(dataDir, 'demo-dealer.json'));
    const again = await setUp(demo.BaseUrl);
    expect(again.Password).not.toBe(demo.Password);
    const { stdout } = await operator(['show-dealer', 'dealerCode=1001']);
    expect(JSON.parse(stdout)).toMatchObject({
      users: [{ credentials: [{ newest: true }] }, { username: 'demo-shop' }],
    });
    demo = again;
  });

  test('are set up anew where the file stayed and the store is empty', async () => {
    const invoke = viaInvoke(inject('stack'));
    const lost = new Set(['1001']);
    const commandsSeen: unknown[] = [];
    const emptied = async (payload: unknown): Promise<unknown> => {
      const { command, input } = payload as { command: string; input: { dealerCode: string } };
      commandsSeen.push(command);
      if (command === 'show-dealer' && lost.delete(input.dealerCode)) {
        return { ok: false, error: { code: 'NotFound', message: 'not there' } };
      }
      return invoke(payload);
    };
    const again = await setUpDemoDealer({ invokeOperate: emptied, dataDir, baseUrl: demo.BaseUrl });
    expect(again.Password).not.toBe(demo.Password);
    expect(commandsSeen).toContain('put-definition');
    expect(demoFile()).toEqual(again);
    demo = again;
  });

  test('are not touched when their file is damaged, which is told in one sentence', async () => {
    const file = join(dataDir, 'demo-dealer.json');
    const before = readFileSync(file, 'utf8');
    for (const damaged of ['{"DealerCode":', '{}']) {
      writeFileSync(file, damaged);
      await expect(setUp(demo.BaseUrl)).rejects.toThrow(/demo-dealer\.json cannot be read: delete it[^\n]*\.$/);
    }
    writeFileSync(file, before);
  });

  test('have a sample of every operation on the front page, and each succeeds as it stands', async () => {
    const { DealerCode, Username, Password, BaseUrl } = demo;
    const CheckKey = checkKeyOf({ dealerCode: DealerCode, username: Username, password: Password });
    const samples = sampleRequests(demo);
    expect(samples.map(({ operation }) => operation).toSorted()).toEqual([...operationNames].toSorted());
    for (const sample of samples) {
      const send = await prepareSample(BaseUrl, sample, { DealerCode, Username, Password, CheckKey });
      const { operation } = sample;
      const success = { operation, ResultCode: 'Success', ResultMessage: '', waits: false };
      // Only what waits for something else is sent again: a step is done once.
      const answer = await send();
      if (answer.waits) await expect.poll(send, { timeout: PATIENCE_MS }).toEqual(success);
      else expect(answer).toEqual(success);
    }
  });

  test('have a definition for each delivery mode', async () => {
    const invoke = viaInvoke(inject('stack'));
    for (const mode of deliveryModes) {
      const input = { dealerCode: '1001', dealerCustomerTypeId: demo.Definitions[mode] };
      const answer = await invoke({ command: 'show-definition', stage: 'local', input });
      expect(answer).toMatchObject({ ok: true, result: { deliveryMode: mode } });
    }
  });
});

describe('npm run operator', () => {
  test('the script of package.json is this one', () => {
    const { scripts } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(scripts.operator).toBe(`node --import ./infra/local/require-node.mjs ${script}`);
  });

  test('the function has the name that the command works out for a stage', () => {
    expect(inject('stack').operateFunctionName).toBe(operateFunctionName('local'));
  });

  test('--help lists every command', async () => {
    const { code, stdout } = await started(['--help']);
    expect(code).toBe(0);
    for (const { name, summary } of commands) expect(stdout).toContain(`${name} `.padEnd(24) + summary);
  });

  test('a command with --help tells its fields', async () => {
    const { code, stdout } = await operator(['put-dealer', '--help']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${describeCommand(putDealer)}\n` });
  });

  const credentialOfExample = async (): Promise<string> => {
    const issued = await operator(['issue-credential', 'dealerCode=1001', 'username=second-user']);
    return (JSON.parse(issued.stdout) as { credentialId: string }).credentialId;
  };

  test.each(pastedHere.map((command) => [command.name, command] as const))(
    'the help of %s names every field and gives an example that works as pasted',
    async (name, command) => {
      const help = describeCommand(command);
      for (const field of Object.keys(command.fields)) expect(help).toContain(`\n  ${field}  (`);
      const example = /\n {2}(echo '.*)$/.exec(help)?.[1] ?? '';
      expect(example).toContain(JSON.stringify(command.example));
      if (/userPosPaymentId|paymentId/.test(JSON.stringify(command.example))) {
        await linkOfExample();
      }
      const { otherTrxCode } = command.example;
      if (typeof otherTrxCode === 'string' && otherTrxCode.startsWith('to-')) await payOfExample(name, otherTrxCode);
      if (name === 'resend-delivery') await deliveryOfExample(String(command.example.eventId));
      const credentialId = name === 'revoke-credential' ? await credentialOfExample() : '';
      const ran = await runPasted(example.replace(/(?<="credentialId":")[^"]+/, credentialId), { dataDir });
      const isHeaderAlone = command.withoutRows !== undefined && ran.stdout.trim().split('\n').length === 1;
      expect(ran).toMatchObject({ code: 0, stderr: isHeaderAlone ? `${command.withoutRows}\n` : '' });
    },
  );

  test('--dry-run says what a change would do, and changes nothing', async () => {
    const shown = await operator(['show-dealer', 'dealerCode=1001']);
    const { version } = JSON.parse(shown.stdout) as { version: number };
    const ran = await operator(['put-dealer', 'dealerCode=1001', `version=${version}`, 'name=Other', '--dry-run']);
    expect(JSON.parse(ran.stdout)).toMatchObject({ applied: false, dryRun: true, changed: ['name'] });
    expect(JSON.parse((await operator(['show-dealer', 'dealerCode=1001'])).stdout)).toMatchObject({ version });
    const read = await operator(['show-dealer', 'dealerCode=1001', '--dry-run']);
    expect(read).toMatchObject({ code: 2, stderr: expect.stringContaining('--dry-run is for commands that change') });
  });

  test('a refusal is JSON on standard error with exit code 1, and names the command id to repeat', async () => {
    const id = 'b7c2f7a0-6a0b-4f3e-9d53-0c5a8c1f2d11';
    const ran = await operator(['put-dealer', 'dealerCode=1001', 'name=x', '--id', id]);
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(JSON.parse(ran.stderr)).toMatchObject({
      commandId: id,
      error: { code: 'VersionConflict', field: 'version' },
    });
  });

  test.each([
    ['put-dealer', true],
    ['show-dealer', false],
  ])('a call of %s that fails names the command id to repeat: %s', async (command, named) => {
    const broken = mkdtempSync(join(tmpdir(), 'payment-links-operator-broken-'));
    // The address of the API itself: it answers, but not as Lambda does.
    const address = { endpoint: inject('stack').baseUrl, functionName: 'nowhere', stage: 'local' };
    writeFileSync(join(broken, 'operator-endpoint.json'), JSON.stringify(address));
    const ran = await operator([command, 'dealerCode=1001'], { dataDir: broken });
    rmSync(broken, { recursive: true, force: true });
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(JSON.parse(ran.stderr)).toMatchObject({ error: { code: 'Unexpected' } });
    expect(ran.stderr.includes('--id')).toBe(named);
  });

  test('the input comes from a file, with name=value pairs on top', async () => {
    const file = join(dataDir, 'input.json');
    writeFileSync(file, '\uFEFF{"dealerCode":"1001","customerCode":"nobody"}');
    const { stdout } = await operator(['show-customer', '--file', file, 'customerCode=Customer']);
    expect(JSON.parse(stdout)).toMatchObject({ dealerCustomerId: 1033 });
  });

  test('a pasted line, standard input and exit codes are those of a process of its own', async () => {
    const line = (name: string) =>
      `echo '{"dealerCode":"${name}"}' | ${process.execPath} ${script} show-dealer && echo && echo done`;
    const there = await runProgram(['bash', '-c', line('1001')], { dataDir });
    expect(there).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/"dealerCode": "1001"(?:.|\n)*done\n$/),
    });
    const missing = await runProgram(['bash', '-c', line('nobody')], { dataDir });
    expect(missing).toMatchObject({ code: 1, stdout: '' });
    expect(JSON.parse(missing.stderr)).toMatchObject({ error: { code: 'NotFound' } });
    expect(await started(['frobnicate'])).toMatchObject({ code: 2, stdout: '' });
  });

  test.each([
    ['an unknown command', ['frobnicate'], {}, 'frobnicate'],
    ['an unknown option', ['show-dealer', '--force'], {}, '--force'],
    ['a secret on the command line', ['put-customer', 'password=geheim'], {}, 'password is a secret'],
    ['a secret to be asked for without a terminal', ['put-customer', 'password=?'], {}, 'asks on a terminal'],
    ['two kinds of output', ['show-stage', '--table', '--json'], {}, 'exclude each other'],
    ['a table of a file', ['export-payments', '--table'], {}, 'writes CSV'],
    ['an input among the arguments', ['put-customer', '{"password":"geheim"}'], {}, 'is not name=value'],
    ['a pair with another name', ['put-virtual-pos', 'store-key=geheim'], {}, 'is not name=value'],
    ['no input', ['show-dealer'], {}, 'needs an input'],
    ['an input that is not JSON', ['show-dealer'], { stdin: '{"storeKey": geheim' }, 'is not JSON'],
    ['an input that is no object', ['show-dealer'], { stdin: '["x"]' }, 'is not a JSON object'],
    ['a file that is not there', ['show-dealer', '--file', '/nowhere.json'], {}, '/nowhere.json'],
    ['a command id that is none', ['show-dealer', 'dealerCode=1001', '--id', '7'], {}, '--id'],
    [
      'no running service',
      ['show-dealer', 'dealerCode=1001'],
      { dataDir: '/nowhere' },
      'start it first with "npm start"',
    ],
  ] as const)('%s is told in one sentence with exit code 2', async (_title, args, options, words) => {
    const ran = await operator(args, options);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain(words);
    expect(ran.stderr).not.toContain('geheim');
  });

  test.concurrent.each([
    ['no region', [], 'set AWS_REGION or --region'],
    ['no credentials', ['--region', 'eu-central-1'], 'No AWS credentials found'],
  ] as const)('%s is told in one sentence with exit code 2', async (_title, options, words) => {
    const ran = await started(['show-dealer', 'dealerCode=1001', '--stage', 'sandbox', ...options], withoutAws);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain(words);
  });
});

const account = () => {
  const { DealerCode, Username, Password } = demo;
  const CheckKey = checkKeyOf({ dealerCode: DealerCode, username: Username, password: Password });
  return { DealerCode, Username, Password, CheckKey };
};

const callApi = async (path: string, body: Record<string, unknown>): Promise<void> => {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${demo.BaseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(await answer.json()).toMatchObject({ ResultCode: 'Success', ResultMessage: '' });
};

/** The payment that the example of a step is about. */
const payOfExample = async (command: string, OtherTrxCode: string): Promise<void> => {
  const call = (operation: string, fields: Record<string, unknown>): Promise<void> =>
    callApi(`/PaymentDealer/${operation}`, {
      PaymentDealerAuthentication: account(),
      PaymentDealerRequest: { OtherTrxCode, ...fields },
    });
  const card = { CardNumber: '4111111111111111', ExpMonth: '12', ExpYear: '2049', CvcNumber: '123' };
  const flags = { IsPreAuth: command === 'capture' ? 1 : 0, IsPoolPayment: command.endsWith('-pool') ? 1 : 0 };
  await call('DoDirectPayment', { ...card, ...flags, Amount: 27.5 });
  if (command === 'undo-pool') await call('DoApprovePoolPayment', {});
};

/** The examples name the first link of a new service. Here other tests may have made links before. */
const linkOfExample = async (): Promise<void> => {
  const RedirectUrl = `${demo.BaseUrl}/shop/result`;
  const { DealerCustomerTypeId } = demo;
  const PaymentUserPosRequest = { DealerCustomerTypeId, Amount: 27.5, ReturnHash: 1, RedirectUrl };
  await callApi('/PaymentUserPos/CreateUserPosPayment', { DealerAuthentication: account(), PaymentUserPosRequest });
  const store = engineTable(inject('stack'));
  const list = await operator(['list-payment-requests', 'dealerCode=1001', 'state=open']);
  const found = JSON.parse(list.stdout) as { paymentRequests: { userPosPaymentId: number }[] };
  const pointer = await store.get(keys.paymentPointer('1001', found.paymentRequests[0]?.userPosPaymentId ?? 0));
  if (pointer === undefined) throw new Error('the demo dealer has no link');
  await store.transact([{ put: { ...pointer, ...keys.paymentPointer('1001', 100_000) } }]);
};

/** A delivery to the endpoint of the other examples that is over. */
const deliveryOfExample = async (eventId: string): Promise<void> => {
  const about = { eventId, dealerCode: '1001', listingShards: 1 };
  const delivery = newDelivery(about, { kind: 'webhook', endpointId: 'shop' }, Date.now());
  await dynamoOutbox(engineTable(inject('stack'))).addDelivery({ ...delivery, state: 'done' });
};
