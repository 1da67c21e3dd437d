import { functionDefinitions } from '../../infra/functions.ts';
import { startLocalStack } from '../../infra/local/stack.ts';
import { addressOf } from '../support/stack-address.ts';
import { type ConflictTap, startConflictTap } from './conflict-tap.ts';
import type { RunningStack, StackOrder } from './lab.ts';

// One running app in a process of its own, as `npm start` has it. Ends when the benchmark ends, however it ends.
process.once('message', (order: StackOrder) => {
  void run(order);
});

async function run({ dataDir, synthesized, conflictHoldMs }: StackOrder) {
  try {
    const tap = conflictHoldMs === undefined ? undefined : await startConflictTap(conflictHoldMs);
    const stack = await startLocalStack({
      port: 0,
      dataDir,
      synthesized,
      ...(tap === undefined ? {} : { dynamodbEndpoint: tap.inFrontOf }),
    });
    const stop = async (): Promise<void> => {
      await stack.stop();
      await tap?.stop();
      process.exit(0);
    };
    process.once('disconnect', () => void stop());
    process.send?.({ running: { ...addressOf(stack, dataDir), ...detailsOf(stack, tap) } });
  } catch (error) {
    process.send?.({ failure: error instanceof Error ? error.message : String(error) });
    process.exit(1);
  }
}

const detailsOf = (
  stack: Awaited<ReturnType<typeof startLocalStack>>,
  tap: ConflictTap | undefined,
): Omit<RunningStack, keyof ReturnType<typeof addressOf>> => ({
  environments: Object.fromEntries(functionDefinitions.map(({ name }) => [name, stack.functionEnvironment(name)])),
  ...(tap === undefined ? {} : { tallyAddress: tap.tallyAddress }),
});
