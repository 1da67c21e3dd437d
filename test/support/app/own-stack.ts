import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { startLocalStack } from '../../../infra/local/stack.ts';
import { farFromDayEnd } from '../bank/bank-server.ts';
import { RightsWatch } from '../rights/rights-watch.ts';
import { type FaultProxy, startFaultProxy } from '../store/fault-proxy.ts';
import { newRoleWatch, refuseBeyondRoles } from '../store/role-watch.ts';
import { addressOf, type StackAddress } from './stack-address.ts';

export interface FaultyStack {
  readonly address: StackAddress;
  /** Between the functions and the engine. The test's own reads bypass it. */
  readonly proxy: FaultProxy;
  /** Invokes a function by its folder's name. */
  readonly invoke: (name: string, payload: unknown) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

/**
 * An app of the test's own, with a proxy that counts its functions' requests to the store with what they consume, and
 * injects faults.
 * `environment` is added to every function's. Without `streams` nothing works behind an answer, whose requests to the
 * store would be counted with those of the next call.
 */
export const startFaultyStack = async (
  environment: Readonly<Record<string, string>> = {},
  { streams = true } = {},
): Promise<FaultyStack> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'payment-links-faulty-'));
  const roles = newRoleWatch();
  const proxy = await startFaultProxy({ countsCapacity: true, heard: roles.heard });
  const synthesized = inject('synthesized');
  const rights = new RightsWatch(synthesized.assemblyFolder);
  const stack = await startLocalStack({
    port: 0,
    dataDir,
    inMemory: true,
    schedules: false,
    streams,
    environment: { ...farFromDayEnd(), ...environment },
    synthesized,
    asked: rights.heard,
    dynamodbEndpoint: proxy.inFrontOf,
  });
  return {
    address: addressOf(stack, dataDir),
    proxy,
    invoke: stack.invoke,
    stop: async () => {
      await stack.stop();
      await proxy.stop();
      rmSync(dataDir, { recursive: true, force: true });
      refuseBeyondRoles(roles);
      refuseBeyondRoles(rights);
    },
  };
};
