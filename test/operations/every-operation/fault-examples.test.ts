import { afterEach, describe, expect, test } from 'vitest';
import { exampleAnswer } from '../../../infra/docs/example-values.ts';
import { type DocumentedOperation, documentedOperations } from '../../../infra/docs/operations.ts';
import { dynamoBankLedger } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import type { ExampleFault, RefusalExample } from '../../../shared/openapi/operation-document.ts';
import { startBank } from '../../support/bank/bank-server.ts';
import type { Answer } from '../../support/dealer/dealers.ts';
import { execute, sceneOf } from '../../support/operations/example-calls.ts';
import { memoryStack } from '../../support/operations/memory-stack.ts';
import { paidBy } from '../../support/payment/direct-payments.ts';
import { giveUp, openPage, type PayerPage, payWith, throughBank } from '../../support/payment/payer.ts';
import { openBox, startedBy } from '../../support/payment/shop-payments.ts';

const CORRELATION_ID = /correlation id \S+\.$/;
const withoutId = (text: string): string => text.replace(CORRELATION_ID, 'correlation id.');

type FaultExample = RefusalExample<string> & { readonly fault: ExampleFault };

const executeOver =
  (...fault: Parameters<typeof memoryStack.failStoreWith>) =>
  async (operation: DocumentedOperation, example: FaultExample): Promise<Answer> => {
    const beforeCall = (): void => memoryStack.failStoreWith(...fault);
    return (await execute(operation, example, beforeCall)).answer;
  };

type Send = Awaited<ReturnType<typeof sceneOf>>['send'];

