import { describe, expect, test } from 'vitest';
import { documentedOperations } from '../../infra/docs/operations.ts';
import { stepsOf } from '../../infra/docs/result-codes.ts';
import type { ExampleFields, ExampleSetUp, OperationExample } from '../../shared/openapi/operation-document.ts';
import { type Ladder, ladders } from './ladders.ts';
import { execute } from './scenes.ts';

/** A request that breaks the rules of all rungs from one on at once. */
const breaking = ({ least, setUp, rungs }: Ladder, from: number): OperationExample<string> => {
  const broken = rungs.slice(from);
  const last = broken.toReversed();
  const authentication = broken.find((rung) => rung.authentication !== undefined)?.authentication;
  const virtualPos = broken.find((rung) => rung.virtualPos !== undefined)?.virtualPos ?? setUp.virtualPos;
  return {
    name: '',
    summary: '',
    data: {},
    request: Object.assign({ ...least }, ...last.map(({ request }) => request)) as ExampleFields,
    setUp: {
      ...setUp,
      dealer: Object.assign({ ...setUp.dealer }, ...last.map(({ dealer }) => dealer)) as ExampleSetUp['dealer'] &
        object,
      definition: Object.assign({}, ...last.map((rung) => rung.definition)) as ExampleSetUp['definition'] & object,
      ...(virtualPos === undefined ? {} : { virtualPos }),
    },
    ...(authentication === undefined ? {} : { authentication }),
  };
};

describe('The order of refusals', () => {
  test.each(ladders)(
    'of $operation: a request that breaks every rule gets the documented codes one after the other as it is put right',
    async (ladder) => {
      const operation = documentedOperations.find(({ contract }) => contract.operation === ladder.operation);
      if (operation === undefined) throw new Error('the operation is not documented');
      const documented = stepsOf(operation)
        .flatMap(({ codes }) => codes)
        .filter(({ reason }) => !ladder.elsewhere.includes(reason))
        .map(({ code }) => code);
      const codes: string[] = [];
      for (let rung = 0; rung <= ladder.rungs.length; rung += 1) {
        const { answer } = await execute(operation, breaking(ladder, rung));
        codes.push(answer.ResultCode);
      }
      expect(codes).toEqual([...documented, 'Success']);
    },
  );
});
