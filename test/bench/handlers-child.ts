import { createRequire } from 'node:module';
import { type BankCall, bankMs } from './bank-tap.ts';
import type { bareCalls } from './bare-calls.ts';
import { checkAnswer, contextOf, eventOf, newInstance } from './instance.ts';
import type { RunningStack } from './lab.ts';
import { bareTripsOf, type Recording } from './recorded-calls.ts';
import { functionOf, type SampleName, type Scene } from './scene.ts';
import { type Subject, subject, timeInTurn } from './statistics.ts';
import { newTripCounter, startWireTap } from './wire-tap.ts';

export interface HandlersInput {
  readonly stack: RunningStack;
  readonly scene: Scene;
  readonly name: SampleName;
  /** The bundle of bare-calls.ts. */
  readonly bareBundle: string;
  /** Where the tap before the bank tells the calls that it saw. */
  readonly bank: { readonly gateway: string; readonly takeAddress: string };
  readonly warmUpCalls: number;
  readonly calls: number;
}

/** Milliseconds of every call, the bank's share left out: the handler's, and those of its requests alone. */
export interface HandlerTimes {
  readonly handler: readonly number[];
  readonly bare: readonly number[];
}

/**
 * Times a warm handler and, in turn with it, the same requests made by bare clients. Nothing else runs in the process,
 * as in an instance of the function.
 */
export async function measure(input: HandlersInput): Promise<HandlerTimes> {
  const newTrips = bareTripsOf(await recordCalls(input));
  const handler = handlerSubject(input);
  const { bareCalls: newBareCalls } = createRequire(import.meta.url)(input.bareBundle) as {
    readonly bareCalls: typeof bareCalls;
  };
  const send = newBareCalls();
  const bare = subject({
    name: 'bare',
    prepare: newTrips,
    run: async (trips) => {
      for (const calls of trips) await Promise.all(calls.map(send));
    },
    check: () => undefined,
  });
  const callsBank = functionOf(input.name) === 'make-direct-payment';
  const bankShare = callsBank ? async () => bankMs(await bankCalls(input)) : undefined;
  await timeInTurn([handler, bare], input.warmUpCalls, bankShare);
  const times = await timeInTurn([handler, bare], input.calls, bankShare);
  return { handler: times.handler ?? [], bare: times.bare ?? [] };
}

const bankCalls = async ({ bank }: HandlersInput): Promise<readonly BankCall[]> =>
  (await (await fetch(bank.takeAddress)).json()) as readonly BankCall[];

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

/** What the handler asks of store, key service and bank once it is warm. */
async function recordCalls(input: HandlersInput): Promise<Recording> {
  const counter = newTripCounter();
  const store = await startWireTap(input.stack.engineEndpoint, counter);
  const keyService = await startWireTap(input.stack.endpoint, counter);
  const handler = handlerSubject(input, {
    AWS_ENDPOINT_URL_DYNAMODB: store.endpoint,
    AWS_ENDPOINT_URL_KMS: keyService.endpoint,
  });
  let recording: Recording = { gateway: input.bank.gateway, wire: [], bank: [] };
  for (let call = 0; call < 2; call += 1) {
    handler.check(await handler.run(handler.prepare()));
    const wire = [...store.takeCalls(), ...keyService.takeCalls()];
    recording = { ...recording, wire, bank: await bankCalls(input) };
  }
  await Promise.all([store.stop(), keyService.stop()]);
  return recording;
}
