import * as z from 'zod/mini';
import { Refusal } from '../../domain/refusal.ts';
import type { Accounts } from '../../ports/accounts.ts';
import { isJsonObject, type JsonObject } from '../body.ts';
import { type Authentication, isCheckKeyRight } from '../check-key.ts';
import { text } from '../fields.ts';
import { withOtherBlock, withSlip } from '../misspelt-members.ts';
import { type PipelineStep, required } from '../request-state.ts';

const members = {
  DealerCode: text({ max: 64 }),
  Username: text({ max: 128 }),
  Password: text({ max: 256 }),
  CheckKey: text({ max: 64 }),
};
const block = z.object(members);
const memberNames = Object.keys(members);

const blockOf = (body: JsonObject, names: readonly string[]): JsonObject => {
  for (const name of names) {
    const candidate = Object.hasOwn(body, name) ? body[name] : undefined;
    if (isJsonObject(candidate)) return candidate;
  }
  throw new Refusal('MalformedRequest', withOtherBlock(`${names[0]} is missing or is not an object.`, body, names));
};

const readAuthentication = (raw: JsonObject): Authentication => {
  const read = z.safeParse(block, raw);
  if (!read.success || read.data.CheckKey === undefined) {
    const sentence = 'DealerCode, Username, Password and CheckKey are all required as text.';
    throw new Refusal('MalformedRequest', withSlip(sentence, raw, memberNames));
  }
  const { DealerCode, Username, Password, CheckKey } = read.data;
  if (DealerCode === undefined || Username === undefined || Password === undefined) {
    const sentence = 'DealerCode, Username and Password must not be empty.';
    throw new Refusal('InvalidAccount', withSlip(sentence, raw, memberNames));
  }
  return { dealerCode: DealerCode, username: Username, password: Password, checkKey: CheckKey };
};

/**
 * Verifies the CheckKey, then the account. A wrong CheckKey is MalformedRequest. An unknown or empty dealer, user or
 * password is InvalidAccount; the answer does not tell which of them it was.
 */
export const authenticating = (names: readonly string[], accounts: Accounts): PipelineStep => ({
  before: async (request) => {
    const authentication = readAuthentication(blockOf(required(request.internal.body, 'readingBody'), names));
    if (!isCheckKeyRight(authentication)) {
      throw new Refusal(
        'MalformedRequest',
        'CheckKey is not the SHA-256, in hexadecimal, of DealerCode + MK + Username + PD + Password.',
      );
    }
    const dealer = await accounts.authenticate(authentication);
    if (dealer === undefined) {
      throw new Refusal('InvalidAccount', 'DealerCode, Username or Password is not known.');
    }
    request.internal.dealer = dealer;
    request.internal.username = authentication.username;
  },
});
