import { isJsonObject, type JsonObject } from '../../../shared/http/body.ts';
import type { JsonSchema } from '../../../shared/openapi/operation-document.ts';
import { accountFindings, checkKeyFindings, type KnownAccount } from './check-key-findings.ts';
import { masked } from './masked-body.ts';
import type { OperationWords, RefusalWords, Words } from './operation-words.ts';
import type { Explanation, FieldInQuestion } from './request-view.ts';

/** A refused request, with all that it held. */
export interface RefusedRequest {
  readonly operation: OperationWords;
  readonly parts: Words['parts'];
  /** The body as it was read; otherwise the finding about what is wrong with it. */
  readonly body: JsonObject | { readonly unreadable: string };
  readonly code: string;
  readonly message: string;
  readonly accounts: readonly KnownAccount[];
}

const MOST_FIELDS = 6;
const BODY_STEP = 'Body and CheckKey';
const ACCOUNT_STEP = 'Account';

const isUnreadable = (body: RefusedRequest['body']): body is { readonly unreadable: string } =>
  typeof body.unreadable === 'string' && Object.keys(body).length === 1;

const textAt = (block: JsonObject, name: string): string | undefined => {
  const value = Object.hasOwn(block, name) ? block[name] : undefined;
  return typeof value === 'string' ? value : undefined;
};

/** `step`: the one step that refused, where the request itself tells. */
type Found = Pick<Explanation, 'findings'> & Partial<Pick<Explanation, 'hashed'>> & { readonly step?: string };

const ofAuthentication = (body: JsonObject, { operation, accounts }: RefusedRequest): Found => {
  const [expected = ''] = operation.authenticationBlocks;
  const name = operation.authenticationBlocks.find((one) => isJsonObject(body[one]));
  const block = name === undefined ? undefined : body[name];
  if (!isJsonObject(block)) {
    return { findings: [`The body has no object ${expected}. It holds the account.`], step: BODY_STEP };
  }
  const missing = ['DealerCode', 'Username', 'Password', 'CheckKey'].filter((one) => textAt(block, one) === undefined);
  if (missing.length > 0) {
    return { findings: missing.map((one) => `${one} is missing or is no text.`), step: BODY_STEP };
  }
  const sent = {
    dealerCode: textAt(block, 'DealerCode') ?? '',
    username: textAt(block, 'Username') ?? '',
    password: textAt(block, 'Password') ?? '',
    checkKey: textAt(block, 'CheckKey') ?? '',
  };
  const ofCheckKey = checkKeyFindings(sent, accounts);
  if (ofCheckKey.findings.length > 0) return { ...ofCheckKey, step: BODY_STEP };
  const ofAccount = accountFindings(sent, accounts);
  const noRequest = isJsonObject(body[operation.requestBlock])
    ? []
    : [`The body has no object ${operation.requestBlock}. It holds the request.`];
  const step = ofAccount.length > 0 ? { step: ACCOUNT_STEP } : {};
  return { hashed: ofCheckKey.hashed, findings: ['CheckKey is right.', ...ofAccount, ...noRequest], ...step };
};

/** Whether a code is answered by the steps in front of the operation's own. */
const isAboutAccount = (reasons: readonly RefusalWords[]): boolean =>
  reasons.some(({ step }) => step === BODY_STEP || step === ACCOUNT_STEP);

const fieldsOf = (body: JsonObject, { operation, parts, message }: RefusedRequest): readonly FieldInQuestion[] => {
  const schema = operation.members[operation.requestBlock];
  const properties = (schema?.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const block = isJsonObject(body[operation.requestBlock]) ? (body[operation.requestBlock] as JsonObject) : {};
  const words = new Set(message.match(/[A-Za-z]\w+/g));
  return Object.entries(properties)
    .filter(([name]) => words.has(name))
    .slice(0, MOST_FIELDS)
    .map(([name, field]) => ({
      name,
      ...(Object.hasOwn(block, name) ? { sent: masked(block[name], { name, schema: field, parts }) } : {}),
      says: typeof field.description === 'string' ? field.description : '',
    }));
};

/** Explains a refusal from the table of the documents and from the request itself. */
export const explain = (request: RefusedRequest): Explanation => {
  const { operation, code, body } = request;
  const found = operation.refusals.filter((one) => one.code === code);
  const reasons = found.map(({ step, condition, advice }) => ({ step, condition, advice }));
  if (isUnreadable(body)) return { reasons, findings: [body.unreadable], fields: [] };
  const { step, ...account } = isAboutAccount(found) ? ofAuthentication(body, request) : { findings: [] };
  const ofStep = reasons.filter((reason) => reason.step === step);
  if (ofStep.length > 0) return { reasons: ofStep, ...account, fields: [] };
  const fields = fieldsOf(body, request);
  return fields.length > 0 ? { reasons, findings: [], fields } : { reasons, ...account, fields };
};
