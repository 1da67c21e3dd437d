import type { OperationName } from '../../shared/domain/dealer/dealer.ts';
import { checkKeyOf } from '../../shared/http/check-key.ts';
import type { OperationExample } from '../../shared/openapi/operation-document.ts';
import type { DocumentedOperation } from './operations.ts';
import { codeOf } from './result-codes.ts';

/** The account of the examples. With its CheckKey it is the published test vector. */
export const exampleAccount = { DealerCode: '1001', Username: 'apiuser', Password: 'apipass' };

interface WireAccount {
  readonly DealerCode: string;
  readonly Username: string;
  readonly Password: string;
}

const checkKeyFor = ({ DealerCode, Username, Password }: WireAccount): string =>
  checkKeyOf({ dealerCode: DealerCode, username: Username, password: Password });

export const exampleCheckKey = checkKeyFor(exampleAccount);

/** The authentication block of an example, for the given account. */
const authenticationFor = (account: WireAccount, wrong: OperationExample<string>['authentication']) => {
  const passwords = { 'wrong password': 'not-the-password', 'empty password': '' };
  const wrongPassword = wrong === undefined || wrong === 'wrong CheckKey' ? undefined : passwords[wrong];
  const used = wrongPassword === undefined ? account : { ...account, Password: wrongPassword };
  return { ...used, CheckKey: wrong === 'wrong CheckKey' ? '0'.repeat(64) : checkKeyFor(used) };
};

/** The body of an example: the authentication block, then the request. */
export const exampleBody = (
  { contract }: DocumentedOperation,
  { request, authentication }: Pick<OperationExample<string>, 'request' | 'authentication'>,
  account: WireAccount,
): Record<string, unknown> => {
  const [block = ''] = contract.authenticationBlocks;
  return { [block]: authenticationFor(account, authentication), [contract.requestBlock]: request };
};

/** The answer of an example. */
export const exampleAnswer = (operation: DocumentedOperation, example: OperationExample<string>) =>
  'data' in example
    ? { Data: example.data, ResultCode: 'Success', ResultMessage: '', Exception: null }
    : { Data: null, ResultCode: codeOf(operation, example.reason), ResultMessage: example.message, Exception: null };

type ExampleObjects = Record<string, { readonly summary: string; readonly value: unknown }>;

/** The examples of one of the operations that a contract serves. */
const examplesAt = ({ contract, document }: DocumentedOperation, called: OperationName) =>
  document.examples.filter(({ operation = contract.operation }) => operation === called);

/** The requests of the examples that are valid by their schema; tests execute the others too. */
export const requestExamples = (
  operation: DocumentedOperation,
  { called, isValid }: { readonly called: OperationName; readonly isValid: (body: unknown) => boolean },
): ExampleObjects =>
  Object.fromEntries(
    examplesAt(operation, called)
      .map((example) => ({ ...example, value: exampleBody(operation, example, exampleAccount) }))
      .filter(({ value }) => isValid(value))
      .map(({ name, summary, value }) => [name, { summary, value }]),
  );

export const responseExamples = (operation: DocumentedOperation, called: OperationName): ExampleObjects =>
  Object.fromEntries(
    examplesAt(operation, called).map((example) => [
      example.name,
      { summary: example.summary, value: exampleAnswer(operation, example) },
    ]),
  );
