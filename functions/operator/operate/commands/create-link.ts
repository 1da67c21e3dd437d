import type { Dealer } from '../../../../shared/domain/dealer/dealer.ts';
import type { PaymentRequestFields } from '../../../../shared/domain/link/payment-request-fields.ts';
import { Refusal } from '../../../../shared/domain/refusal.ts';
import { draftHandedOver, handedOverFields } from '../../../../shared/links/handed-over-link.ts';
import { linkQrUrl, linkUrlIn } from '../../../../shared/payment-flow/addresses.ts';
import { type CommandCall, changeCommand } from '../command.ts';
import { CommandError, notPossible } from '../command-error.ts';
import { defaulted, type InputOf, optional, required } from '../fields.ts';
import { amountAboveZero, anyId, choice, code, freeText } from '../kinds.ts';
import { shownAmount, shownTime } from '../values-in-views.ts';
import { existingDealer } from './dealer.ts';
import { definitionIdOf } from './definition-of-dealer.ts';
import { currencyChoice, dealerCodeField, otherTrxCode } from './fields-in-common.ts';

const fields = {
  dealerCode: dealerCodeField,
  amount: required(amountAboveZero, 'What the payer is asked for.'),
  description: optional(freeText(200), 'What it is for; the payer reads it.'),
  currency: defaulted(currencyChoice, 'TL', { meaning: 'Currency of the amount.' }),
  dealerCustomerTypeId: optional(
    anyId,
    "Definition that the link follows; the dealer's definition with the lowest id when not given.",
  ),
  otherTrxCode: optional(otherTrxCode, "The dealer's number of the payment. Each names one payment, for ever."),
  fullName: optional(freeText(200), 'Name of the payer.'),
  gsmNumber: optional(code(20), 'Mobile number: the link is sent to it where the definition sends by SMS.'),
  email: optional(code(100), 'E-mail address: the link is sent to it where the definition sends by e-mail.'),
  expireDate: optional(
    code(30),
    'Until when it can be paid: yyyy-MM-dd HH:mm in Istanbul, or a day, YYYYMMDD; as the definition says when not given.',
  ),
  language: optional(
    choice(['TR', 'EN']),
    "Language of its page and messages; the payer's browser decides when not given.",
  ),
};
type Input = InputOf<typeof fields>;

/** Refusals of the use case that lie with the command's input. */
const WRONG_INPUT: readonly string[] = ['InvalidRequest', 'InvalidGsmNumber', 'InvalidEmailFormat'];

/** A refusal of the use case, which speaks of the dealers' fields, as a refusal of the command. */
const asCommandError = ({ reason, sentence }: Refusal): CommandError =>
  new CommandError(WRONG_INPUT.includes(reason) ? 'InvalidInput' : 'NotPossible', sentence);

const requestOf = (input: Input, dealer: Dealer, dealerCustomerTypeId: number): PaymentRequestFields => {
  const given = <Value>(value: Value | null | undefined): Value | undefined => value ?? undefined;
  return handedOverFields(
    {
      amount: input.amount,
      currency: given(input.currency),
      description: given(input.description),
      otherTrxCode: given(input.otherTrxCode),
      fullName: given(input.fullName),
      gsmNumber: given(input.gsmNumber),
      email: given(input.email),
      expireDate: given(input.expireDate),
      language: given(input.language),
    },
    { dealer, dealerCustomerTypeId },
  );
};

/** A code is taken by whoever used it first, a link or a payment. */
const refuseKnownCode = async ({ dealerCode, otherTrxCode: text }: Input, { deps }: CommandCall): Promise<void> => {
  if (typeof text !== 'string' || (await deps.idempotencyRecords.find(dealerCode, text)) === undefined) return;
  throw notPossible('This otherTrxCode names another payment already: take a new one.', 'otherTrxCode');
};

const draftOf = (asked: Parameters<typeof draftHandedOver>[0], { deps }: CommandCall) =>
  draftHandedOver(asked, deps.linkMaking).catch((error: unknown) => {
    throw error instanceof Refusal ? asCommandError(error) : error;
  });

export const createLinkCommand = changeCommand(
  {
    name: 'create-link',
    group: 'Payment requests',
    summary: 'Make a payment link for a dealer, as CreateUserPosPayment does: the way for a dealer without a program.',
    notes: [
      'Take the address of the answer to the payer, or give gsmNumber or email where the definition sends links. The payer ends on a receipt; show-payment-request and find-payments tell what came of it.',
      'It follows the rules of the definition, the limits and the virtual POS of the dealer, and needs no channel of the dealer.',
      'The address is shown once. A repeat with the same command id makes no second link and shows no address; show-payment-request with qr=true shows its QR code.',
    ],
    fields,
    example: { dealerCode: '1001', amount: '349.90', description: 'Repair of 12 May' },
  },
  async (input, call) => {
    const { dealerCode } = input;
    const dealer = await existingDealer(dealerCode, call);
    await refuseKnownCode(input, call);
    const asked = requestOf(input, dealer, await definitionIdOf(input, call));
    const { link, change } = await draftOf({ dealer, fields: asked }, call);
    return {
      dealerCode,
      change,
      changed: ['paymentRequest'],
      result: {
        dealerCode,
        userPosPaymentId: link.userPosPaymentId,
        dealerCustomerTypeId: asked.dealerCustomerTypeId,
        amount: shownAmount(link.terms.amount),
        currency: link.terms.currency,
        expiresAt: shownTime(link.expiresAtMs),
      },
      // Whoever has the address can open the link (rule 30).
      secrets: { url: linkUrlIn(call.deps.baseUrl)(link), qr: linkQrUrl(call.deps.baseUrl, link.token) },
    };
  },
);
