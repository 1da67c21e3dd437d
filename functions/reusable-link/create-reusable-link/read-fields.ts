import type {
  QuestionFields,
  ReusableLinkFields,
  SharedEntry,
} from '../../../shared/domain/reusable-link/link-fields.ts';
import { splitEntry } from '../../../shared/http/direct-payment-fields.ts';
import { type EveryField, noneLeft } from '../../../shared/http/read-members.ts';
import type { ReusableLinkRequest } from './contract.ts';

const sharedEntry = ({ Rate, ...entry }: ReusableLinkRequest['SubDealer'][number]): EveryField<SharedEntry> => ({
  ...splitEntry(entry),
  rate: Rate,
});

const questionOf = ({ Field, Need, Label }: ReusableLinkRequest['Ask'][number]): EveryField<QuestionFields> => ({
  field: Field,
  need: Need,
  label: Label,
});

/** Members that are those of a payment request. */
const sharedIn = (request: ReusableLinkRequest) => {
  const { IsThreeD, IsPreAuth, IsPoolPayment, InstallmentNumber, SetInstallmentBy, CommissionByDealer, ...rest } =
    request;
  const { IsCommissionDiffByDealer, CommissionScenario, Language, RedirectUrl, ReturnHash, ...own } = rest;
  const shared = {
    isThreeD: IsThreeD,
    isPreAuth: IsPreAuth,
    isPoolPayment: IsPoolPayment,
    installmentNumber: InstallmentNumber,
    setInstallmentBy: SetInstallmentBy,
    commissionByDealer: CommissionByDealer,
    isCommissionDiffByDealer: IsCommissionDiffByDealer,
    commissionScenario: CommissionScenario,
    language: Language,
    redirectUrl: RedirectUrl,
    returnHash: ReturnHash,
  };
  return { shared, own };
};

/** Maps the names of the wire to those of the domain. */
export const fieldsOf = (request: ReusableLinkRequest): EveryField<ReusableLinkFields> => {
  const { shared, own } = sharedIn(request);
  const { LinkCode, DealerCustomerTypeId, CurrencyCode, Amount, OpenAmount, Title, Description, ...rest } = own;
  const { MaxPayments, ExpireDate, Ask, SubDealer, ...others } = rest;
  noneLeft(others);
  const { Min, Max, Suggested } = OpenAmount;
  return {
    linkCode: LinkCode,
    dealerCustomerTypeId: DealerCustomerTypeId,
    currency: CurrencyCode,
    amount: Amount,
    openAmount: { min: Min, max: Max, suggested: Suggested },
    title: Title,
    description: Description,
    maxPayments: MaxPayments,
    expireDate: ExpireDate,
    questions: Ask.map(questionOf),
    subDealers: SubDealer.map(sharedEntry),
    ...shared,
  };
};
