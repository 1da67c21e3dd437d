import { rmSync } from 'node:fs';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { functionDefinitions } from '../../infra/functions/all-functions.ts';
import { concurrencyWarning, functionsToReserve } from '../../infra/settings/reserved-concurrency.ts';
import type { StageSettings } from '../../infra/settings/stage-config.ts';
import { appOf, settingsOf } from './stage-templates.ts';

const reservedConcurrency = Object.fromEntries(functionsToReserve.map((name) => [name, 5]));

const warningsOf = (settings: StageSettings) => {
  const { observability, app } = appOf(settings);
  const warnings = Annotations.fromStack(observability).findWarning(
    '*',
    Match.stringLikeRegexp('No reserved concurrency'),
  );
  rmSync(app.outdir, { recursive: true, force: true });
  return warnings;
};

describe('Instances of functions (rule 23)', () => {
  test('a production stage without reserved concurrency is told so at synthesis, and is synthesized', () => {
    expect(settingsOf('production').reservedConcurrency).toEqual({});
    expect(warningsOf(settingsOf('production'))).toHaveLength(1);
  });

  test('nothing is said where it has some, and nothing of a sandbox stage', () => {
    expect(warningsOf({ ...settingsOf('production'), reservedConcurrency })).toEqual([]);
    expect(warningsOf(settingsOf('sandbox'))).toEqual([]);
  });

  test('the warning names the functions that have none', () => {
    const { operate: _none, ...others } = reservedConcurrency;
    const warning = concurrencyWarning({ kind: 'production', reservedConcurrency: others });
    expect(warning).toMatch(/^No reserved concurrency: operate\. /);
  });

  test('every function that charges a card is meant, and each of them exists', () => {
    const charging = functionDefinitions.filter(
      ({ callsBanks, hashesCards }) => callsBanks === true && hashesCards === true,
    );
    expect(charging.length).toBeGreaterThan(3);
    for (const { name } of charging) expect(functionsToReserve).toContain(name);
    for (const name of functionsToReserve) expect(functionDefinitions.map((one) => one.name)).toContain(name);
  });
});
