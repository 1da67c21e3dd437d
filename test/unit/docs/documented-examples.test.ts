import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleAnswer } from '../../../infra/docs/example-values.ts';
import { type DocumentedOperation, documentedOperations } from '../../../infra/docs/operations.ts';
import { dynamoBankLedger } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import type { OperationExample } from '../../../shared/openapi/operation-document.ts';
import { breaking, documentedCodes, operationOf } from '../../docs/broken-requests.ts';
import { ladders } from '../../docs/ladders.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { sandboxBank } from '../../support/bank/bank-calls.ts';
import { startBank, type TestBank } from '../../support/bank/bank-server.ts';
import { rowsOfSetUp } from '../../support/operations/example-rows.ts';
import { exampleScene, expectedData, sendExample } from '../../support/operations/example-scene.ts';
import { serviceInMemory } from '../../support/operations/service-in-memory.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

/** Between the days that examples take for past, and those that they take for future. */
const clock = new FakeClock(Date.UTC(2026, 10, 2, 9));
let bank: TestBank;
let calls: ReturnType<typeof sandboxBank>;

beforeAll(async () => {
  bank = await startBank(dynamoBankLedger(new MemoryTable()), undefined, { clock });
  calls = sandboxBank({ clock });
});
afterAll(async () => {
  calls.close();
  await bank.stop();
});

/** Sets up an example's scene over a table of its own, and sends its request. */
const executeInMemory = async (operation: DocumentedOperation, example: OperationExample<string>) => {
  const { setUp = {} } = example;
  const service = await serviceInMemory({ ...setUp, gateway: bank.gateway, bank: calls, clock });
  const owner = { dealerCode: service.dealer.dealerCode, vault: service.ports.sealer, nowMs: service.now() };
  await service.put(await rowsOfSetUp(setUp, owner));
  return sendExample(await exampleScene(operation, example, service), example);
};

describe.each(documentedOperations)('The published examples of $document.title', (operation) => {
  const { examples } = operation.document;
  const executable = examples.filter((example) => 'data' in example || example.fault === undefined);

  test.each(executable)('$name: the use case gives the documented answer', async (example) => {
    const { answer, earlier } = await executeInMemory(operation, example);
    const { headers, status: _status, ...envelope } = answer;
    const documented = exampleAnswer(operation, example);
    if (!('data' in example)) {
      expect(envelope).toEqual(documented);
      return;
    }
    expect(envelope).toEqual({ ...documented, Data: expectedData(example, envelope.Data) });
    expect(headers.get('idempotent-replayed')).toBe(example.replayed === true ? 'true' : null);
    if (example.replayed === true) expect(envelope.Data).toEqual(earlier?.Data);
  });
});

describe('The order of refusals', () => {
  test.each(ladders)('of $operation is that of the document', async (ladder) => {
    const operation = operationOf(ladder);
    const codes: string[] = [];
    for (let rung = 0; rung <= ladder.rungs.length; rung += 1) {
      const { answer } = await executeInMemory(operation, breaking(ladder, rung));
      codes.push(answer.ResultCode);
    }
    expect(codes).toEqual(documentedCodes(operation, ladder));
  });
});
