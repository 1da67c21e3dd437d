import type { DocumentedOperation } from '../../infra/docs/operations.ts';
import type { VirtualPos } from '../../shared/domain/virtual-pos/virtual-pos.ts';
import type { ExampleSetUp, OperationExample } from '../../shared/openapi/operation-document.ts';
import type { StackAddress } from '../support/app/stack-address.ts';
import { newBankDealer } from '../support/bank/bank-merchants.ts';
import { vaultOf } from '../support/card/vault.ts';
import { type NewDealerOptions, newDealer, type TestDealer } from '../support/dealer/dealers.ts';
import { rowsOfSetUp } from '../support/operations/example-rows.ts';
import {
  type ExampleAnswers,
  type ExampleScene,
  exampleScene,
  sendExample,
} from '../support/operations/example-scene.ts';
import { putRows } from '../support/store/store.ts';

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

/** A dealer in the state that an example needs, in the shared app or in another one. */
const dealerOf = async (setUp: ExampleSetUp, stack?: StackAddress): Promise<DealerOfExample> => {
  const { dealer, definition, virtualPos } = setUp;
  const scene = await dealerAtBank(virtualPos, {
    ...(stack === undefined ? {} : { stack }),
    ...(dealer === undefined ? {} : { dealer }),
    ...(definition === undefined ? {} : { definition }),
  });
  const { dealerCode } = scene.dealer;
  const owner = { dealerCode, vault: vaultOf(scene.stack), nowMs: Date.now() };
  await putRows(scene.store, await rowsOfSetUp(setUp, owner));
  return { ...scene, now: Date.now };
};

/** The scene of an example in the shared app or in another one, and a function that sends its requests over HTTP. */
export const sceneOf = async (
  operation: DocumentedOperation,
  example: Pick<OperationExample<string>, 'setUp' | 'operation'>,
  stack?: StackAddress,
): Promise<ExampleScene<DealerOfExample>> =>
  exampleScene(operation, example, await dealerOf(example.setUp ?? {}, stack));

/** Sets up an example's scene and sends its request, after the earlier request if the example has one. */
export const execute = async (
  operation: DocumentedOperation,
  example: OperationExample<string>,
  { stack, beforeCall }: { readonly stack?: StackAddress; readonly beforeCall?: () => void } = {},
): Promise<ExampleAnswers> => sendExample(await sceneOf(operation, example, stack), example, beforeCall);
