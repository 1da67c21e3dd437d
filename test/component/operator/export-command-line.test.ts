import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Ran, runOperator, runProgram } from '../../support/operator/command-line.ts';
import { parseCsv } from '../../support/operator/csv.ts';
import { newDealerCode } from '../../support/operator/operators.ts';
import { directAttemptWith, splitWith } from '../../support/payment/attempts.ts';
import { itemsOfDirect } from '../../support/payment/stored-payments.ts';
import { engineTable, putRows } from '../../support/store/store.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-links-export-'));
const dealerCode = newDealerCode();
const DAY = '20270115';

const operator = (args: readonly string[], dataDir = folder): Promise<Ran> => runOperator(args, { dataDir });

const writeEndpoint = (dataDir: string, endpoint: string): void =>
  writeFileSync(
    join(dataDir, 'operator-endpoint.json'),
    JSON.stringify({ endpoint, functionName: inject('stack').operateFunctionName, stage: 'local' }),
  );

beforeAll(async () => {
  writeEndpoint(folder, inject('stack').endpoint);
  const splits = Array.from({ length: 100 }, (_, index) => splitWith(index + 1));
  for (let index = 0; index < 21; index += 1) {
    const startedAtMs = Date.UTC(2027, 0, 15, 9) + index;
    const attempt = directAttemptWith(dealerCode, { startedAtMs }, { splits, otherTrxCode: `Şeker "${index}"` });
    await putRows(engineTable(inject('stack')), itemsOfDirect(attempt));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const args = ['export-payments', `dealerCode=${dealerCode}`, `day=${DAY}`];

describe('operator export-payments', () => {
  test('writes page after page to standard output as one file with one header', async () => {
    const { code, stdout, stderr } = await operator(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [header = [], ...lines] = parseCsv(stdout);
    expect(header[1]).toBe('orderId');
    // More rows than one page has.
    expect(lines).toHaveLength(2100);
    expect(lines.at(-1)?.[header.indexOf('otherTrxCode')]).toBe('Şeker "20"');
  });

  test('writes the same to a file that only its owner reads, and leaves nothing else behind', async () => {
    const output = join(folder, 'day.csv');
    const ran = await operator([...args, '--output', output]);
    expect(ran).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(statSync(output).mode & 0o777).toBe(0o600);
    expect(readFileSync(output, 'utf8')).toBe((await operator(args)).stdout);
    expect(readdirSync(folder).toSorted()).toEqual(['day.csv', 'operator-endpoint.json']);
  });

  test('ends in peace with a reader that has enough', async () => {
    const command = `set -o pipefail; '${process.execPath}' infra/operator/operator.ts ${args.join(' ')} | head -n 1`;
    const ran = await runProgram(['bash', '-c', command], { dataDir: folder });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(/^dealerCode,orderId,[^\n]*\r\n$/);
  });

  test('that fails half-way leaves no file, and says where the missing rows begin', async () => {
    const broken = mkdtempSync(join(tmpdir(), 'payment-links-export-broken-'));
    const cursor = '000001800000000#ORDER-1';
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      const page = { ok: true, result: { header: 'a,b', rows: ['1,2'], next: cursor } };
      const refusal = { ok: false, error: { code: 'Unexpected', message: 'The command failed.' } };
      response.end(JSON.stringify(asked === 1 ? page : refusal));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    writeEndpoint(broken, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const output = join(broken, 'day.csv');
    const ran = await operator([...args, '--output', output], broken);
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(JSON.parse(ran.stderr)).toEqual({ error: { code: 'Unexpected', message: 'The command failed.' }, cursor });
    expect(existsSync(output)).toBe(false);
    expect(readdirSync(broken)).toEqual(['operator-endpoint.json']);
    server.close();
    rmSync(broken, { recursive: true, force: true });
  });

  test.each([
    ['a folder that is not there', [...args, '--output', '/nowhere/day.csv'], 'cannot be written (ENOENT)'],
    ['--output where nothing is exported', ['show-dealer', `dealerCode=${dealerCode}`, '--output', 'x'], '--output'],
  ])('%s is told in one sentence with exit code 2', async (_title, given, words) => {
    const ran = await operator(given);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain(words);
  });

  test('a command that needs no field needs no input', async () => {
    const ran = await operator(['list-in-doubt']);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(ran.stdout)).toMatchObject({ attempts: expect.any(Array) });
  });

  test('a refused field is told on standard error with exit code 1', async () => {
    const ran = await operator([...args, 'state=lost']);
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(JSON.parse(ran.stderr)).toMatchObject({ error: { code: 'InvalidInput', field: 'state' } });
  });
});
