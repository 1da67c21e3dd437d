import { checkAnswer, contextOf, eventOf, newInstance } from './instance.ts';
import type { RunningStack } from './lab.ts';
import { functionOf, type SampleName, type Scene } from './scene.ts';
import { roundTripsOf, startWireTap, type WireCall } from './wire-tap.ts';

/** What one call of an operation asked of the store and of the key service. */
export interface Trips {
  readonly roundTrips: number;
  readonly operations: readonly string[];
  readonly keyCalls: readonly string[];
}

/** The first call of an instance, and one that finds dealer, definition, ids and data keys at hand. */
export interface TripsOfOperation {
  readonly name: SampleName;
  readonly cold: Trips;
  readonly warm: Trips;
}

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
  for (const name of Object.keys(scene.requests) as SampleName[]) {
    const handler = newInstance(stack, functionOf(name), tapped);
    const call = async (): Promise<Trips> => {
      store.takeCalls();
      keyService.takeCalls();
      checkAnswer(await handler(eventOf(scene.requests[name]), contextOf(functionOf(name))));
      return tripsOf(store.takeCalls(), keyService.takeCalls());
    };
    const cold = await call();
    await call();
    results.push({ name, cold, warm: await call() });
  }
  await Promise.all([store.stop(), keyService.stop()]);
  return results;
}

const tripsOf = (calls: readonly WireCall[], keyCalls: readonly WireCall[]): Trips => ({
  roundTrips: roundTripsOf(calls),
  operations: calls.map(({ operation }) => operation),
  keyCalls: keyCalls.map(({ operation }) => operation),
});
