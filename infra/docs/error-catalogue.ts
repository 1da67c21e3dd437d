import { refusalAdvice } from '../../shared/domain/refusal-advice.ts';
import type { RefusalReason } from '../../shared/domain/refusal-reasons.ts';
import { UNEXPECTED_ERROR_CODE } from '../../shared/http/contract.ts';
import { documentedOperations } from './operations.ts';
import { stepsOf } from './result-codes.ts';
import { wrapped } from './wrapped-text.ts';

/** Codes of one reason, by the condition for which they are given. */
type Conditions = ReadonlyMap<string, ReadonlySet<string>>;

const adviceOf = (reason: string): string => {
  const advice: string | undefined = refusalAdvice[reason as RefusalReason];
  if (advice === undefined) throw new Error(`There is no advice for ${reason}.`);
  return advice;
};

/** The reasons of all operations with their conditions and codes. */
const conditionsByReason = (): ReadonlyMap<string, Conditions> => {
  const reasons = new Map<string, Map<string, Set<string>>>();
  for (const found of documentedOperations.flatMap(stepsOf).flatMap(({ codes }) => codes)) {
    const conditions = reasons.get(found.reason) ?? new Map<string, Set<string>>();
    reasons.set(found.reason, conditions);
    for (const condition of found.conditions) {
      conditions.set(condition, new Set([...(conditions.get(condition) ?? []), found.code]));
    }
  }
  return reasons;
};

const sectionOf = (reason: string, conditions: Conditions): readonly string[] => [
  `## ${reason}`,
  '',
  ...wrapped(`**What to do.** ${adviceOf(reason)}`),
  '',
  ...[...conditions].flatMap(([condition, codes]) => [
    ...wrapped(condition, '- '),
    ...[...codes].toSorted().map((code) => `  - \`${code}\``),
  ]),
  '',
];

const HEAD = `# Errors

Every code of every operation, by its reason: when it is given, and what to do. This file is generated from the contracts.

| Where to look | |
|---|---|
| \`ResultCode\` of the envelope | is \`Success\`, or one of the codes below |
| \`ResultMessage\` of the envelope | says which field, in one sentence |
| \`Data.ResultCode\` of a direct payment, \`resultCode\` of a result | is a [bank code](bank-codes.md): the bank declined |
| HTTP status | 200 for all of these; 404, 405 and 413 have an envelope too |

\`PaymentUserPos.DealerAuthentication.InvalidRequest\` is no failed login, although its name says so: the interface gives it for every field of a payment
request that has no code of its own, such as a wrong Amount. A failed login is \`InvalidAccount\`.

A request that breaks several rules gets the code of the first one, in the [order of refusals](decisions.md#order-of-refusals).
`;

/** The catalogue of errors, as text of its file. */
export const errorCatalogueText = (): string => {
  const reasons = [...conditionsByReason()].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const unexpected = new Map([
    ['The service failed unexpectedly. Whether the request took effect is open.', new Set([UNEXPECTED_ERROR_CODE])],
  ]);
  const sections = [...reasons, [UNEXPECTED_ERROR_CODE, unexpected] as const];
  return [HEAD, ...sections.flatMap(([reason, conditions]) => sectionOf(reason, conditions))]
    .join('\n')
    .trimEnd()
    .concat('\n');
};
