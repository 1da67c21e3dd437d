import { functionDefinitions } from '../../infra/functions.ts';
import { startLocalStack } from '../../infra/local/stack.ts';
import type { Synthesized } from '../../infra/local/synthesize.ts';
import { addressOf } from '../support/stack-address.ts';
import type { RunningStack } from './lab.ts';

// One running app in a process of its own, as `npm start` has it. Ends when the benchmark ends, however it ends.
process.once('message', (order: { readonly dataDir: string; readonly synthesized: Synthesized }) => {
  void run(order);
});

async function run({ dataDir, synthesized }: { readonly dataDir: string; readonly synthesized: Synthesized }) {
  try {
    const stack = await startLocalStack({ port: 0, dataDir, synthesized });
    process.once('disconnect', () => void stack.stop().finally(() => process.exit(0)));
    const environments = functionDefinitions.map(({ name }) => [name, stack.functionEnvironment(name)]);
    const running: RunningStack = { ...addressOf(stack, dataDir), environments: Object.fromEntries(environments) };
    process.send?.({ running });
  } catch (error) {
    process.send?.({ failure: error instanceof Error ? error.message : String(error) });
    process.exit(1);
  }
}
