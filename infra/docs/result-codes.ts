import { UNEXPECTED_ERROR_CODE } from '../../shared/http/contract.ts';
import type { DocumentedOperation } from './operations.ts';

/** A result code and everything for which it is given. */
export interface DocumentedCode {
  readonly code: string;
  readonly conditions: readonly string[];
}

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
    })),
  }));

/** Every code of the operation, in the order in which it can first be answered; `EX` last. */
export const codesOf = (operation: DocumentedOperation): readonly DocumentedCode[] => {
  const conditions = new Map<string, string[]>();
  for (const found of stepsOf(operation).flatMap((step) => step.codes)) {
    conditions.set(found.code, [...(conditions.get(found.code) ?? []), ...found.conditions]);
  }
  conditions.set(UNEXPECTED_ERROR_CODE, [
    'The service failed unexpectedly. Whether the request took effect is open: repeat it, with the same OtherTrxCode where there is one.',
  ]);
  return [...conditions].map(([code, reasons]) => ({ code, conditions: reasons }));
};
