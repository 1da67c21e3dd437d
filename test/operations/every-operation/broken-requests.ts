import { type DocumentedOperation, documentedOperations } from '../../../infra/docs/operations.ts';
import { stepsOf } from '../../../infra/docs/result-codes.ts';
import type { ExampleFields, ExampleSetUp, OperationExample } from '../../../shared/openapi/operation-document.ts';
import type { Ladder } from './ladders.ts';

/** A request that breaks the rules of all rungs from this one on. */
export const breaking = ({ least, setUp, rungs }: Ladder, from: number): OperationExample<string> => {
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

/** The documented codes that the rungs of a ladder lead to, in their order, and the success at its end. */
export const documentedCodes = (operation: DocumentedOperation, { elsewhere }: Ladder): readonly string[] => [
  ...stepsOf(operation)
    .flatMap(({ codes }) => codes)
    .filter(({ reason }) => !elsewhere.includes(reason))
    .map(({ code }) => code),
  'Success',
];

/** The operation of a ladder, as it is documented. */
export const operationOf = (ladder: Ladder): DocumentedOperation => {
  const operation = documentedOperations.find(({ contract }) => contract.operation === ladder.operation);
  if (operation === undefined) throw new Error('the operation is not documented');
  return operation;
};
