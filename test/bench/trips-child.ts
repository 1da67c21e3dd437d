import type { HttpResponse } from '../../shared/http/envelope.ts';
import { checkAnswer, contextOf, eventOf, newInstance } from './instance.ts';
import type { RunningStack } from './lab.ts';
import { type PayerStep, payerSteps } from './payer-steps.ts';
import { functionOf, type SampleName, type SampleRequest, type Scene } from './scene.ts';
import { roundTripsOf, startWireTap, type WireCall } from './wire-tap.ts';

export type StepName = SampleName | PayerStep['name'];

/** What one call of an operation asked of the store and of the key service. */
export interface Trips {
  readonly roundTrips: number;
  /** Those from the first that writes on: around the bank's call, where there is one. */
  readonly fromFirstWrite: number;
  readonly operations: readonly string[];
  readonly keyCalls: readonly string[];
}

/** The first call of an instance, and one that finds dealer, definition, ids and data keys at hand. */
export interface TripsOfOperation {
  readonly name: StepName;
  readonly cold: Trips;
  readonly warm: Trips;
}

interface Step {
  readonly name: StepName;
  readonly functionName: string;
  readonly prepare: () => Promise<SampleRequest>;
  readonly check: (answer: HttpResponse) => void;
}

const stepsOf = async (stack: RunningStack, { requests }: Scene): Promise<readonly Step[]> => [
  ...(Object.keys(requests) as SampleName[]).map((name) => ({
    name,
    functionName: functionOf(name),
    prepare: async () => requests[name],
    check: checkAnswer,
  })),
  ...(await payerSteps(stack)),
];

/** Calls every operation on a fresh instance, three times, and takes down the first and the third. */
export async function measure(input: {
  readonly stack: RunningStack;
  readonly scene: Scene;
}): Promise<readonly TripsOfOperation[]> {
  const { stack, scene } = input;
  const store = await startWireTap(stack.engineEndpoint);
  const keyService = await startWireTap(stack.endpoint);
  const tapped = { AWS_ENDPOINT_URL_DYNAMODB: store.endpoint, AWS_ENDPOINT_URL_KMS: keyService.endpoint };
  const results: TripsOfOperation[] = [];
  for (const { name, functionName, prepare, check } of await stepsOf(stack, scene)) {
    const handler = newInstance(stack, functionName, tapped);
    const call = async (): Promise<Trips> => {
      const event = eventOf(await prepare());
      store.takeCalls();
      keyService.takeCalls();
      check(await handler(event, contextOf(functionName)));
      return tripsOf(store.takeCalls(), keyService.takeCalls());
    };
    const cold = await call();
    await call();
    results.push({ name, cold, warm: await call() });
  }
  await Promise.all([store.stop(), keyService.stop()]);
  return results;
}

const WRITES = /^(?:Transact|Put|Update|Delete)/;

const tripsOf = (calls: readonly WireCall[], keyCalls: readonly WireCall[]): Trips => {
  const firstWrite = calls.find(({ operation }) => WRITES.test(operation))?.roundTrip ?? Number.POSITIVE_INFINITY;
  return {
    roundTrips: roundTripsOf(calls),
    fromFirstWrite: roundTripsOf(calls.filter(({ roundTrip }) => roundTrip >= firstWrite)),
    operations: calls.map(({ operation }) => operation),
    keyCalls: keyCalls.map(({ operation }) => operation),
  };
};
