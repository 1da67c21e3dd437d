import * as z from 'zod/mini';
import { isOtherTrxCode } from '../../domain/attempt/other-trx-code.ts';
import { Refusal } from '../../domain/refusal.ts';
import { isJsonObject, JsonNumber, type JsonObject } from '../body.ts';
import { withOtherBlock } from '../misspelt-members.ts';
import { type PipelineStep, type ReadRequest, required } from '../request-state.ts';

const placeOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .slice(1);

const refused = (reason: 'MalformedRequest' | 'InvalidRequest', sentence: string): ReadRequest<never> => ({
  ok: false,
  refusal: new Refusal(reason, sentence),
});

/** The block, and the body in which another may stand in its place. */
interface GivenBlock {
  readonly raw: unknown;
  readonly body: JsonObject;
}

const readBlock = (contract: BlockOfContract, { raw, body }: GivenBlock): ReadRequest<unknown> => {
  const { requestBlock: name, furtherRequestBlocks = [] } = contract;
  if (!isJsonObject(raw)) {
    const sentence = `${name} is missing or is not an object.`;
    return refused('MalformedRequest', withOtherBlock(sentence, body, [name, ...furtherRequestBlocks]));
  }
  const read = z.safeParse(contract.request, raw);
  if (read.success) return { ok: true, value: read.data };
  const issue = read.error.issues[0];
  const sentence = issue === undefined ? `${name} cannot be read.` : `${placeOf(issue.path)} ${issue.message}.`;
  return refused('InvalidRequest', sentence);
};

const otherTrxCodeIn = (raw: unknown): string | undefined => {
  const member = isJsonObject(raw) ? raw.OtherTrxCode : undefined;
  const code = member instanceof JsonNumber ? member.text : member;
  return typeof code === 'string' && isOtherTrxCode(code) ? code : undefined;
};

const memberOf = (body: JsonObject, name: string): unknown => (Object.hasOwn(body, name) ? body[name] : undefined);

/** How a contract tells its request block. */
export interface BlockOfContract {
  readonly requestBlock: string;
  readonly furtherRequestBlocks?: readonly string[];
  readonly requestBlockOptional?: true;
  readonly request: z.ZodMiniType;
}

/** null, "" and the empty list, as PHP writes an object without members, mean "not given" for a whole block too. */
const isGiven = (block: unknown): boolean =>
  block !== undefined && block !== null && block !== '' && !(Array.isArray(block) && block.length === 0);

/** The block under the first of its names that the body has. */
export const blockIn = (body: JsonObject, contract: BlockOfContract): unknown => {
  const { requestBlock, furtherRequestBlocks = [], requestBlockOptional } = contract;
  const given = [requestBlock, ...furtherRequestBlocks].map((name) => memberOf(body, name));
  const block = given.find(isGiven);
  return block === undefined && requestBlockOptional === true ? {} : block;
};

/**
 * Reads the request block. A field of the wrong shape does not refuse the request here: a known OtherTrxCode is
 * answered before it (rule 6), and only the use case can look that up.
 */
export const readingRequest = (contract: BlockOfContract): PipelineStep => ({
  before: (request) => {
    const body = required(request.internal.body, 'readingBody');
    const raw = blockIn(body, contract);
    const code = otherTrxCodeIn(raw);
    request.internal.read = readBlock(contract, { raw, body });
    if (code !== undefined) request.internal.otherTrxCode = code;
  },
});
