import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { demoBins } from '../../../infra/local/demo-bins.ts';
import { type Invocation, readArguments } from '../../../infra/operator/arguments.ts';
import { importBinsInParts, isImportInParts } from '../../../infra/operator/import-bins.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { numbersFrom } from '../../support/new-numbers.ts';
import { newOperator, type Operator } from '../../support/operator/operators.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-links-bins-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MOST = 100_000;

const nextPrefix = numbersFrom(0, 10_000);

/** The beginning of BINs of eight digits that no other test has, in a shard of their own use. */
const newPrefix = (): string => `9${String(nextPrefix()).padStart(4, '0')}`;
const binsWith = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(3, '0')}`);

/** The directory as if it held nothing but the BINs of this test: an import that replaces removes all others. */
const holdingOnly =
  (prefix: string) =>
  (table: Table): Table => ({
    ...table,
    list: async (query) => {
      const all = await table.list({ ...query, limit: MOST });
      return all.filter(({ listSk }) => String(listSk).startsWith(prefix)).slice(0, query.limit);
    },
  });

const invocationOf = (args: readonly string[]): Invocation => {
  const request = readArguments(['import-bins', ...args], folder);
  if (request.kind !== 'invoke' || !isImportInParts(request)) throw new Error('no import in parts');
  return request;
};

const fileOf = (text: string, name = `${randomUUID()}.csv`): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const csvOf = (bins: readonly string[], bankCode = '64'): string =>
  fileOf(['\uFEFFbin;bankCode;creditType', ...bins.map((bin) => `${bin};${bankCode};credit`)].join('\r\n'));

const sendTo = (operator: Operator) => {
  const sent: string[] = [];
  const send = ({ command, commandId }: Invocation, input: Readonly<Record<string, unknown>>) => {
    sent.push(commandId);
    return operator.run(command.name, input, commandId);
  };
  return { send, sent };
};

const importing = async (args: readonly string[], operator: Operator) => {
  const lines: string[] = [];
  const { send, sent } = sendTo(operator);
  const outcome = await importBinsInParts(invocationOf(args), { write: (text) => lines.push(text) }, send);
  return { outcome, lines, sent };
};

describe('import-bins with a file', () => {
  test('imports it in parts and shows its progress; with --replace it removes what the file lacks', async () => {
    const prefix = newPrefix();
    const bins = binsWith(prefix, 900);
    const operator = newOperator({ through: holdingOnly(prefix) });
    const first = await importing(['--file', csvOf(bins)], operator);
    expect(first.outcome).toEqual({ imported: 900 });
    expect(first.lines).toEqual([' 55 %  500 entries imported\n', '100 %  900 entries imported\n']);
    expect(await operator.done('show-bin', { bin: bins[899] })).toMatchObject({ bankCode: '64', creditType: 'credit' });

    const kept = bins.slice(300, 310);
    const replaced = await importing(['--file', csvOf(kept, '46'), '--replace'], operator);
    expect(replaced.outcome).toEqual({ imported: 10, removed: 890 });
    expect(await operator.done('show-bin', { bin: kept[0] })).toMatchObject({ bankCode: '46' });
    for (const bin of [bins[0], bins[299], bins[310], bins[899]])
      expect(await operator.refused('show-bin', { bin })).toMatchObject({ code: 'NotFound' });
    // A walk sees an index that may lag behind: it removes nothing twice, and nothing of this import.
    expect((await importing(['--file', csvOf(kept), '--replace'], operator)).outcome).toEqual({
      imported: 10,
      removed: 0,
    });
  });

  test('a run that stopped half-way goes on with the same id, and applies no part twice', async () => {
    const prefix = newPrefix();
    const operator = newOperator({ through: holdingOnly(prefix) });
    const file = csvOf(binsWith(prefix, 600));
    const args = ['--file', file, '--replace', '--id', randomUUID()];
    const { send, sent } = sendTo(operator);
    const stopping: typeof send = async (...call) =>
      sent.length === 1 ? { ok: false, error: { code: 'Unexpected', message: 'no answer' } } : send(...call);
    const silent = { write: () => true };
    const stopped = await importBinsInParts(invocationOf(args), silent, stopping);
    expect(stopped).toMatchObject({ imported: 500, error: { code: 'Unexpected' } });
    const again = await importing(args, operator);
    expect(again.outcome).toEqual({ imported: 600, removed: 0 });
    expect(again.sent[0]).toBe(sent[0]);
    expect(await operator.run('import-bins', { bins: [] }, sent[0] ?? '')).toMatchObject({ ok: false });
  });

  test('imports the cards of a sandbox', async () => {
    const { outcome } = await importing(['--test-cards'], newOperator());
    expect(outcome).toEqual({ imported: demoBins.length });
  });

  test('names the line of an entry that the service refuses, and says how far it came', async () => {
    const bins = binsWith(newPrefix(), 502);
    const rows = bins.map((bin, index) => `${bin},"${index === 501 ? '7' : '64'}"`);
    const { outcome } = await importing(['--file', fileOf(['bin,bankCode', ...rows].join('\n'))], newOperator());
    expect(outcome).toMatchObject({ imported: 500, error: { code: 'InvalidInput' } });
    expect(outcome.error?.message).toMatch(/^line 503: bankCode /);
  });

  test.each([
    ['bin,issuer\n411111,64', /first line must name the columns/],
    ['bankCode\n64', /first line must name the columns/],
    ['bin,bin\n411111,64', /first line must name the columns/],
    ['bin,bankCode\n411111', /line 2 has 1 cells, and the first line 2/],
    ['bin,bankName\n411111,"A\nB"\n\n411111,C', /BIN of line 5 stands at line 2 already/],
    ['bin,bankName\n411111,A "B', /Line 2 has a quotation mark/],
    ['bin\n', /no entries/],
  ])('refuses %j before anything is written', async (text, sentence) => {
    const { send, sent } = sendTo(newOperator());
    const run = importBinsInParts(invocationOf(['--file', fileOf(text)]), { write: () => true }, send);
    await expect(run).rejects.toThrow(sentence);
    expect(sent).toEqual([]);
  });

  test('removes nothing for an import that never was', async () => {
    const error = await newOperator().refused('remove-other-bins', { importId: randomUUID(), bin: '411111' });
    expect(error).toMatchObject({ code: 'NotPossible', field: 'bin' });
  });

  test('--replace and --test-cards belong to this command alone', () => {
    expect(() => readArguments(['show-stage', '--replace'], folder)).toThrow('import-bins alone');
    expect(() => readArguments(['show-stage', '--test-cards'], folder)).toThrow('import-bins alone');
  });
});
