import { describe, expect, test } from 'vitest';
import { execute } from '../../support/operations/example-calls.ts';
import { breaking, documentedCodes, operationOf } from './broken-requests.ts';
import { ladders } from './ladders.ts';

describe('The order of refusals', () => {
  test.each(ladders)(
    'of $operation: a request that breaks every rule gets the documented codes one after the other as it is put right',
    async (ladder) => {
      const operation = operationOf(ladder);
      const codes: string[] = [];
      for (let rung = 0; rung <= ladder.rungs.length; rung += 1) {
        const { answer } = await execute(operation, breaking(ladder, rung));
        codes.push(answer.ResultCode);
      }
      expect(codes).toEqual(documentedCodes(operation, ladder));
    },
  );
});
