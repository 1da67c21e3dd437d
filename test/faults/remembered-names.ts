import type { PaymentName } from '../../shared/domain/payment/payment-name.ts';
import type { PaymentNames } from '../../shared/ports/identifiers.ts';

/** More than a run has payments. */
const MOST_NAMES = 20_000;

/** The same names, each worked out once: a run asks for the name of a code at each of its steps. */
export const rememberedNames = (names: PaymentNames): PaymentNames => {
  const known = new Map<string, PaymentName>();
  const remembered = (key: string, name: () => PaymentName): PaymentName => {
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= MOST_NAMES) known.clear();
    const made = name();
    known.set(key, made);
    return made;
  };
  return {
    nameOf: (dealerCode, otherTrxCode) =>
      otherTrxCode === undefined
        ? names.nameOf(dealerCode, otherTrxCode)
        : remembered(`${dealerCode} ${otherTrxCode}`, () => names.nameOf(dealerCode, otherTrxCode)),
    nameOfLink: (dealerCode, linkCode) =>
      remembered(`${dealerCode}\t${linkCode}`, () => names.nameOfLink(dealerCode, linkCode)),
    nameOfTry: (plan, tryNumber) =>
      remembered(`${plan.dealerCode}\n${plan.dealerPaymentPlanId}#${tryNumber}`, () =>
        names.nameOfTry(plan, tryNumber),
      ),
  };
};
