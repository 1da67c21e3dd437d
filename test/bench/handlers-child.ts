import { createRequire } from 'node:module';
import type { bareCalls } from './bare-calls.ts';
import { checkAnswer, contextOf, eventOf, newInstance } from './instance.ts';
import type { RunningStack } from './lab.ts';
import { bareCallOf } from './recorded-calls.ts';
import { functionOf, type SampleName, type Scene } from './scene.ts';
import { type Subject, subject, timeInTurn } from './statistics.ts';
import { startWireTap, type WireCall } from './wire-tap.ts';

/** The operations whose handlers are compared with the requests that they make. */
export const compared = ['create link', 'get sale', 'get customer'] as const satisfies readonly SampleName[];
export type Compared = (typeof compared)[number];

export interface HandlersInput {
  readonly stack: RunningStack;
  readonly scene: Scene;
  /** The bundle of bare-calls.ts. */
  readonly bareBundle: string;
  readonly warmUpCalls: number;
  readonly calls: number;
}

/** Milliseconds of every call: the handler's, and those of its requests alone. */
export type HandlerTimes = Readonly<
  Record<Compared, { readonly handler: readonly number[]; readonly bare: readonly number[] }>
>;

/** Times warm handlers and, in turn with them, the same DynamoDB requests made by a bare client. */
export async function measure(input: HandlersInput): Promise<HandlerTimes> {
  const { stack, bareBundle, warmUpCalls, calls } = input;
  const recorded = await recordCalls(input);
  const subjects: Subject[] = [];
  for (const name of compared) {
    const handler = handlerSubject(input, name);
    // Its clients find their endpoints now, and not in the environment of the next one.
    handler.check(await handler.run(handler.prepare()));
    subjects.push(handler);
  }
  Object.assign(process.env, stack.environments['create-payment-request']);
  const loaded = createRequire(import.meta.url)(bareBundle) as { readonly bareCalls: typeof bareCalls };
  const send = loaded.bareCalls();
  for (const name of compared) {
    subjects.push(
      subject({
        name: `bare ${name}`,
        prepare: () => recorded[name].map(bareCallOf),
        run: async (requests) => {
          for (const request of requests) await send(request);
        },
        check: () => undefined,
      }),
    );
  }
  await timeInTurn(subjects, warmUpCalls);
  const times = await timeInTurn(subjects, calls);
  const timesOf = (name: Compared) => ({ handler: times[name] ?? [], bare: times[`bare ${name}`] ?? [] });
  return Object.fromEntries(compared.map((name) => [name, timesOf(name)])) as HandlerTimes;
}

function handlerSubject({ stack, scene }: HandlersInput, name: Compared, additions: Record<string, string> = {}) {
  const handler = newInstance(stack, functionOf(name), additions);
  const context = contextOf(functionOf(name));
  return subject({
    name,
    prepare: () => eventOf(scene.requests[name]),
    run: (event) => handler(event, context),
    check: checkAnswer,
  });
}

/** What each handler asks of DynamoDB once it is warm. */
async function recordCalls(input: HandlersInput): Promise<Readonly<Record<Compared, readonly WireCall[]>>> {
  const tap = await startWireTap(input.stack.engineEndpoint);
  const recorded: Partial<Record<Compared, readonly WireCall[]>> = {};
  for (const name of compared) {
    const handler = handlerSubject(input, name, { AWS_ENDPOINT_URL_DYNAMODB: tap.endpoint });
    for (let call = 0; call < 2; call += 1) {
      tap.takeCalls();
      handler.check(await handler.run(handler.prepare()));
    }
    recorded[name] = tap.takeCalls();
  }
  await tap.stop();
  return recorded as Readonly<Record<Compared, readonly WireCall[]>>;
}
