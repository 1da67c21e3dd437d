import { maskCardNumbers } from '../../../shared/domain/card/card-number-in-text.ts';
import { nearestName } from '../../../shared/domain/nearest-name.ts';
import { type JsonObject, readBody } from '../../../shared/http/body.ts';
import { sentenceOfProblem } from '../../../shared/http/body-sentences.ts';
import type { Exchange } from '../gateway.ts';
import { rawPathOf } from '../gateway-event.ts';
import type { KnownAccount } from './check-key-findings.ts';
import { explain } from './explanation.ts';
import { masked, maskedBody, typeAndLength } from './masked-body.ts';
import type { OperationWords, Words } from './operation-words.ts';
import type { RecordedRequest } from './request-view.ts';

const bodyOf = ({ body, contentType }: Exchange): JsonObject | { readonly unreadable: string } => {
  const raw = { body: body.toString('base64'), isBase64Encoded: true, contentType };
  const read = readBody(raw);
  return typeof read === 'object' ? read : { unreadable: sentenceOfProblem(read, raw) };
};

const envelopeOf = (answer: Buffer): JsonObject | undefined => {
  const read = readBody({ body: answer.toString('utf8') });
  return typeof read === 'object' && typeof read.ResultCode === 'string' ? read : undefined;
};

/** A path of the service as it is; any other only where it is a slip of one, since it may hold anything. */
const pathOf = ({ routeKey, target }: Exchange, words: Words): string => {
  if (routeKey !== '$default') return routeKey.slice(routeKey.indexOf(' ') + 1);
  const path = rawPathOf(target);
  return nearestName(path, [...words.operations.keys()]) === undefined ? typeAndLength(path) : maskCardNumbers(path);
};

const answerOf = (envelope: JsonObject, operation: OperationWords, parts: Words['parts']): JsonObject => ({
  Data: envelope.Data === null ? null : masked(envelope.Data, { name: 'Data', schema: operation.data, parts }),
  ResultCode: envelope.ResultCode,
  ResultMessage: typeof envelope.ResultMessage === 'string' ? maskCardNumbers(envelope.ResultMessage) : '',
  Exception: null,
});

type Recorded = Omit<RecordedRequest, 'id'>;

const ofOperation = (
  exchange: Exchange,
  {
    operation,
    parts,
    accounts,
  }: { operation: OperationWords; parts: Words['parts']; accounts: readonly KnownAccount[] },
): Partial<Recorded> => {
  const body = bodyOf(exchange);
  const envelope = envelopeOf(exchange.answer);
  const code = typeof envelope?.ResultCode === 'string' ? envelope.ResultCode : undefined;
  const message = typeof envelope?.ResultMessage === 'string' ? maskCardNumbers(envelope.ResultMessage) : '';
  const isReadable = typeof body.unreadable !== 'string' || Object.keys(body).length > 1;
  const request = isReadable ? maskedBody(body, operation.members, parts) : `‹${exchange.body.length} bytes›`;
  return {
    operation: operation.operation,
    request,
    ...(code === undefined ? {} : { code, message }),
    ...(envelope === undefined ? {} : { answer: answerOf(envelope, operation, parts) }),
    ...(code === undefined || code === 'Success'
      ? {}
      : { explanation: explain({ operation, parts, body, code, message, accounts }) }),
  };
};

/** What the documents say of an answer that no operation gave. */
const ofNoOperation = ({ routeKey, answer }: Exchange): Partial<Recorded> => {
  const envelope = routeKey === '$default' ? envelopeOf(answer) : undefined;
  if (envelope === undefined) return {};
  const message = typeof envelope.ResultMessage === 'string' ? envelope.ResultMessage : '';
  return { code: String(envelope.ResultCode), message };
};

/** An exchange without its secrets, and why it was refused. */
export const recorded = (exchange: Exchange, words: Words, accounts: readonly KnownAccount[]): Recorded => {
  const { atMs, method, status, durationMs } = exchange;
  const path = pathOf(exchange, words);
  const common = { atMs, method, path, status, durationMs };
  const operation = words.operations.get(path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, ''));
  return operation === undefined || method !== 'POST'
    ? { ...common, ...ofNoOperation(exchange) }
    : { ...common, ...ofOperation(exchange, { operation, parts: words.parts, accounts }) };
};
