import { expect } from 'vitest';
import { exampleAnswer } from '../../../infra/docs/example-values.ts';
import type { DocumentedOperation } from '../../../infra/docs/operations.ts';
import type { VirtualPos } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import type { ExampleSetUp, OperationExample } from '../../../shared/openapi/operation-document.ts';
import { newBankDealer } from '../bank/bank-merchants.ts';
import { vaultOf } from '../card/vault.ts';
import { type Answer, type NewDealerOptions, newDealer, type TestDealer } from '../dealer/dealers.ts';
import { putRows } from '../store/store.ts';
import { rowsOfSetUp } from './example-rows.ts';
import { type ExampleAnswers, type ExampleScene, exampleScene, expectedData, sendExample } from './example-scene.ts';

/**
 * A dealer whose virtual POS are at the embedded bank, so that they can charge. The first is the default. If none are
 * named, there is one without a bank behind it.
 */
const dealerAtBank = async (
  virtualPos: readonly Partial<VirtualPos>[] | undefined,
  options: NewDealerOptions,
): Promise<TestDealer> => {
  if (virtualPos === undefined) return newDealer(options);
  const [first, ...others] = virtualPos;
  if (first === undefined) return newDealer({ ...options, virtualPos });
  const scene = await newBankDealer({ ...options, pos: { posId: 'pos-0', isDefault: true, ...first } });
  for (const [index, pos] of others.entries()) {
    await scene.putPos({ posId: `pos-${index + 1}`, isDefault: false, ...pos });
  }
  return scene;
};

type DealerOfExample = TestDealer & { readonly now: () => number };

/** A dealer in the state that an example needs. */
const dealerOf = async (setUp: ExampleSetUp): Promise<DealerOfExample> => {
  const { dealer, definition, virtualPos } = setUp;
  const scene = await dealerAtBank(virtualPos, {
    ...(dealer === undefined ? {} : { dealer }),
    ...(definition === undefined ? {} : { definition }),
  });
  const { dealerCode } = scene.dealer;
  const owner = { dealerCode, vault: vaultOf(scene.stack), nowMs: Date.now() };
  await putRows(scene.store, await rowsOfSetUp(setUp, owner));
  return { ...scene, now: Date.now };
};

/** The scene of an example in the app of the tests, and a function that sends its requests over HTTP. */
export const sceneOf = async (
  operation: DocumentedOperation,
  example: Pick<OperationExample<string>, 'setUp' | 'operation'>,
): Promise<ExampleScene<DealerOfExample>> => exampleScene(operation, example, await dealerOf(example.setUp ?? {}));

/** Sets up an example's scene and sends its request, after the earlier request if the example has one. */
export const execute = async (
  operation: DocumentedOperation,
  example: OperationExample<string>,
  beforeCall?: () => void,
): Promise<ExampleAnswers> => sendExample(await sceneOf(operation, example), example, beforeCall);

/** Sends a documented request that no fault belongs to, and expects the documented answer, which it returns. */
export const expectDocumented = async (
  operation: DocumentedOperation,
  example: OperationExample<string>,
): Promise<Omit<Answer, 'status' | 'headers'>> => {
  const { answer, earlier } = await execute(operation, example);
  const { status, headers, ...envelope } = answer;
  const documented = exampleAnswer(operation, example);
  expect(status).toBe(200);
  if (!('data' in example)) {
    expect(envelope).toEqual(documented);
    return envelope;
  }
  expect(envelope).toEqual({ ...documented, Data: expectedData(example, envelope.Data) });
  expect(headers.get('idempotent-replayed')).toBe(example.replayed === true ? 'true' : null);
  if (example.replayed === true) expect(envelope.Data).toEqual(earlier?.Data);
  return envelope;
};