/** A bank whose books stay closed until they are opened. `entered` resolves when an order waits for them. */
const closedBank = async () => {
  const [entered, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ledger = dynamoBankLedger(memoryStack.table);
  const bank = await startBank({
    ...ledger,
    enter: async (order) => {
      entered.resolve();
      await opened.promise;
      return ledger.enter(order);
    },
  });
  return { bank, entered: entered.promise, open: opened.resolve };
};

/**
 * Sends a request that is held at a bank whose books stay closed, and others meanwhile, until one of them is refused.
 * Answers all that were sent, once the books have opened.
 */
const whileHeld = async (
  operation: DocumentedOperation,
  example: FaultExample,
  { first, meanwhile }: { first: FaultExample; meanwhile: (send: Send) => readonly Promise<Answer>[] },
): Promise<{ readonly refused: Answer; readonly all: readonly Answer[] }> => {
  const { bank, entered, open } = await closedBank();
  try {
    const virtualPos = (example.setUp?.virtualPos ?? []).map((pos) => ({ ...pos, gateway: bank.gateway }));
    const { send } = await sceneOf(operation, { ...example, setUp: { ...example.setUp, virtualPos } });
    const held = send(first);
    await entered;
    const others = meanwhile(send);
    const refused = await Promise.race(others);
    open();
    return { refused, all: await Promise.all([held, ...others]) };
  } finally {
    open();
    await bank.stop();
  }
};

/** Four calls at once. Two of three wait and hear what the first hears; chance decides which one is refused. */
const fourthCall = async (operation: DocumentedOperation, example: FaultExample): Promise<Answer> => {
  const meanwhile = (send: Send) => [send(example), send(example), send(example)];
  const { refused, all } = await whileHeld(operation, example, { first: example, meanwhile });
  const paid = all.filter(({ ResultCode }) => ResultCode === 'Success');
  expect(paid).toHaveLength(3);
  expect(new Set(paid.map(({ Data }) => JSON.stringify(Data))).size).toBe(1);
  return refused;
};

/** The call comes while one with another description is being charged. */
const changedCall = async (operation: DocumentedOperation, example: FaultExample): Promise<Answer> => {
  const first = { ...example, request: { ...example.request, Description: 'The first request' } };
  const { refused, all } = await whileHeld(operation, example, { first, meanwhile: (send) => [send(example)] });
  expect(all[0]).toMatchObject({ Data: { IsSuccessful: true } });
  return refused;
};

/** Cards that the embedded bank declines, one for each attempt. */
const DECLINED = ['general-error', 'insufficient-funds', 'over-limit', 'too-many-uses', 'do-not-honour'];
const MORE_DECLINED = ['not-permitted', 'expired', 'format-error', 'call-the-bank', 'wrong-cvc'];

/** Ten declined calls, each with a card of its own, so that each is a new attempt at once. */
const eleventhCall = async (operation: DocumentedOperation, example: FaultExample): Promise<Answer> => {
  const { send } = await sceneOf(operation, example);
  for (const card of [...DECLINED, ...MORE_DECLINED]) {
    const { Data } = await send({ request: { ...example.request, ...paidBy(card) } });
    expect(Data).toMatchObject({ IsSuccessful: false });
  }
  return send(example);
};

/** The payer of what an earlier call started stands at the bank. */
const atBankOf = async (made: Answer): Promise<PayerPage> => {
  const { url } = startedBy(made);
  return url.includes('/box/') ? openBox(url) : payWith(await openPage(url), 'approved');
};

/** What the earlier call asked for. */
const earlierOf = (example: FaultExample) => ({ request: example.setUp?.earlier ?? example.request });

/** The payer pays what an earlier call started, at a bank whose books stay closed as long as asked. */
const callBehindPayer =
  ({ waits }: { readonly waits: boolean }) =>
  async (operation: DocumentedOperation, example: FaultExample): Promise<Answer> => {
    const { bank, entered, open } = await closedBank();
    if (!waits) open();
    try {
      const { earlier: _first, ...setUp } = example.setUp ?? {};
      const virtualPos = (setUp.virtualPos ?? []).map((pos) => ({ ...pos, gateway: bank.gateway }));
      const { send } = await sceneOf(operation, { ...example, setUp: { ...setUp, virtualPos } });
      const paid = throughBank(await atBankOf(await send(earlierOf(example))));
      await (waits ? entered : paid);
      const refused = await send(example);
      open();
      await paid;
      return refused;
    } finally {
      open();
      await bank.stop();
    }
  };

/** The payer of the payment request that was made before gives up on its page. */
const callAfterGivingUp = async (operation: DocumentedOperation, example: FaultExample): Promise<Answer> => {
  const { send, made } = await sceneOf(operation, example);
  await giveUp(await openPage(made.Url ?? ''));
  return send(example);
};

const underFault: Readonly<
  Record<ExampleFault, (operation: DocumentedOperation, example: FaultExample) => Promise<Answer>>
> = {
  'the store does not answer': executeOver({ refuses: 'everything', outcome: 'unknown' }),
  'the store refuses the write of customer and link': executeOver({
    refuses: 'transactions',
    outcome: 'not-applied',
  }),
  'two other calls wait for the first one': fourthCall,
  'another request with the code is being charged': changedCall,
  'ten attempts with the code were declined': eleventhCall,
  'the payer has paid': callBehindPayer({ waits: false }),
  'the charge waits for the bank': callBehindPayer({ waits: true }),
  'the payer has given up': callAfterGivingUp,
};

afterEach(() => memoryStack.failStoreWith(undefined));

describe.each(documentedOperations)('The published examples of faults of $document.title', (operation) => {
  const faults = operation.document.examples.filter(
    (example): example is FaultExample => 'fault' in example && example.fault !== undefined,
  );

  test.each(faults)('$name: a real call gets the documented answer', async (example) => {
    const answer = await underFault[example.fault](operation, example);
    const documented = exampleAnswer(operation, example);
    expect({ ...answer, ResultMessage: withoutId(answer.ResultMessage) }).toMatchObject({
      ...documented,
      status: 200,
      ResultMessage: withoutId(documented.ResultMessage),
    });
  });

  test('every operation documents the unexpected', () => {
    expect(faults.map((example) => exampleAnswer(operation, example).ResultCode)).toContain('EX');
  });
});
