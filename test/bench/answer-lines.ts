import * as z from 'zod';
import { documentedOperations } from '../../infra/docs/operations.ts';
import { functionDefinitions } from '../../infra/functions/all-functions.ts';
import type { FunctionDefinition } from '../../infra/functions/function-definition.ts';
import { settingsOf, templatesOf } from '../infra/stage-templates.ts';

/** API Gateway names a request by 16 characters; the local runner by a UUID. */
const REQUEST_ID = 'JKJaXmPLvHcESHA=';
const LOCAL_ID = /(?<="correlationId":")[\da-f-]{36}(?=")/;

/** The function of an answer: its line names the operation, or the page by its function. */
export const functionOf = (operation: string): FunctionDefinition => {
  const served = documentedOperations.find(({ contract }) =>
    contract.routes.some((route) => (route.operation ?? contract.operation) === operation),
  );
  const name = served?.contract.name ?? operation;
  const found = functionDefinitions.find((definition) => definition.name === name);
  if (found === undefined) throw new Error(`no function answers ${operation}`);
  return found;
};

/** Bytes of a line as it is in a deployed function's log, with its end. */
export const lineBytes = (line: string): number => Buffer.byteLength(line.replace(LOCAL_ID, REQUEST_ID)) + 1;

const accessFormat = (): string => {
  const [apiStage] = templatesOf(settingsOf('production')).resources('AWS::ApiGatewayV2::Stage');
  const schema = z.object({ AccessLogSettings: z.object({ Format: z.string() }) });
  return schema.parse(apiStage?.properties).AccessLogSettings.Format;
};

/** Answers how long the API's own line of a request is, by the operation that it calls: of several routes the longest. */
export const accessLines = (format = accessFormat()): ((operation: string) => number) => {
  const values: Readonly<Record<string, string>> = { requestId: REQUEST_ID, status: '200', responseLatency: '2143' };
  return (operation) => {
    const routeKeys = functionOf(operation).routes.map(({ method, path }) => `${method} ${path}`);
    const lines = routeKeys.map((routeKey) =>
      format.replaceAll(/\$context\.(\w+)/g, (_all, name: string) => ({ ...values, routeKey })[name] ?? ''),
    );
    return Math.max(...lines.map((line) => Buffer.byteLength(line) + 1));
  };
};
