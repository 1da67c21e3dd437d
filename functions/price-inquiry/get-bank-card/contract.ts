import * as z from 'zod/mini';
import type { BankCardReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { paymentDealerCodes } from '../../../shared/http/payment-dealer-codes.ts';
import { binNumber } from '../../../shared/http/price-members.ts';

const PREFIX = 'PaymentDealer.GetBankCardInformation.';

/** What is known of a card by its BIN (decisions: price inquiries). Some programs write the usual request block. */
export const contract = defineOperation({
  name: 'get-bank-card',
  operation: 'GetBankCardInformation',
  routes: [{ method: 'POST', path: '/PaymentDealer/GetBankCardInformation' }],
  authenticationBlocks: ['PaymentDealerAuthentication'],
  requestBlock: 'BankCardInformationRequest',
  furtherRequestBlocks: ['PaymentDealerRequest'],
  request: z.object({ BinNumber: binNumber() }),
  codes: {
    ...paymentDealerCodes('GetBankCardInformation'),
    NoAllowedToUseThisWebService: `${PREFIX}DealerNotAllowed`,
    BinNumberNotFound: `${PREFIX}BinNumberNotFound`,
  } satisfies CodesOf<BankCardReason>,
});
