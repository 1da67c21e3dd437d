import { createRequire } from 'node:module';
import type { bareCalls } from './bare-calls.ts';
import { checkAnswer, contextOf, eventOf, newInstance } from './instance.ts';
import type { RunningStack } from './lab.ts';
import { bareCallOf } from './recorded-calls.ts';
import { functionOf, type SampleName, type Scene } from './scene.ts';
import { type Subject, subject, timeInTurn } from './statistics.ts';
import { startWireTap, type WireCall } from './wire-tap.ts';

export interface HandlersInput {
  readonly stack: RunningStack;
  readonly scene: Scene;
  readonly name: SampleName;
  /** The bundle of bare-calls.ts. */
  readonly bareBundle: string;
  readonly warmUpCalls: number;
  readonly calls: number;
}

/** Milliseconds of every call: the handler's, and those of its requests alone. */
export interface HandlerTimes {
  readonly handler: readonly number[];
  readonly bare: readonly number[];
}

/**
 * Times a warm handler and, in turn with it, the same DynamoDB requests made by a bare client. Nothing else runs in
 * the process, as in an instance of the function.
 */
export async function measure(input: HandlersInput): Promise<HandlerTimes> {
  const recorded = await recordCalls(input);
  const handler = handlerSubject(input);
  const { bareCalls: newBareCalls } = createRequire(import.meta.url)(input.bareBundle) as {
    readonly bareCalls: typeof bareCalls;
  };
  const send = newBareCalls();
  const bare = subject({
    name: 'bare',
    prepare: () => recorded.map(bareCallOf),
    run: async (requests) => {
      for (const request of requests) await send(request);
    },
    check: () => undefined,
  });
  await timeInTurn([handler, bare], input.warmUpCalls);
  const times = await timeInTurn([handler, bare], input.calls);
  return { handler: times.handler ?? [], bare: times.bare ?? [] };
}

function handlerSubject({ stack, scene, name }: HandlersInput, additions: Record<string, string> = {}): Subject {
  const handler = newInstance(stack, functionOf(name), additions);
  const context = contextOf(functionOf(name));
  return subject({
    name: 'handler',
    prepare: () => eventOf(scene.requests[name]),
    run: (event) => handler(event, context),
    check: checkAnswer,
  });
}

/** What the handler asks of DynamoDB once it is warm. */
async function recordCalls(input: HandlersInput): Promise<readonly WireCall[]> {
  const tap = await startWireTap(input.stack.engineEndpoint);
  const handler = handlerSubject(input, { AWS_ENDPOINT_URL_DYNAMODB: tap.endpoint });
  for (let call = 0; call < 2; call += 1) {
    tap.takeCalls();
    handler.check(await handler.run(handler.prepare()));
  }
  const recorded = tap.takeCalls();
  await tap.stop();
  return recorded;
}
