import { refusalAdvice } from '../../shared/domain/refusal-advice.ts';
import { UNEXPECTED_ERROR_CODE } from '../../shared/http/contract.ts';
import type { DocumentedOperation } from './operations.ts';

/** A result code with every condition for which it is given. */
export interface DocumentedCode {
  readonly code: string;
  readonly conditions: readonly string[];
  /** How to mend it: a sentence for each of its reasons. */
  readonly advice: readonly string[];
}

const adviceFor = (reason: string): string => {
  const advice = Object.entries(refusalAdvice).find(([name]) => name === reason)?.[1];
  if (advice === undefined) throw new Error(`There is no advice for ${reason}.`);
  return advice;
};

export const codeOf = ({ contract }: DocumentedOperation, reason: string): string => {
  if (reason === UNEXPECTED_ERROR_CODE) return UNEXPECTED_ERROR_CODE;
  const code = contract.codes[reason];
  if (code === undefined) throw new Error(`The contract of ${contract.operation} has no code for ${reason}.`);
  return code;
};

/** A code of one step, and the reason of the contract that it is given for. */
type CodeOfStep = DocumentedCode & { readonly reason: string };

/** One step of the order of refusals with the codes that it may answer. */
export const stepsOf = (operation: DocumentedOperation): readonly { step: string; codes: readonly CodeOfStep[] }[] =>
  operation.document.order.map(({ step, conditions }) => ({
    step,
    codes: Object.entries(conditions).map(([reason, condition]) => ({
      reason,
      code: codeOf(operation, reason),
      conditions: condition === undefined ? [] : [condition],
      advice: [adviceFor(reason)],
    })),
  }));

/** Every code of the operation, in the order in which each can first be answered; `EX` is last. */
export const codesOf = (operation: DocumentedOperation): readonly DocumentedCode[] => {
  const codes = new Map<string, DocumentedCode>();
  for (const { code, conditions, advice } of stepsOf(operation).flatMap((step) => step.codes)) {
    const known = codes.get(code) ?? { code, conditions: [], advice: [] };
    codes.set(code, {
      code,
      conditions: [...known.conditions, ...conditions],
      advice: [...new Set([...known.advice, ...advice])],
    });
  }
  const conditions = ['The service failed unexpectedly. Whether the request took effect is open.'];
  codes.set(UNEXPECTED_ERROR_CODE, { code: UNEXPECTED_ERROR_CODE, conditions, advice: [refusalAdvice.EX] });
  return [...codes.values()];
};
