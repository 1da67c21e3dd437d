import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type LocalStageBuild, localStageBuild } from '../../../infra/local/build-cache.ts';
import { startLocalStack } from '../../../infra/local/stack.ts';
import { rowsOf } from '../bank/bank-merchants.ts';
import { farFromDayEnd } from '../bank/bank-server.ts';
import { refuseCardDataInLog } from '../card/card-secrets.ts';
import { RightsWatch } from '../rights/rights-watch.ts';
import { refuseCardDataIn } from '../store/own-rows.ts';
import { refuseBeyondRoles, startRoleWatch } from '../store/role-watch.ts';
import { LeakedNumbers, refuseLeakedNumbers } from './leaked-numbers.ts';
import { addressOf, type StackAddress } from './stack-address.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    stack: StackAddress;
    /** The synthesized app and its bundles, for tests that run an app of their own. */
    synthesized: LocalStageBuild;
  }
}

/** One running app for the whole test run, with the embedded engine in memory. Each test makes dealers of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'payment-links-test-'));
  const synthesized = await localStageBuild();
  const environment = farFromDayEnd();
  const told = new LeakedNumbers();
  const roles = await startRoleWatch();
  const rights = new RightsWatch(synthesized.assemblyFolder);
  const stack = await startLocalStack({
    port: 0,
    dataDir,
    inMemory: true,
    synthesized,
    schedules: false,
    environment,
    answered: told.heard,
    asked: rights.heard,
    dynamodbEndpoint: roles.inFrontOf,
    // Read as a whole when the run ends.
    logLimits: { maxBytes: Number.MAX_SAFE_INTEGER, kept: 1 },
  });
  project.provide('stack', addressOf(stack, dataDir));
  project.provide('synthesized', synthesized);
  return async () => {
    const rows = await rowsOf(addressOf(stack, dataDir));
    await stack.stop();
    await roles.stop();
    refuseBeyondRoles(roles);
    refuseBeyondRoles(rights);
    refuseLeakedNumbers(told);
    refuseCardDataIn(rows);
    refuseCardDataInLog(readFileSync(join(dataDir, 'logs', 'functions.log'), 'utf8'));
    rmSync(dataDir, { recursive: true, force: true });
  };
}
