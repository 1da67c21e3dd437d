import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { functionDefinitions } from '../../infra/functions/all-functions.ts';
import { BUDGET_ENTRY } from '../../infra/monitoring/account-budget.ts';
import { savedQueries } from '../../infra/monitoring/saved-queries.ts';
import { allCommands } from '../../infra/operator/own-commands.ts';
import { tryFieldNames } from '../../shared/observability/plan-metrics.ts';
import { alarms, templates, watchedSettings } from './printed-metrics.ts';

const runbook = readFileSync(new URL('../../shared/docs/runbook.md', import.meta.url), 'utf8');

/** Entries of alarms, by their names. A heading without code is a procedure, which needs no alarm. */
const entries = new Map(
  runbook
    .split(/^### `/m)
    .slice(1)
    .map((text) => {
      const [name = '', ...rest] = text.split('`');
      return [name, rest.join('`').split(/^#/m)[0] ?? ''] as const;
    }),
);

/** The entry that each alarm of the templates names: alarms of one kind share one. */
const named = alarms.map(({ id, AlarmDescription }) => {
  const [, entry] = /\. Runbook: (\w+)$/.exec(AlarmDescription) ?? [];
  return [id, entry] as const;
});
const wanted = [
  ...named.flatMap(([, entry]) => entry ?? []),
  ...templates.resources('AWS::Budgets::Budget').map(() => BUDGET_ENTRY),
];

/** Names of log lines, answers of commands, classes of declines and errors. */
const OTHER_NAMES: readonly string[] = [
  'bankSaid',
  'attention',
  'excessCredit',
  'unreadable',
  'shards',
  'own99',
  'bank99',
  'frames',
  'EX',
  '4xx',
  'payment-link',
  'issuer',
  'three-d',
  'bank',
  'StoreUnavailable',
  'VaultUnavailable',
  'operation',
  'code',
  'look-up',
  'charged-at-bank',
  'unusable',
  'userPosLinkId',
];

const FILES_OF_LOG_LINES = [
  'payment/reconcile-payments/reconcile-payments.ts',
  'statement/make-statements/make-stage.ts',
  'reusable-link/count-funnel/count-funnel.ts',
  'sale/hand-out-plans/hand-out-plans.ts',
  'sale/charge-plans/charge-plans.ts',
  'comparison/run-canary/run-canary.ts',
  'comparison/compare-with-bank/compare-with-bank.ts',
];

const inlineCode = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

describe('The runbook', () => {
  test('has an entry for each alarm, and an alarm for each entry', () => {
    expect(named.filter(([, entry]) => entry === undefined)).toEqual([]);
    expect(wanted).toContain(BUDGET_ENTRY);
    expect([...entries.keys()].toSorted()).toEqual([...new Set(wanted)].toSorted());
  });

  test('an alarm is named like its entry, or is one of a family that shares it', () => {
    for (const [id, entry = ''] of named) expect([id, entry, id.startsWith(entry)]).toEqual([id, entry, true]);
  });

  test.each([...entries])('%s says what it means, what to look at, what to do and what not', (_name, text) => {
    const parts = [...text.matchAll(/^- \*\*([^*]+):\*\* \S/gm)].map(([, part]) => part);
    expect(parts).toEqual(['Means', 'Look', 'Do', 'Do not']);
  });

  test('names only commands, functions, settings, fields and alarms that there are', () => {
    const commands = allCommands.map(({ name }) => name);
    const known = new Set([
      ...commands,
      ...functionDefinitions.map(({ name }) => name),
      ...Object.keys(watchedSettings),
      ...Object.keys(watchedSettings.recurring).map((name) => `recurring.${name}`),
      ...allCommands.flatMap(({ fields }) => Object.keys(fields)),
      ...entries.keys(),
      ...Object.values(tryFieldNames),
      ...OTHER_NAMES,
    ]);
    const unknown = inlineCode(runbook)
      .map((code) =>
        code
          .replace(/^npm run frames -- FUNCTION$/, 'frames')
          .replace(/^npm run --silent operator -- COMMAND .*$/, 'pause-stage')
          .replace(/=.*$/, ''),
      )
      .filter((code) => !known.has(code));
    expect(unknown).toEqual([]);
  });

  test('names saved queries by their names, and every saved query somewhere', () => {
    const quoted = new Set([...runbook.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name));
    const names = savedQueries.map(({ name }) => name);
    expect([...quoted].filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => !quoted.has(name))).toEqual([]);
  });

  test('quotes log lines that the code writes', () => {
    const lines = [...runbook.matchAll(/log line "([^"]+)"/g)].map(([, line = '']) => line);
    expect(lines.length).toBeGreaterThan(4);
    const code = FILES_OF_LOG_LINES.map((file) =>
      readFileSync(new URL(`../../functions/${file}`, import.meta.url), 'utf8'),
    ).join('');
    for (const line of lines) expect([line, code.includes(`'${line}'`)]).toEqual([line, true]);
  });
});
