// Generated from the contracts of the operations by "node infra/client/generate-client.ts".
import type { AtLeastOne, Decimal, OperationFacts } from './wire-types.ts';

/** The code of a decline, with its meaning and what to do. */
export type BankCode = "000" | "001" | "002" | "003" | "004" | "005" | "006" | "007" | "008" | "009" | "010" | "011" | "012" | "013" | "014" | "015" | "016" | "017" | "018" | "019" | "020" | "021" | "022" | "023" | "024" | "025" | "026" | "027" | "028" | "029" | "030";

export type ResultReport = {
/** SHA-256 of CodeForHash + `T` where the payment was made, of CodeForHash + `F` where it was not. For CodeForHash `9FDFBDFC-42C5-417E-AA93-E4D9D5312AAC` these are `cdb7869505bdaaac2f4c891fc9ed889885fd7a0c880127ab5d508883efa3ee83` and `acc929d261fdbf9c41de3db1ae854b1ee1e46344fad0292fd4bbbc43d094c2a3`. Nothing else in this form proves anything. */
readonly hashValue?: string;
/** In place of hashValue where a 3D payment of a shop asked for no hash. It proves nothing. */
readonly isSuccessful?: "True" | "False";
/** Empty where the payment was made, else the bank code. */
readonly resultCode: "" | BankCode;
/** Empty where the payment was made, else what the code means. */
readonly resultMessage: string;
/** VirtualPosOrderId of the payment; may be empty where there is none. */
readonly trxCode: string;
/** The dealer's own code, as the request gave it. */
readonly OtherTrxCode: string;
};

type WebhookLink = {
/** Id of the payment request; absent where a reusable link itself is told of. */
readonly UserPosPaymentId?: number;
/** Id of the reusable link that it was made of, or that is told of. */
readonly UserPosLinkId?: number;
/** The dealer's code of that link. */
readonly LinkCode?: string;
/** How many payments the reusable link takes. */
readonly MaxPayments?: number;
/** The dealer's own code. */
readonly OtherTrxCode?: string;
/** `open`, `paid`, `failed`, `expired` or `cancelled`; of a reusable link `used-up` or `expired`. */
readonly State?: string;
/** Amount of the request. */
readonly Amount?: Decimal;
/** Currency of the request. */
readonly CurrencyCode?: string;
/** Until when it can be paid. */
readonly ExpireDate?: string;
/** Its customer, or 0. */
readonly DealerCustomerId?: number;
/** The dealer's code of that customer. */
readonly CustomerCode?: string;
/** Empty for a success, else the bank code. */
readonly ResultCode?: string;
};

type WebhookPayment = {
/** Id of the payment. */
readonly DealerPaymentId?: number;
/** Id of the reusable link that it was made of. */
readonly UserPosLinkId?: number;
/** The dealer's code of that link. */
readonly LinkCode?: string;
/** The dealer's own code. */
readonly OtherTrxCode?: string;
/** Id of the payment at the bank. */
readonly VirtualPosOrderId?: string;
/** Id of the transaction. */
readonly DealerPaymentTrxId?: number;
/** State of the attempt, such as `approved` or `declined`. */
readonly State?: string;
/** Whether it was begun as a pre-authorisation. */
readonly IsPreAuth?: boolean;
/** What the card was charged. */
readonly Amount?: Decimal;
/** Currency of the charge. */
readonly CurrencyCode?: string;
/** Number of installments; 1 is the single payment. */
readonly InstallmentNumber?: number;
/** The masked card: the first six and the last four digits. */
readonly CardNumber?: string;
/** Authorisation code of the bank. */
readonly AuthCode?: string;
/** Empty for a success, else the bank code. */
readonly ResultCode?: string;
/** What was captured. */
readonly CapturedAmount?: Decimal;
/** What was given back. */
readonly RefAmount?: Decimal;
/** Shares of sub-dealers; empty where there are none. */
readonly SubDealerList?: readonly ({
/** Number of the sub-dealer. */
readonly DealerId?: number;
/** Its share. */
readonly Amount?: Decimal;
})[];
};

type WebhookTransaction = {
/** `capture`, `void`, `refund`, `pool-approval` or `pool-undo`. */
readonly Kind?: string;
/** Id of the transaction. */
readonly DealerPaymentTrxId?: number;
/** What was captured, voided or given back; absent of a pool step. */
readonly Amount?: Decimal;
/** The dealer's own code of the refund. */
readonly RefundCode?: string;
/** Id of the refund request. */
readonly RefundRequestId?: number;
/** Shares of sub-dealers; empty where there are none. */
readonly SubDealerList?: readonly ({
/** Number of the sub-dealer. */
readonly DealerId?: number;
/** Its share. */
readonly Amount?: Decimal;
})[];
};

type WebhookCustomer = {
/** Id of the customer. */
readonly DealerCustomerId?: number;
/** The dealer's code of the customer. */
readonly CustomerCode?: string;
};

type WebhookCard = {
/** Token of the stored card. */
readonly CardToken?: string;
/** The customer. */
readonly DealerCustomerId?: number;
/** The masked card. */
readonly CardNumber?: string;
/** Its last month, `YYYYMM`; present where it is about to expire. */
readonly ExpireMonth?: string;
};

type WebhookPlan = {
/** Id of the payment plan. */
readonly DealerPaymentPlanId?: number;
/** Its due day, `YYYYMMDD`. */
readonly PaymentDate?: string;
/** `planned`, `paid` or `failed`. */
readonly State?: string;
/** What the plan charges. */
readonly Amount?: Decimal;
/** Currency of the plan. */
readonly CurrencyCode?: string;
/** Number of installments; 1 is the single payment. */
readonly InstallmentNumber?: number;
/** Tries so far, one for each card. */
readonly TryCount?: number;
/** Payment request that was sent for it. */
readonly UserPosPaymentId?: number;
/** Payment that paid it. */
readonly DealerPaymentId?: number;
/** The masked card that paid it, or that is charged first. */
readonly CardNumber?: string;
/** Code of the bank that declined the last try. */
readonly ResultCode?: string;
/** Why the last try charged nothing, where no bank declined it. */
readonly Reason?: string;
};

type WebhookSale = {
/** Id of the recurring sale. */
readonly DealerSaleId?: number;
/** The dealer's code of the sale. */
readonly SaleCode?: string;
/** Its customer. */
readonly DealerCustomerId?: number;
/** The dealer's code of that customer. */
readonly CustomerCode?: string;
};

type WebhookEndpoint = {
/** Id of the endpoint. */
readonly EndpointId?: string;
/** Since when it fails. */
readonly FailingSince?: string;
};

type CreateUserPosPaymentFields = {
/** The dealer's own unique code of the transaction. The same request with the same code gets the same link again; a different request is refused. Without it every request makes a link. */
readonly OtherTrxCode?: string;
/** Id of the payment-request definition that the service made for the dealer; its rules hold. */
readonly DealerCustomerTypeId: number;
/** Name of the person to whom the link goes. */
readonly FullName?: string;
/** Mobile phone to which the link goes: 10 digits that start with 5; a leading 0, 90 or +90, blanks, dots, hyphens and parentheses are dropped. Required where the definition delivers by SMS. */
readonly GsmNumber?: string;
/** E-mail address to which the link goes. Required where the definition delivers by e-mail. */
readonly Email?: string;
/** 0: credited as usual. 1: held in the pool until the dealer approves. */
readonly IsPoolPayment?: 0 | 1;
/** 0: captured at once. 1: a pre-authorisation that is captured later. */
readonly IsPreAuth?: 0 | 1;
/** 0: the card is not stored. 1: it is stored with the approved payment, and the page says so. 2: the payer decides. 1 and 2 need a customer. The CVC is never stored. */
readonly IsTokenized?: 0 | 1 | 2;
/** Id of a customer who is registered already. 0 counts as not given. */
readonly DealerCustomerId?: number;
/** The dealer's code of the customer. A code that is new registers the customer, and needs FirstName. */
readonly CustomerCode?: string;
/** First name of a customer who is new. Alone, without CustomerCode, it registers nobody. */
readonly FirstName?: string;
/** Last name of a customer who is new. */
readonly LastName?: string;
/** 1 male, 2 female, 0 not given. */
readonly Gender?: 0 | 1 | 2;
/** Birth date of the customer: a real day in the past, YYYYMMDD. */
readonly BirthDate?: string;
/** Mobile phone of the customer: 10 digits that start with 5; a leading 0, 90 or +90, blanks, dots, hyphens and parentheses are dropped. */
readonly CustomerGsmNumber?: string;
/** E-mail address of the customer. */
readonly CustomerEmail?: string;
/** Postal address of the customer. */
readonly Address?: string;
/** Amount to be paid: above 0, a dot before at most two decimals. */
readonly Amount: Decimal;
/** Currency of Amount, and of every other amount of the request. */
readonly Currency?: "TL" | "USD" | "EUR" | "GBP";
/** Absent, 0 or 1 is the single payment; 2 to 12 are installments, with TL only. */
readonly InstallmentNumber?: number;
/** 0: the payer chooses the number of installments. 1: the dealer has chosen it. Absent: the side that the definition fixes, else 1 if InstallmentNumber is above 1, else 0. */
readonly SetInstallmentBy?: 0 | 1;
/** Up to which number of installments the dealer bears the commission: 0 none, 1 the single payment only, 2 up to 2, and so on; 12 all. Absent: what the definition says, else 12. */
readonly CommissionByDealer?: number;
/** Beyond CommissionByDealer: 0, the payer bears the whole commission. 1, the payer bears only what exceeds the commission of the largest number that the dealer bears. */
readonly IsCommissionDiffByDealer?: 0 | 1;
/** 0: the payer may pay without 3D Secure. 1: 3D Secure is mandatory. Absent: what the definition says. */
readonly IsThreeD?: 0 | 1;
/** Free text about the payment. */
readonly Description?: string;
/** Must be 1. */
readonly ReturnHash: 1;
/** Page of the dealer that the payer returns to: https (sandbox stages take http on a loopback host as well), without user name and password, and without a query of its own while OtherTrxCode is sent. Required where the definition only returns the link. */
readonly RedirectUrl?: string;
/** Another spelling of RedirectUrl. Where both are given they must not differ. */
readonly RedirectURL?: string;
/** Until when the link can be paid, in Istanbul: `yyyy-MM-dd HH:mm`, or `YYYYMMDD` for the end of that day. In the future, and within the life that the definition gives a link. Absent: as late as the definition permits. A member of our own, which the dealer interface does not have. */
readonly ExpireDate?: string;
/** Language in which the payer's page opens; the payer may change it. Absent: what the browser prefers. A member of our own. */
readonly Language?: "TR" | "EN";
/** How commission is deducted from the sub-dealers, as for a direct payment. Required at the path CreateUserPosPaymentMarketPlace and wherever SubDealer is sent; ignored without SubDealer. */
readonly CommissionScenario?: number;
/** The sub-dealers among whom the payment is split, each once; their Amounts add up to Amount. Required at the path CreateUserPosPaymentMarketPlace. The split is computed on what the payer is charged: commission that the payer bears is shared in proportion, in scenario 6 it belongs to the difference. */
readonly SubDealer?: readonly ({
/** Number of the sub-dealer. */
readonly DealerId: number;
/** Scenarios 1 to 5: what falls to the sub-dealer before its commission; together they equal Amount of the payment. Scenario 6: what is paid to the sub-dealer; together they do not exceed it. */
readonly Amount: Decimal;
/** Scenario 2, required there: commission as a percentage of Amount, at most four decimals. */
readonly DealerCommissionRate?: Decimal;
/** Scenario 3, required there: the commission. */
readonly DealerCommissionAmount?: Decimal;
/** Scenario 2: added to the commission; 0 where it is not sent. */
readonly DealerCommissionFixedAmount?: Decimal;
/** Scenario 4, required there: the dealer's revenue as a percentage of Amount, at most four decimals. */
readonly GroupRevenueRate?: Decimal;
/** Scenario 5, required there: the dealer's revenue. */
readonly GroupRevenueAmount?: Decimal;
/** Scenarios 4 and 5, required there: the amount on which the sub-dealer bears the service's commission. Together they equal Amount of the payment; 0 for a sub-dealer from whom nothing is wanted. */
readonly AmountToBeCommissioned?: Decimal;
/** Scenarios 4 and 5: 1 adds the dealer's fixed amount to the sub-dealer's commission. */
readonly IsIncludedFixedAmount?: 0 | 1;
})[];
/** About the buyer. */
readonly BuyerInformation?: {
/** Full name of the buyer. */
readonly BuyerFullName?: string;
/** E-mail address of the buyer. */
readonly BuyerEmail?: string;
/** Postal address of the buyer. */
readonly BuyerAddress?: string;
/** Phone of the buyer, kept as it is given: 7 to 15 digits, a plus in front where there is one, with blanks, dots, hyphens and parentheses. */
readonly BuyerGsmNumber?: string;
/** What is bought. */
readonly BasketProduct?: readonly ({
/** Id of the product. */
readonly ProductId?: number;
/** Another name of ProductId: looked at where that is not given. */
readonly DealerProductId?: number;
/** The dealer's code of the product. */
readonly ProductCode?: string;
/** Price of one piece. */
readonly UnitPrice?: Decimal;
/** Number of pieces. */
readonly Quantity?: number;
})[];
};
/** What is bought, beside BuyerInformation: looked at where the list inside it is empty. */
readonly BasketProduct?: readonly ({
/** Id of the product. */
readonly ProductId?: number;
/** Another name of ProductId: looked at where that is not given. */
readonly DealerProductId?: number;
/** The dealer's code of the product. */
readonly ProductCode?: string;
/** Price of one piece. */
readonly UnitPrice?: Decimal;
/** Number of pieces. */
readonly Quantity?: number;
})[];
};
type CreateUserPosPaymentData = {
/** Id of the payment request in the service. */
readonly UserPosPaymentId: number;
/** Id of the customer, or 0 where none is involved. */
readonly DealerCustomerId: number;
/** The payment link. Its last part cannot be guessed. */
readonly Url: string;
/** A secret for the dealer alone. The result of the payment is reported as the SHA-256 of this code followed by T (success) or F (failure), in lower-case hexadecimal. */
readonly CodeForHash: string;
};
const codesOfCreateUserPosPayment = [
  "PaymentUserPos.DealerAuthentication.InvalidRequest",
  "PaymentUserPos.DealerAuthentication.InvalidAccount",
  "PaymentUserPos.CreateUserPosPayment.IpAddressNotAllowed",
  "PaymentUserPos.CreateUserPosPayment.ChannelPermissionNotAvailable",
  "PaymentUserPos.CreateUserPosPayment.OtherTrxCodeAlreadyUsed",
  "PaymentUserPos.CreateUserPosPayment.DealerCustomerTypeNotFound",
  "PaymentUserPos.CreateUserPosPayment.DealerCustomerTypeMismatchForDealer",
  "PaymentUserPos.CreateUserPosPayment.EmailOrGsmNumberRequired",
  "PaymentUserPos.CreateUserPosPayment.GsmRequired",
  "PaymentUserPos.CreateUserPosPayment.EmailRequired",
  "PaymentUserPos.CreateUserPosPayment.InvalidGsmNumber",
  "PaymentUserPos.CreateUserPosPayment.InvalidEmailFormat",
  "PaymentUserPos.CreateUserPosPayment.InvalidCustomerGsmNumber",
  "PaymentUserPos.CreateUserPosPayment.InvalidCustomerEmailFormat",
  "PaymentUserPos.CreateUserPosPayment.InvalidCurrencyCode",
  "PaymentUserPos.CreateUserPosPayment.InstallmentNotAvailableForForeignCurrencyTransaction",
  "PaymentUserPos.CreateUserPosPayment.InvalidTokenizationPermissionValue",
  "PaymentUserPos.CreateUserPosPayment.InvalidCommissionByDealerValue",
  "PaymentUserPos.CreateUserPosPayment.InvalidCommissionDiffByDealerValue",
  "PaymentUserPos.CreateUserPosPayment.SetInstallmentByAndInstallmentNumberInconsistent",
  "PaymentUserPos.CreateUserPosPayment.InvalidInstallmentNumber",
  "PaymentUserPos.CreateUserPosPayment.SetInstallmentByInconsistent",
  "PaymentUserPos.CreateUserPosPayment.InvalidBirthDateFormat",
  "PaymentUserPos.CreateUserPosPayment.InvalidBuyerGsmNumber",
  "PaymentUserPos.CreateUserPosPayment.InvalidBuyerEmailFormat",
  "PaymentUserPos.CreateUserPosPayment.ForeignCurrencyUnavailable",
  "PaymentUserPos.CreateUserPosPayment.InvalidPaymentPermission",
  "PaymentUserPos.CreateUserPosPayment.InvalidPoolPermission",
  "PaymentUserPos.CreateUserPosPayment.InvalidTokenizationPermission",
  "PaymentUserPos.CreateUserPosPayment.ThreeDRequired",
  "PaymentUserPos.CreateUserPosPayment.DealerCustomerNotFound",
  "PaymentUserPos.CreateUserPosPayment.DealerCustomerIdAndCustomerCodeDontMatchForDealer",
  "PaymentUserPos.CreateUserPosPayment.DealerCustomerInfoIsMissing",
  "PaymentUserPos.CreateUserPosPayment.DailyDealerLimitExceeded",
  "PaymentUserPos.CreateUserPosPayment.MonthlyDealerLimitExceeded",
  "PaymentUserPos.CreateUserPosPayment.DealerCustomerNotCreated",
  "EX",
] as const;

type AnyGetUserPosPaymentFields = {
/** Id of the payment request in the service. Not needed where OtherTrxCode is given. */
readonly UserPosPaymentId?: number;
/** The dealer's own code of the payment request. Blanks around it are dropped where nothing has the code with them. Not needed where UserPosPaymentId is given. */
readonly OtherTrxCode?: string;
};
type GetUserPosPaymentFields = AtLeastOne<AnyGetUserPosPaymentFields, "OtherTrxCode" | "UserPosPaymentId">;
type GetUserPosPaymentData = {
/** Id of the payment request. */
readonly UserPosPaymentId: number;
/** The dealer's own code, or empty. */
readonly OtherTrxCode: string;
/** Id of the reusable link that the payment was made of, or 0. */
readonly UserPosLinkId: number;
/** The dealer's code of that link, or empty. */
readonly LinkCode: string;
/** Answers of the payer to each Note that the reusable link asks for. */
readonly AnswerList: readonly ({
/** The dealer's name of the Note. */
readonly Label: string;
/** What the payer typed. */
readonly Text: string;
})[];
/** The definition that it follows. */
readonly DealerCustomerTypeId: number;
/** The customer of the payment request, or 0. */
readonly DealerCustomerId: number;
/** The dealer's code of that customer, or empty. */
readonly CustomerCode: string;
/** The address of the payment request. */
readonly Url: string;
/** Failed: the payer gave up, or used up the attempts. A payment request stays Paid when its payment is voided or refunded. */
readonly State: "Open" | "Paid" | "Failed" | "Expired" | "Cancelled";
/** Whether CancelUserPosPayment would cancel it now: it is open, and no attempt is being charged. */
readonly CanBeCanceled: boolean;
/** The language that the request named, or empty. */
readonly Language: "TR" | "EN" | "";
/** When it was made, on clocks in Istanbul, without a zone. */
readonly CreateDate: string;
/** Until when it can be paid, on clocks in Istanbul, without a zone. */
readonly ExpireDate: string;
/** The amount of the request, without commission of the payer. */
readonly Amount: Decimal;
/** Currency of all amounts. */
readonly CurrencyCode: "TL" | "USD" | "EUR" | "GBP";
/** The scenario of a payment request with sub-dealers, or 0. */
readonly CommissionScenario: number;
/** The sub-dealers as the request named them. PaymentDetail tells their shares in what was charged. */
readonly SubDealerList: readonly ({
/** Number of the sub-dealer. */
readonly DealerId: number;
/** What the request says of it. */
readonly Amount: Decimal;
})[];
/** 00 where it was done, empty while it waits, else the bank's code, 000 to 030. */
readonly ResultCode: string;
/** What a code of the bank means; otherwise empty. */
readonly ResultMessage: string;
readonly Delivery: {
/** Name of the payer, as the request gave it, or empty. */
readonly FullName: string;
/** Phone for the link, 10 digits, or empty. */
readonly GsmNumber: string;
/** E-mail address for the link, or empty. */
readonly Email: string;
/** When the payer's browser first asked for a price or a payment, like CreateDate, or empty. It is noted of payment requests with a contact. */
readonly OpenDate: string;
/** Number of entries in MessageList. */
readonly MessageListCount: number;
/** Every SMS and e-mail that brought it to its payer, oldest first. Receipts are not listed. */
readonly MessageList: readonly ({
/** The way that it took. */
readonly Channel: "Sms" | "Email";
/** Whether it brought the link, or reminded the payer of it before its expiry. */
readonly Kind: "Link" | "Reminder";
/** 1 for the first message of its kind on its channel; each resend is one more. */
readonly Round: number;
/** Phone or e-mail address that it went to, as the request gave it. */
readonly Recipient: string;
/** Unknown: its provider did not answer, or told nothing for 72 hours. */
readonly State: "Queued" | "Sent" | "Delivered" | "Failed" | "Unknown";
/** When it was about to be sent, on clocks in Istanbul, without a zone. */
readonly QueueDate: string;
/** When its provider took it, like CreateDate, or empty. */
readonly SendDate: string;
/** When its state became final, like CreateDate, or empty. */
readonly EndDate: string;
/** Why it failed, in a code of the service or of its provider, or empty. */
readonly Reason: string;
})[];
};
/** Number of entries in AttemptList. */
readonly AttemptListCount: number;
/** Every attempt to pay it, oldest first. */
readonly AttemptList: readonly ({
/** The id of the attempt at the bank. */
readonly VirtualPosOrderId: string;
/** When it began, on clocks in Istanbul, without a zone. */
readonly AttemptDate: string;
/** What the card is charged, commission of the payer included. */
readonly Amount: Decimal;
/** 0 is the single payment. */
readonly InstallmentNumber: number;
/** First six digits of the card. */
readonly CardNumberFirstSix: string;
/** Last four digits of the card. */
readonly CardNumberLastFour: string;
/** Whether it began with 3D Secure. */
readonly IsThreeD: boolean;
/** What the bank's callback proved; 0 without 3D, or where the payer never came back. */
readonly MdStatus: 0 | 1 | 2 | 3 | 4;
/** 0 waiting, 1 pre-authorised, 2 paid, 3 voided, 4 refunded in full. A payment that was refunded in part stays 2. */
readonly PaymentStatus: 0 | 1 | 2 | 3 | 4;
/** 0 waiting, 1 done, 2 failed. */
readonly TrxStatus: 0 | 1 | 2;
/** 00 where it was done, empty while it waits, else the bank's code, 000 to 030. */
readonly ResultCode: string;
/** What a code of the bank means; otherwise empty. */
readonly ResultMessage: string;
/** Authorisation code of the bank, or empty. */
readonly AuthCode: string;
})[];
/** The attempt that decides, as GetDealerPaymentTrxDetailList tells it; null while nobody has tried to pay. */
readonly PaymentDetail: {
/** Id of the payment in the service. */
readonly DealerPaymentId: number;
/** Id of the payment request, or 0. */
readonly UserPosPaymentId: number;
/** Address of the payment request, or empty. */
readonly UserPosPaymentUrl: string;
/** Id of the reusable link that the payment was made of, or 0. */
readonly UserPosLinkId: number;
/** The dealer's code of that link, or empty. */
readonly LinkCode: string;
/** The dealer's own code, or empty. */
readonly OtherTrxCode: string;
/** Name of the card holder, where the request had it. */
readonly CardHolderFullName: string;
/** First six digits of the card. */
readonly CardNumberFirstSix: string;
/** Last four digits of the card. */
readonly CardNumberLastFour: string;
/** When the payment began, on clocks in Istanbul, without a zone. */
readonly PaymentDate: string;
/** What the card was charged, commission of the payer included; of a captured payment what was captured. */
readonly Amount: Decimal;
/** What was refunded so far. */
readonly RefAmount: Decimal;
/** Currency of all amounts. */
readonly CurrencyCode: "TL" | "USD" | "EUR" | "GBP";
/** 0 is the single payment. */
readonly InstallmentNumber: number;
/** What the service takes, commission of the payer included. */
readonly DealerCommissionAmount: Decimal;
/** 0 waiting, 1 pre-authorised, 2 paid, 3 voided, 4 refunded in full. A payment that was refunded in part stays 2. */
readonly PaymentStatus: 0 | 1 | 2 | 3 | 4;
/** 0 waiting, 1 done, 2 failed. */
readonly TrxStatus: 0 | 1 | 2;
/** Always false: the service does not know where a card was issued. */
readonly IsInternationalCard: boolean;
/** Whether the payer passed 3D Secure, or was asked to. */
readonly IsThreeD: boolean;
/** The same. */
readonly IsThreeDModel: boolean;
/** Whether the payment may be voided now. */
readonly CanBeCanceled: boolean;
/** What the bank said of 3D: 1 the payer was authenticated, 2 to 4 only attempted. 0 without 3D, and where the payer never came back. */
readonly MdStatus: 0 | 1 | 2 | 3 | 4;
/** Free text about the payment. */
readonly Description: string;
/** Name of the software that made it. */
readonly Software: string;
/** Full name of the buyer. */
readonly BuyerFullName: string;
/** E-mail address of the buyer. */
readonly BuyerEmail: string;
/** Phone of the buyer. */
readonly BuyerGsmNumber: string;
/** Postal address of the buyer. */
readonly BuyerAddress: string;
/** Always empty. */
readonly BranchCode: string;
/** Always empty. */
readonly BranchName: string;
/** Always empty. */
readonly PointDistributionInformation: string;
/** The id of the payment at the bank. */
readonly VirtualPosOrderId: string;
/** Authorisation code of the bank, or empty. */
readonly AuthCode: string;
/** 00 where it was done, empty while it waits, else the bank's code, 000 to 030. */
readonly ResultCode: string;
/** What a code of the bank means; otherwise empty. */
readonly ResultMessage: string;
/** 0 not pooled, 1 waits for the approval, 2 approved. With sub-dealers it is 2 once every share is approved. */
readonly PoolStatus: 0 | 1 | 2;
/** The shares of the sub-dealers. */
readonly SubDealerList: readonly ({
/** Number of the sub-dealer. */
readonly DealerId: number;
/** Its gross share. */
readonly Amount: Decimal;
/** The commission deducted from it. */
readonly DealerCommissionAmount: Decimal;
/** What is paid to it. */
readonly NetAmount: Decimal;
/** What was refunded of the share so far. */
readonly RefAmount: Decimal;
/** 0 not pooled, 1 waits for the approval, 2 approved. */
readonly PoolStatus: 0 | 1 | 2;
})[];
} | null;
};
const codesOfGetUserPosPayment = [
  "PaymentUserPos.GetUserPosPayment.InvalidRequest",
  "PaymentUserPos.GetUserPosPayment.OtherTrxCodeOrUserPosPaymentIdMustBeGiven",
  "PaymentUserPos.GetUserPosPayment.OtherTrxCodeDoesntMatchUserPosPaymentId",
  "PaymentUserPos.GetUserPosPayment.UserPosPaymentNotFound",
  "EX",
] as const;

type AnyCancelUserPosPaymentFields = {
/** Id of the payment request in the service. Not needed where OtherTrxCode is given. */
readonly UserPosPaymentId?: number;
/** The dealer's own code of the payment request. Blanks around it are dropped where nothing has the code with them. Not needed where UserPosPaymentId is given. */
readonly OtherTrxCode?: string;
};
type CancelUserPosPaymentFields = AtLeastOne<AnyCancelUserPosPaymentFields, "OtherTrxCode" | "UserPosPaymentId">;
type CancelUserPosPaymentData = {
/** Id of the payment request. */
readonly UserPosPaymentId: number;
/** The dealer's own code, or empty. */
readonly OtherTrxCode: string;
/** Always Cancelled. */
readonly State: "Cancelled";
};
const codesOfCancelUserPosPayment = [
  "PaymentUserPos.CancelUserPosPayment.InvalidRequest",
  "PaymentUserPos.CancelUserPosPayment.OtherTrxCodeOrUserPosPaymentIdMustBeGiven",
  "PaymentUserPos.CancelUserPosPayment.OtherTrxCodeDoesntMatchUserPosPaymentId",
  "PaymentUserPos.CancelUserPosPayment.UserPosPaymentNotFound",
  "PaymentUserPos.CancelUserPosPayment.CancelNotAvailable",
  "EX",
] as const;

type AnyResendUserPosPaymentFields = {
/** Id of the payment request in the service. Not needed where OtherTrxCode is given. */
readonly UserPosPaymentId?: number;
/** The dealer's own code of the payment request. Blanks around it are dropped where nothing has the code with them. Not needed where UserPosPaymentId is given. */
readonly OtherTrxCode?: string;
};
type ResendUserPosPaymentFields = AtLeastOne<AnyResendUserPosPaymentFields, "OtherTrxCode" | "UserPosPaymentId">;
type ResendUserPosPaymentData = {
/** Id of the payment request. */
readonly UserPosPaymentId: number;
/** The dealer's own code, or empty. */
readonly OtherTrxCode: string;
/** Number of entries in MessageList. */
readonly MessageListCount: number;
/** The messages that were asked for. */
readonly MessageList: readonly ({
/** The way that it takes. */
readonly Channel: "Sms" | "Email";
/** 2 for the first resend on its channel. */
readonly Round: number;
})[];
};
const codesOfResendUserPosPayment = [
  "PaymentUserPos.ResendUserPosPayment.InvalidRequest",
  "PaymentUserPos.ResendUserPosPayment.OtherTrxCodeOrUserPosPaymentIdMustBeGiven",
  "PaymentUserPos.ResendUserPosPayment.OtherTrxCodeDoesntMatchUserPosPaymentId",
  "PaymentUserPos.ResendUserPosPayment.UserPosPaymentNotFound",
  "PaymentUserPos.ResendUserPosPayment.ResendNotAvailable",
  "PaymentUserPos.ResendUserPosPayment.NothingToResend",
  "PaymentUserPos.ResendUserPosPayment.DailyResendLimitExceeded",
  "EX",
] as const;

type CreateUserPosLinkFields = {
/** The dealer's own unique code of the link. The same request with the same code gets the same link again; a different request is refused. The OtherTrxCode of each request made of the link is this code, a hyphen and 16 more characters. */
readonly LinkCode: string;
/** Id of the payment-request definition whose rules hold for each request made of the link. */
readonly DealerCustomerTypeId: number;
/** Currency of Amount, and of every other amount of the request. */
readonly CurrencyCode?: "TL" | "USD" | "EUR" | "GBP";
/** What each payer pays. Exactly one of Amount and OpenAmount is given. */
readonly Amount?: Decimal;
/** The limits of an amount that each payer chooses. Exactly one of Amount and OpenAmount is given. */
readonly OpenAmount?: {
/** The least that a payer may choose. */
readonly Min?: Decimal;
/** The most that a payer may choose. */
readonly Max?: Decimal;
/** Amounts within the limits that the page offers as buttons, each once. */
readonly Suggested?: readonly (Decimal)[];
};
/** Heading of the page, and the description of each payment made of the link. */
readonly Title: string;
/** Text of the page below the title. */
readonly Description?: string;
/** How many payments the link takes: never more are paid. Absent: any number, and no UpdateUserPosLink gives it one later. */
readonly MaxPayments?: number;
/** Until when payers may begin, in Istanbul: `yyyy-MM-dd HH:mm`, or `YYYYMMDD` for the end of that day. In the future. Absent: no end. Each request made of the link expires after an hour by itself. */
readonly ExpireDate?: string;
/** What payers are asked for beside the payment, in the order of the page. */
readonly Ask?: readonly ({
/** What is asked. Each but Note at most once. */
readonly Field: "FullName" | "Email" | "GsmNumber" | "Note";
/** Whether payers may leave it empty. */
readonly Need: "required" | "optional";
/** The dealer's own name of a Note, required there and refused elsewhere. At most 40 characters. */
readonly Label?: string;
})[];
/** Language in which the page opens; the payer may change it. Absent: what the browser prefers. */
readonly Language?: "TR" | "EN";
/** Page of the dealer that payers return to: https (sandbox stages take http on a loopback host as well), without user name, password and query. Absent: payers stay on the page of the result. */
readonly RedirectUrl?: string;
/** Must be 1. */
readonly ReturnHash: 1;
/** 0: payers may pay without 3D Secure. 1: 3D Secure is mandatory. Absent: what the definition says. */
readonly IsThreeD?: 0 | 1;
/** 0: captured at once. 1: a pre-authorisation that is captured later. */
readonly IsPreAuth?: 0 | 1;
/** 0: credited as usual. 1: held in the pool until the dealer approves. */
readonly IsPoolPayment?: 0 | 1;
/** Absent, 0 or 1 is the single payment; 2 to 12 are installments, with TL only. */
readonly InstallmentNumber?: number;
/** 0: payers choose the number of installments. 1: the dealer has chosen it. Absent: the side that the definition fixes, else 1 if InstallmentNumber is above 1, else 0. */
readonly SetInstallmentBy?: 0 | 1;
/** Up to which number of installments the dealer bears the commission: 0 none, 12 all. Absent: what the definition says, else 12. */
readonly CommissionByDealer?: number;
/** Beyond CommissionByDealer: 0, payers bear the whole commission. 1, they bear the difference alone. */
readonly IsCommissionDiffByDealer?: 0 | 1;
/** How commission is deducted from the sub-dealers, as for a payment request. Required with SubDealer. With OpenAmount 1 or 6. */
readonly CommissionScenario?: number;
/** The sub-dealers among whom each payment is split. With Amount as for a payment request. With OpenAmount each has DealerId and Rate alone. */
readonly SubDealer?: readonly ({
/** Number of the sub-dealer. */
readonly DealerId: number;
/** With Amount of the link, required there: the part of the sub-dealer, as for a payment request. */
readonly Amount?: Decimal;
/** Scenario 2, required there: commission as a percentage of Amount, at most four decimals. */
readonly DealerCommissionRate?: Decimal;
/** Scenario 3, required there: the commission. */
readonly DealerCommissionAmount?: Decimal;
/** Scenario 2: added to the commission; 0 where it is not sent. */
readonly DealerCommissionFixedAmount?: Decimal;
/** Scenario 4, required there: the dealer's revenue as a percentage of Amount, at most four decimals. */
readonly GroupRevenueRate?: Decimal;
/** Scenario 5, required there: the dealer's revenue. */
readonly GroupRevenueAmount?: Decimal;
/** Scenarios 4 and 5, required there: the amount on which the sub-dealer bears the service's commission. Together they equal Amount of the payment; 0 for a sub-dealer from whom nothing is wanted. */
readonly AmountToBeCommissioned?: Decimal;
/** Scenarios 4 and 5: 1 adds the dealer's fixed amount to the sub-dealer's commission. */
readonly IsIncludedFixedAmount?: 0 | 1;
/** With OpenAmount, required there: the part of the sub-dealer as a percentage of the whole. The rates sum up to 100 in scenario 1, and to at most 100 in scenario 6, where the rest is the dealer’s. */
readonly Rate?: Decimal;
})[];
};
type CreateUserPosLinkData = {
/** Id of the link in the service. */
readonly UserPosLinkId: number;
/** The address that payers open. Its last part cannot be guessed. */
readonly Url: string;
};
const codesOfCreateUserPosLink = [
  "PaymentUserPos.DealerAuthentication.InvalidRequest",
  "PaymentUserPos.DealerAuthentication.InvalidAccount",
  "PaymentUserPos.CreateUserPosLink.IpAddressNotAllowed",
  "PaymentUserPos.CreateUserPosLink.ChannelPermissionNotAvailable",
  "PaymentUserPos.CreateUserPosLink.LinkCodeAlreadyUsed",
  "PaymentUserPos.CreateUserPosLink.InvalidRequest",
  "PaymentUserPos.CreateUserPosLink.DealerCustomerTypeNotFound",
  "PaymentUserPos.CreateUserPosLink.DealerCustomerTypeMismatchForDealer",
  "PaymentUserPos.CreateUserPosLink.InvalidCurrencyCode",
  "PaymentUserPos.CreateUserPosLink.InstallmentNotAvailableForForeignCurrencyTransaction",
  "PaymentUserPos.CreateUserPosLink.InvalidCommissionByDealerValue",
  "PaymentUserPos.CreateUserPosLink.InvalidCommissionDiffByDealerValue",
  "PaymentUserPos.CreateUserPosLink.SetInstallmentByAndInstallmentNumberInconsistent",
  "PaymentUserPos.CreateUserPosLink.InvalidInstallmentNumber",
  "PaymentUserPos.CreateUserPosLink.SetInstallmentByInconsistent",
  "PaymentUserPos.CreateUserPosLink.ForeignCurrencyUnavailable",
  "PaymentUserPos.CreateUserPosLink.InvalidPaymentPermission",
  "PaymentUserPos.CreateUserPosLink.InvalidPoolPermission",
  "PaymentUserPos.CreateUserPosLink.ThreeDRequired",
  "EX",
] as const;

type AnyGetUserPosLinkFields = {
/** Id of the link in the service. Not needed where LinkCode is given. */
readonly UserPosLinkId?: number;
/** The dealer's own code of the link. Not needed where UserPosLinkId is given. */
readonly LinkCode?: string;
};
type GetUserPosLinkFields = AtLeastOne<AnyGetUserPosLinkFields, "LinkCode" | "UserPosLinkId">;
type GetUserPosLinkData = {
/** Id of the link. */
readonly UserPosLinkId: number;
/** The dealer's own code of the link. */
readonly LinkCode: string;
/** The address that payers open. */
readonly Url: string;
/** Heading of the page. */
readonly Title: string;
/** inactive: its dealer switched it off. expired: its time is over. used-up: every place is paid. Nothing is begun in these states; who is at the bank may finish. */
readonly State: "active" | "inactive" | "used-up" | "expired";
/** Text of the page below the title, or empty. */
readonly Description: string;
/** Until when payers may begin, like CreateDate, or empty. */
readonly ExpireDate: string;
/** How many payments the link takes; 0 for any number. */
readonly MaxPayments: number;
/** The places of a link with MaxPayments, which they add up to; null without. */
readonly Places: {
/** Places that payers can take. */
readonly Free: number;
/** Places of charges that run, are in doubt or are being reversed. */
readonly Held: number;
/** Places that are paid. A void on the day of the payment frees its place; a refund does not. */
readonly Paid: number;
} | null;
/** When it was made, on clocks in Istanbul, without a zone. */
readonly CreateDate: string;
/** Currency of all amounts. */
readonly CurrencyCode: "TL" | "USD" | "EUR" | "GBP";
/** What each payer pays; 0 where payers choose. */
readonly Amount: Decimal;
/** The limits of an amount that payers choose; null with a fixed one. */
readonly OpenAmount: {
/** The least that a payer may choose. */
readonly Min: Decimal;
/** The most that a payer may choose. */
readonly Max: Decimal;
/** Amounts that the page offers. */
readonly Suggested: readonly (Decimal)[];
} | null;
/** What payers are asked for, in the order of the page. */
readonly AskList: readonly ({
/** What is asked. */
readonly Field: "FullName" | "Email" | "GsmNumber" | "Note";
/** Whether payers may leave it empty. */
readonly Need: "required" | "optional";
/** The dealer's name of a Note, or empty. */
readonly Label: string;
})[];
/** The definition whose rules hold for each request. */
readonly DealerCustomerTypeId: number;
/** The language that the request named, or empty. */
readonly Language: "TR" | "EN" | "";
/** Page of the dealer that payers return to, or empty. */
readonly RedirectUrl: string;
/** Whether 3D Secure is mandatory. null where the definition decides about each request. */
readonly IsThreeD: number | null;
/** 1: payments are pre-authorised. */
readonly IsPreAuth: number;
/** 1: payments are pooled. */
readonly IsPoolPayment: number;
/** 0 is the single payment. */
readonly InstallmentNumber: number;
/** Who chooses the number of installments: 0 payers, 1 the dealer. null where the definition decides about each request. */
readonly SetInstallmentBy: number | null;
/** Up to which number of installments the dealer bears the commission. null where the definition decides about each request. */
readonly CommissionByDealer: number | null;
/** 1: payers bear the difference alone. */
readonly IsCommissionDiffByDealer: number;
/** The scenario of a link with sub-dealers, or 0. */
readonly CommissionScenario: number;
/** The sub-dealers as the link names them. */
readonly SubDealerList: readonly ({
/** Number of the sub-dealer. */
readonly DealerId: number;
/** What the link says of it; 0 where payers choose the amount. */
readonly Amount: Decimal;
/** Its part of an amount that payers choose, as a percentage; 0 with a fixed amount. */
readonly Rate: Decimal;
})[];
readonly Counts: {
/** Payment requests that payers made of the link. */
readonly Opened: number;
/** Requests that somebody tried to pay. */
readonly Started: number;
/** Requests that are paid; pre-authorised ones count as paid. */
readonly Paid: number;
/** Paid requests that were voided, or refunded in full. */
readonly GivenBack: number;
/** Sums of money, one entry for each currency. */
readonly SumList: readonly ({
/** Currency of all amounts. */
readonly CurrencyCode: "TL" | "USD" | "EUR" | "GBP";
/** What was paid, before anything was given back. */
readonly PaidAmount: Decimal;
/** What was voided or refunded of it, parts included. */
readonly GivenBackAmount: Decimal;
})[];
/** When the requests were counted: now, or for a link with more than 2,000 requests the end of the last day that a night has counted, on clocks in Istanbul, without a zone. */
readonly CountedAt: string;
/** Whether all requests up to CountedAt were counted. false: the 2,000 newest alone, because no night has counted the link yet. */
readonly IsWhole: boolean;
};
};
const codesOfGetUserPosLink = [
  "PaymentUserPos.GetUserPosLink.InvalidRequest",
  "PaymentUserPos.GetUserPosLink.LinkCodeOrUserPosLinkIdMustBeGiven",
  "PaymentUserPos.GetUserPosLink.UserPosLinkNotFound",
  "PaymentUserPos.GetUserPosLink.LinkCodeDoesntMatchUserPosLinkId",
  "EX",
] as const;

type GetUserPosLinkListFields = {
/** Lists links in this state alone. One answer looks at 1,000 links, and may be short for that. */
readonly State?: "active" | "inactive" | "used-up" | "expired";
/** The list goes on behind this link: the value of the same name in the answer before. */
readonly BeforeUserPosLinkId?: number;
};
type GetUserPosLinkListData = {
/** Number of entries in UserPosLinkList. */
readonly UserPosLinkListCount: number;
/** Newest first, without counts. */
readonly UserPosLinkList: readonly ({
/** Id of the link. */
readonly UserPosLinkId: number;
/** The dealer's own code of the link. */
readonly LinkCode: string;
/** The address that payers open. */
readonly Url: string;
/** Heading of the page. */
readonly Title: string;
/** inactive: its dealer switched it off. expired: its time is over. used-up: every place is paid. Nothing is begun in these states; who is at the bank may finish. */
readonly State: "active" | "inactive" | "used-up" | "expired";
/** Text of the page below the title, or empty. */
readonly Description: string;
/** Until when payers may begin, like CreateDate, or empty. */
readonly ExpireDate: string;
/** How many payments the link takes; 0 for any number. */
readonly MaxPayments: number;
/** The places of a link with MaxPayments, which they add up to; null without. */
readonly Places: {
/** Places that payers can take. */
readonly Free: number;
/** Places of charges that run, are in doubt or are being reversed. */
readonly Held: number;
/** Places that are paid. A void on the day of the payment frees its place; a refund does not. */
readonly Paid: number;
} | null;
/** When it was made, on clocks in Istanbul, without a zone. */
readonly CreateDate: string;
/** Currency of all amounts. */
readonly CurrencyCode: "TL" | "USD" | "EUR" | "GBP";
/** What each payer pays; 0 where payers choose. */
readonly Amount: Decimal;
/** The limits of an amount that payers choose; null with a fixed one. */
readonly OpenAmount: {
/** The least that a payer may choose. */
readonly Min: Decimal;
/** The most that a payer may choose. */
readonly Max: Decimal;
/** Amounts that the page offers. */
readonly Suggested: readonly (Decimal)[];
} | null;
/** What payers are asked for, in the order of the page. */
readonly AskList: readonly ({
/** What is asked. */
readonly Field: "FullName" | "Email" | "GsmNumber" | "Note";
/** Whether payers may leave it empty. */
readonly Need: "required" | "optional";
/** The dealer's name of a Note, or empty. */
readonly Label: string;
})[];
/** The definition whose rules hold for each request. */
readonly DealerCustomerTypeId: number;
/** The language that the request named, or empty. */
readonly Language: "TR" | "EN" | "";
/** Page of the dealer that payers return to, or empty. */
readonly RedirectUrl: string;
/** Whether 3D Secure is mandatory. null where the definition decides about each request. */
readonly IsThreeD: number | null;
/** 1: payments are pre-authorised. */
readonly IsPreAuth: number;
/** 1: payments are pooled. */
readonly IsPoolPayment: number;
/** 0 is the single payment. */
readonly InstallmentNumber: number;
/** Who chooses the number of installments: 0 payers, 1 the dealer. null where the definition decides about each request. */
readonly SetInstallmentBy: number | null;
/** Up to which number of installments the dealer bears the commission. null where the definition decides about each request. */
readonly CommissionByDealer: number | null;
/** 1: payers bear the difference alone. */
readonly IsCommissionDiffByDealer: number;
/** The scenario of a link with sub-dealers, or 0. */
readonly CommissionScenario: number;
/** The sub-dealers as the link names them. */
readonly SubDealerList: readonly ({
/** Number of the sub-dealer. */
readonly DealerId: number;
/** What the link says of it; 0 where payers choose the amount. */
readonly Amount: Decimal;
/** Its part of an amount that payers choose, as a percentage; 0 with a fixed amount. */
readonly Rate: Decimal;
})[];
})[];
/** With which BeforeUserPosLinkId the list goes on; 0 where it has ended. */
readonly BeforeUserPosLinkId: number;
};
const codesOfGetUserPosLinkList = [
  "PaymentUserPos.GetUserPosLinkList.InvalidRequest",
  "EX",
] as const;

type AnyUpdateUserPosLinkFields = {
/** Id of the link in the service. Not needed where LinkCode is given. */
readonly UserPosLinkId?: number;
/** The dealer's own code of the link. Not needed where UserPosLinkId is given. */
readonly LinkCode?: string;
/** 0: nothing begins any more; who is at the bank may finish. 1: the link is open again. Absent: as it is. */
readonly IsActive?: 0 | 1;
/** Id of the definition. It never changes: what differs from the link is refused. */
readonly DealerCustomerTypeId?: number;
/** The currency. It never changes: what differs from the link is refused. */
readonly CurrencyCode?: string;
/** What each payer pays. It never changes: what differs from the link is refused. */
readonly Amount?: Decimal;
/** The limits of an amount that payers choose. It never changes: what differs from the link is refused. */
readonly OpenAmount?: {
/** The least. It never changes: what differs from the link is refused. */
readonly Min?: Decimal;
/** The most. It never changes: what differs from the link is refused. */
readonly Max?: Decimal;
/** Amounts that the page offers. It never changes: what differs from the link is refused. */
readonly Suggested?: readonly (Decimal)[];
};
/** Heading of the page. It never changes: what differs from the link is refused. */
readonly Title?: string;
/** Text of the page below the title. Absent: as it is. */
readonly Description?: string;
/** How many payments the link takes, never below what is paid or being paid. Absent: as it is. A link that was made without it never gets one. */
readonly MaxPayments?: number;
/** Until when payers may begin, in Istanbul: `yyyy-MM-dd HH:mm`, or `YYYYMMDD` for the end of that day. In the future. Absent: as it is. */
readonly ExpireDate?: string;
/** What payers are asked for. It never changes: what differs from the link is refused. */
readonly Ask?: readonly ({
/** What is asked. It never changes: what differs from the link is refused. */
readonly Field?: string;
/** Whether it may be empty. It never changes: what differs from the link is refused. */
readonly Need?: string;
/** Name of a Note. It never changes: what differs from the link is refused. */
readonly Label?: string;
})[];
/** Language of the page. It never changes: what differs from the link is refused. */
readonly Language?: string;
/** Page of the dealer that payers return to. It never changes: what differs from the link is refused. */
readonly RedirectUrl?: string;
/** Is 1. It never changes: what differs from the link is refused. */
readonly ReturnHash?: number;
/** Whether 3D Secure is mandatory. It never changes: what differs from the link is refused. */
readonly IsThreeD?: number;
/** Whether payments are pre-authorised. It never changes: what differs from the link is refused. */
readonly IsPreAuth?: number;
/** Whether payments are pooled. It never changes: what differs from the link is refused. */
readonly IsPoolPayment?: number;
/** Number of installments. It never changes: what differs from the link is refused. */
readonly InstallmentNumber?: number;
/** Who chooses the number of installments. It never changes: what differs from the link is refused. */
readonly SetInstallmentBy?: number;
/** Up to which number of installments the dealer bears the commission. It never changes: what differs from the link is refused. */
readonly CommissionByDealer?: number;
/** Whether payers bear the difference alone. It never changes: what differs from the link is refused. */
readonly IsCommissionDiffByDealer?: number;
/** The scenario of a link with sub-dealers. It never changes: what differs from the link is refused. */
readonly CommissionScenario?: number;
/** The sub-dealers. It never changes: what differs from the link is refused. */
readonly SubDealer?: readonly ({
/** Number of the sub-dealer. It never changes: what differs from the link is refused. */
readonly DealerId?: number;
/** Its part. It never changes: what differs from the link is refused. */
readonly Amount?: Decimal;
/** Its commission as a percentage. It never changes: what differs from the link is refused. */
readonly DealerCommissionRate?: Decimal;
/** Its commission. It never changes: what differs from the link is refused. */
readonly DealerCommissionAmount?: Decimal;
/** What is added to its commission. It never changes: what differs from the link is refused. */
readonly DealerCommissionFixedAmount?: Decimal;
/** The dealer's revenue as a percentage. It never changes: what differs from the link is refused. */
readonly GroupRevenueRate?: Decimal;
/** The dealer's revenue. It never changes: what differs from the link is refused. */
readonly GroupRevenueAmount?: Decimal;
/** What its commission is of. It never changes: what differs from the link is refused. */
readonly AmountToBeCommissioned?: Decimal;
/** Whether the fixed amount is added. It never changes: what differs from the link is refused. */
readonly IsIncludedFixedAmount?: number;
/** Its part of an amount that payers choose. It never changes: what differs from the link is refused. */
readonly Rate?: Decimal;
})[];
};
type UpdateUserPosLinkFields = AtLeastOne<AnyUpdateUserPosLinkFields, "LinkCode" | "UserPosLinkId">;
type UpdateUserPosLinkData = {
/** Id of the link. */
readonly UserPosLinkId: number;
/** The dealer's own code of the link. */
readonly LinkCode: string;
/** inactive: its dealer switched it off. expired: its time is over. used-up: every place is paid. Nothing is begun in these states; who is at the bank may finish. */
readonly State: "active" | "inactive" | "used-up" | "expired";
/** Text of the page below the title, or empty. */
readonly Description: string;
/** Until when payers may begin, like CreateDate, or empty. */
readonly ExpireDate: string;
/** How many payments the link takes; 0 for any number. */
readonly MaxPayments: number;
};
const codesOfUpdateUserPosLink = [
  "PaymentUserPos.UpdateUserPosLink.InvalidRequest",
  "PaymentUserPos.UpdateUserPosLink.LinkCodeOrUserPosLinkIdMustBeGiven",
  "PaymentUserPos.UpdateUserPosLink.UserPosLinkNotFound",
  "PaymentUserPos.UpdateUserPosLink.LinkCodeDoesntMatchUserPosLinkId",
  "PaymentUserPos.UpdateUserPosLink.MaxPaymentsNotAvailable",
  "EX",
] as const;

type GetUserPosFunnelFields = {
/** First day, such as 2026-11-22. A time of day behind it is ignored. */
readonly FromDate?: string;
/** Last day, written in the same way. Absent: today. */
readonly ToDate?: string;
/** Requests of this definition alone. */
readonly DealerCustomerTypeId?: number;
/** Requests of this reusable link alone. */
readonly UserPosLinkId?: number;
/** Day, Definition or Channel: what a row is about. Absent: Day. */
readonly By?: string;
};
type GetUserPosFunnelData = {
/** First day of creation, such as 2026-11-22. */
readonly FromDate: string;
/** Last day of creation. */
readonly ToDate: string;
/** First day that is counted at all; empty until the first night has counted. */
readonly CountedFromDate: string;
/** When today was counted, and yesterday until the night has counted it, such as 2026-11-22T14:42:17.26; empty where the answer is about neither. */
readonly TodayCountDate: string;
/** False where a part is missing or older than it should be: a night is not done, or today has more requests than one call counts. Ask again in 15 minutes. */
readonly IsComplete: boolean;
readonly Total: {
/** Payment requests that were created. */
readonly CreatedCount: number;
/** Those of which a provider took an SMS or e-mail that brought the link. */
readonly SentCount: number;
/** Those of which such a message was reported as delivered, and not as failed later. */
readonly DeliveredCount: number;
/** Those that are known to be opened: noted of requests with a contact, certain of requests that a payer made of a reusable link, and of others once a card was sent. */
readonly OpenedCount: number;
/** Those whose payer has sent a card. */
readonly CardSentCount: number;
/** Those whose payer has passed 3D Secure. */
readonly ThreeDPassedCount: number;
/** Those that were paid, whatever was given back later. */
readonly PaidCount: number;
/** Those that failed for good: the payer gave up, or used up the attempts. */
readonly DeclinedCount: number;
/** Those whose time was over before anybody paid. */
readonly ExpiredCount: number;
/** Those that were cancelled. */
readonly CancelledCount: number;
/** Paid ones of which nothing is left, by voids and refunds up to the last night. */
readonly GivenBackCount: number;
/** What payers paid by currency, commission of the payer included. */
readonly PaidList: readonly ({
/** Currency of all amounts. */
readonly CurrencyCode: "TL" | "USD" | "EUR" | "GBP";
/** The sum. */
readonly Amount: Decimal;
})[];
/** What was given back of it by currency, up to the last night. */
readonly GivenBackList: readonly ({
/** Currency of all amounts. */
readonly CurrencyCode: "TL" | "USD" | "EUR" | "GBP";
/** The sum. */
readonly Amount: Decimal;
})[];
/** Half of the requests whose opening was noted took no longer to be opened, in whole minutes; null where nothing was measured. Exact up to 127 minutes, and at most a 32nd too low above. */
readonly OpenMinutesMedian: number | null;
/** Nine of ten took no longer to be opened, in whole minutes; null where nothing was measured. Exact up to 127 minutes, and at most a 32nd too low above. */
readonly OpenMinutes90: number | null;
/** Half of the paid requests whose opening was noted took no longer from there to the payment, in whole minutes; null where nothing was measured. Exact up to 127 minutes, and at most a 32nd too low above. */
readonly PayMinutesMedian: number | null;
/** Nine of ten took no longer from the opening to the payment, in whole minutes; null where nothing was measured. Exact up to 127 minutes, and at most a 32nd too low above. */
readonly PayMinutes90: number | null;
/** The most frequent codes of declined attempts, the first one first. */
readonly DeclineCodeList: readonly ({
/** The bank code. */
readonly ResultCode: string;
/** Attempts that were declined with it. */
readonly Count: number;
})[];
};
/** Number of entries in FunnelList. */
readonly FunnelListCount: number;
/** By day or channel in the order of their texts, by definition in the order of their ids. */
readonly FunnelList: readonly ({
/** Day of creation, such as 2026-11-22, with By Day; otherwise empty. */
readonly Date: string;
/** The definition with By Definition; otherwise 0. */
readonly DealerCustomerTypeId: number;
/** With By Channel: the messages that were written for the link; Dealer where the service sent none; ReusableLink where a payer made the request. Otherwise empty. */
readonly Channel: "Sms" | "Email" | "SmsAndEmail" | "Dealer" | "ReusableLink" | "";
/** Payment requests that were created. */
readonly CreatedCount: number;
/** Those of which a provider took an SMS or e-mail that brought the link. */
readonly SentCount: number;
/** Those of which such a message was reported as delivered, and not as failed later. */
readonly DeliveredCount: number;
/** Those that are known to be opened: noted of requests with a contact, certain of requests that a payer made of a reusable link, and of others once a card was sent. */
readonly OpenedCount: number;
/** Those whose payer has sent a card. */
readonly CardSentCount: number;
/** Those whose payer has passed 3D Secure. */
readonly ThreeDPassedCount: number;
/** Those that were paid, whatever was given back later. */
readonly PaidCount: number;
/** Those that failed for good: the payer gave up, or used up the attempts. */
readonly DeclinedCount: number;
/** Those whose time was over before anybody paid. */
readonly ExpiredCount: number;
/** Those that were cancelled. */
readonly CancelledCount: number;
/** Paid ones of which nothing is left, by voids and refunds up to the last night. */
readonly GivenBackCount: number;
/** What payers paid by currency, commission of the payer included. */
readonly PaidList: readonly ({
/** Currency of all amounts. */
readonly CurrencyCode: "TL" | "USD" | "EUR" | "GBP";
/** The sum. */
readonly Amount: Decimal;
})[];
/** What was given back of it by currency, up to the last night. */
readonly GivenBackList: readonly ({
/** Currency of all amounts. */
readonly CurrencyCode: "TL" | "USD" | "EUR" | "GBP";
/** The sum. */
readonly Amount: Decimal;
})[];
/** Half of the requests whose opening was noted took no longer to be opened, in whole minutes; null where nothing was measured. Exact up to 127 minutes, and at most a 32nd too low above. */
readonly OpenMinutesMedian: number | null;
/** Nine of ten took no longer to be opened, in whole minutes; null where nothing was measured. Exact up to 127 minutes, and at most a 32nd too low above. */
readonly OpenMinutes90: number | null;
/** Half of the paid requests whose opening was noted took no longer from there to the payment, in whole minutes; null where nothing was measured. Exact up to 127 minutes, and at most a 32nd too low above. */
readonly PayMinutesMedian: number | null;
/** Nine of ten took no longer from the opening to the payment, in whole minutes; null where nothing was measured. Exact up to 127 minutes, and at most a 32nd too low above. */
readonly PayMinutes90: number | null;
/** The most frequent codes of declined attempts, the first one first. */
readonly DeclineCodeList: readonly ({
/** The bank code. */
readonly ResultCode: string;
/** Attempts that were declined with it. */
readonly Count: number;
})[];
})[];
};
const codesOfGetUserPosFunnel = [
  "PaymentUserPos.GetUserPosFunnel.InvalidRequest",
  "PaymentUserPos.GetUserPosFunnel.UserPosLinkNotFound",
  "EX",
] as const;

type AnyDoDirectPaymentThreeDMobileFields = {
/** Code of the bank whose virtual POS takes the payment, such as 64. Leading zeros do not matter. */
readonly PaymentType: string;
/** Amount to be paid: above 0, a dot before at most two decimals. */
readonly Amount: Decimal;
/** Currency of Amount, and of every other amount of the request. */
readonly Currency?: "TL" | "USD" | "EUR" | "GBP";
/** Absent, 0 or 1 is the single payment; 2 to 9 are installments, with TL only. */
readonly InstallmentNumber?: number;
/** IP address of the machine on which the payer is. It is recorded and decides nothing. */
readonly ClientIP?: string;
/** Page of the dealer that the payer returns to: https (sandbox stages take http on a loopback host as well), without user name and password. It contains OtherTrxCode. Required, here or as RedirectUrl. */
readonly RedirectURL?: string;
/** Another spelling of RedirectURL. Where both are given they must not differ. */
readonly RedirectUrl?: string;
/** 0: the payer returns to the whole window. 1: the page is inside an iframe and stays there. */
readonly RedirectType?: 0 | 1;
/** The dealer's own unique code of the transaction. The same request with the same code gets the same address again, for as long as its page leads somewhere. A changed request begins anew with an address and a CodeForHash of its own; nothing is charged under the address before any more. A code is bound while a charge is not decided, and for ever once it was paid. */
readonly OtherTrxCode: string;
/** 0: credited as usual. 1: held in the pool until the dealer approves. */
readonly IsPoolPayment?: 0 | 1;
/** Id of the integrator company, one that the service knows of this dealer. Dealers without an integrator leave it out; 0 counts as not given. */
readonly IntegratorId?: number;
/** Name of the software that calls the service. It is recorded and decides nothing. */
readonly Software?: string;
/** Name for the statement, as agreed with the service. */
readonly SubMerchantName?: string;
/** Free text about the payment. */
readonly Description?: string;
/** About the buyer. */
readonly BuyerInformation?: {
/** Full name of the buyer. */
readonly BuyerFullName?: string;
/** E-mail address of the buyer. */
readonly BuyerEmail?: string;
/** Postal address of the buyer. */
readonly BuyerAddress?: string;
/** Phone of the buyer, kept as it is given and never a reason to refuse the payment. Of a text that is no phone the first 30 characters are kept. */
readonly BuyerGsmNumber?: string;
};
};
type DoDirectPaymentThreeDMobileFields = AtLeastOne<AnyDoDirectPaymentThreeDMobileFields, "RedirectURL" | "RedirectUrl">;
type DoDirectPaymentThreeDMobileData = {
/** The address to open. It lives for one hour, and its last part cannot be guessed. */
readonly Url: string;
/** A secret for the dealer alone. The result of the payment is reported as the SHA-256 of this code followed by T (success) or F (failure), in lower-case hexadecimal. */
readonly CodeForHash: string;
};
const codesOfDoDirectPaymentThreeDMobile = [
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidRequest",
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidAccount",
  "PaymentDealer.DoDirectPayment3dMobileRequest.IpAddressNotAllowed",
  "PaymentDealer.DoDirectPayment3dMobileRequest.NoAllowedToUseThisWebService",
  "PaymentDealer.DoDirectPayment3dMobileRequest.ChannelPermissionNotAvailable",
  "PaymentDealer.DoDirectPayment3dMobileRequest.OtherTrxCodeAlreadyUsed",
  "PaymentDealer.DoDirectPayment3dMobileRequest.InvalidRequest",
  "PaymentDealer.DoDirectPayment3dMobileRequest.StillRunning",
  "PaymentDealer.DoDirectPayment3dMobileRequest.AmountRequired",
  "PaymentDealer.DoDirectPayment3dMobileRequest.OtherTrxCodeRequired",
  "PaymentDealer.DoDirectPayment3dMobileRequest.RedirectUrlRequired",
  "PaymentDealer.DoDirectPayment3dMobileRequest.PaymentTypeRequired",
  "PaymentDealer.DoDirectPayment3dMobileRequest.InstallmentNotAvailableForForeignCurrencyTransaction",
  "PaymentDealer.DoDirectPayment3dMobileRequest.InvalidInstallmentNumber",
  "PaymentDealer.DoDirectPayment3dMobileRequest.InvalidPaymentType",
  "PaymentDealer.DoDirectPayment3dMobileRequest.InvalidCurrencyCode",
  "PaymentDealer.DoDirectPayment3dMobileRequest.RedirectUrlCannotContainOtherTrxCode",
  "PaymentDealer.DoDirectPayment3dMobileRequest.ForeignCurrencyNotAvailableForThisDealer",
  "PaymentDealer.DoDirectPayment3dMobileRequest.PoolPaymentNotAvailableForDealer",
  "PaymentDealer.DoDirectPayment3dMobileRequest.PoolPaymentRequiredForDealer",
  "PaymentDealer.DoDirectPayment3dMobileRequest.AgreementDateNotFound",
  "PaymentDealer.DoDirectPayment3dMobileRequest.VirtualPosNotAvailable",
  "PaymentDealer.DoDirectPayment3dMobileRequest.VirtualPosCommissionRateNotFound",
  "EX",
] as const;

type DoDirectPaymentMarketPlaceFields = {
/** Name of the card holder. */
readonly CardHolderFullName?: string;
/** Number of the card, with ExpMonth, ExpYear and CvcNumber. Either it or CardToken is sent, not both. */
readonly CardNumber?: string;
/** Month in which the card expires, MM. */
readonly ExpMonth?: string;
/** Year in which the card expires, YYYY. */
readonly ExpYear?: string;
/** Security number of the card. A dealer who is permitted to may leave it out. With CardToken it may be sent; it is passed on to the bank and never kept. */
readonly CvcNumber?: string;
/** Token of a stored card of this dealer, in place of CardNumber. */
readonly CardToken?: string;
/** Amount to be paid: above 0, a dot before at most two decimals. */
readonly Amount: Decimal;
/** Currency of Amount, and of every other amount of the request. */
readonly Currency?: "TL" | "USD" | "EUR" | "GBP";
/** Absent, 0 or 1 is the single payment; 2 to 12 are installments, with TL only. */
readonly InstallmentNumber?: number;
/** IP address of the machine on which the card number was given. It is recorded and decides nothing. */
readonly ClientIP?: string;
/** The dealer's own unique code of the transaction. The same request with the same code charges once, however often it is sent. After a decline, the same card gets that decline again for a minute; later, or with another card, the request is a new attempt. A changed request (another amount, other installments, sub-dealers or texts) is a new attempt once nothing is charged under the code any more; it is refused while an earlier one is not decided, and for ever once one was paid. A code has ten attempts; after them it is refused, and the payment needs a new code. **Without it nothing protects against a double charge**: every request is a payment of its own, and one whose answer was lost cannot be asked after. */
readonly OtherTrxCode?: string;
/** 0: captured at once. 1: a pre-authorisation that is captured later. */
readonly IsPreAuth?: 0 | 1;
/** 0: credited as usual. 1: held in the pool until the dealer approves. */
readonly IsPoolPayment?: 0 | 1;
/** Id of the integrator company, one that the service knows of this dealer. Dealers without an integrator leave it out; 0 counts as not given. */
readonly IntegratorId?: number;
/** Name of the software that calls the service. It is recorded and decides nothing. */
readonly Software?: string;
/** Name for the statement, as agreed with the service. */
readonly SubMerchantName?: string;
/** Free text about the payment. */
readonly Description?: string;
/** How commission is deducted from the sub-dealers. 1: by the rates that the service has for them. 2: by DealerCommissionRate and DealerCommissionFixedAmount. 3: DealerCommissionAmount. 4: by GroupRevenueRate, and 5: GroupRevenueAmount, each with the commission that the service takes from the dealer for AmountToBeCommissioned. 6: what SubDealer.Amount leaves of Amount. Required at the path DoDirectPaymentMarketPlace and wherever SubDealer is sent; ignored without SubDealer. */
readonly CommissionScenario?: number;
/** The sub-dealers among whom the payment is split, each once. Required at the path DoDirectPaymentMarketPlace. Percentages are rounded half up, each by itself. A field that the scenario does not use is ignored. */
readonly SubDealer?: readonly ({
/** Number of the sub-dealer. */
readonly DealerId: number;
/** Scenarios 1 to 5: what falls to the sub-dealer before its commission; together they equal Amount of the payment. Scenario 6: what is paid to the sub-dealer; together they do not exceed it. */
readonly Amount: Decimal;
/** Scenario 2, required there: commission as a percentage of Amount, at most four decimals. */
readonly DealerCommissionRate?: Decimal;
/** Scenario 3, required there: the commission. */
readonly DealerCommissionAmount?: Decimal;
/** Scenario 2: added to the commission; 0 where it is not sent. */
readonly DealerCommissionFixedAmount?: Decimal;
/** Scenario 4, required there: the dealer's revenue as a percentage of Amount, at most four decimals. */
readonly GroupRevenueRate?: Decimal;
/** Scenario 5, required there: the dealer's revenue. */
readonly GroupRevenueAmount?: Decimal;
/** Scenarios 4 and 5, required there: the amount on which the sub-dealer bears the service's commission. Together they equal Amount of the payment; 0 for a sub-dealer from whom nothing is wanted. */
readonly AmountToBeCommissioned?: Decimal;
/** Scenarios 4 and 5: 1 adds the dealer's fixed amount to the sub-dealer's commission. */
readonly IsIncludedFixedAmount?: 0 | 1;
})[];
/** About the buyer. */
readonly BuyerInformation?: {
/** Full name of the buyer. */
readonly BuyerFullName?: string;
/** E-mail address of the buyer. */
readonly BuyerEmail?: string;
/** Postal address of the buyer. */
readonly BuyerAddress?: string;
/** Phone of the buyer, kept as it is given and never a reason to refuse the payment. Of a text that is no phone the first 30 characters are kept. */
readonly BuyerGsmNumber?: string;
/** What is bought. */
readonly BasketProduct?: readonly ({
/** Id of the product. */
readonly ProductId?: number;
/** Another name of ProductId: looked at where that is not given. */
readonly DealerProductId?: number;
/** The dealer's code of the product. */
readonly ProductCode?: string;
/** Price of one piece. */
readonly UnitPrice?: Decimal;
/** Number of pieces. */
readonly Quantity?: number;
})[];
};
/** What is bought, beside BuyerInformation: looked at where the list inside it is empty. */
readonly BasketProduct?: readonly ({
/** Id of the product. */
readonly ProductId?: number;
/** Another name of ProductId: looked at where that is not given. */
readonly DealerProductId?: number;
/** The dealer's code of the product. */
readonly ProductCode?: string;
/** Price of one piece. */
readonly UnitPrice?: Decimal;
/** Number of pieces. */
readonly Quantity?: number;
})[];
/** The customer under whom the card is stored when the payment is approved. It means nothing for a dealer without the card-storage feature, and where it names neither DealerCustomerId nor CustomerCode. */
readonly CustomerInformation?: {
/** Id of a customer who is registered already. 0 counts as not given. */
readonly DealerCustomerId?: number;
/** The dealer's code of the customer. A code that is new registers the customer, and needs FirstName. */
readonly CustomerCode?: string;
/** First name of a customer who is new. Alone, without CustomerCode, it registers nobody. */
readonly FirstName?: string;
/** Last name of a customer who is new. */
readonly LastName?: string;
/** 1 male, 2 female, 0 not given. */
readonly Gender?: 0 | 1 | 2;
/** Birth date of the customer: a real day in the past, YYYYMMDD. */
readonly BirthDate?: string;
/** Mobile phone of the customer: 10 digits that start with 5; a leading 0, 90 or +90, blanks, dots, hyphens and parentheses are dropped. */
readonly GsmNumber?: string;
/** E-mail address of the customer. */
readonly Email?: string;
/** Postal address of the customer. */
readonly Address?: string;
/** A name for the stored card. */
readonly CardName?: string;
};
};
type DoDirectPaymentMarketPlaceData = {
/** Whether the card was charged. Look at it: a decline of the bank has ResultCode `Success` outside. */
readonly IsSuccessful: boolean;
/** The bank's code where the payment was declined; empty on success. */
readonly ResultCode: "" | BankCode;
/** What that code means; empty on success. */
readonly ResultMessage: string;
/** The id of the payment at the bank; empty where it was declined. */
readonly VirtualPosOrderId: string;
};
const codesOfDoDirectPaymentMarketPlace = [
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidRequest",
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidAccount",
  "PaymentDealer.DoDirectPayment.OtherTrxCodeAlreadyUsed",
  "PaymentDealer.DoDirectPayment.InvalidRequest",
  "PaymentDealer.DoDirectPayment.StillRunning",
  "PaymentDealer.DoDirectPayment.InstallmentNotAvailableForForeignCurrencyTransaction",
  "PaymentDealer.DoDirectPayment.InvalidInstallmentNumber",
  "PaymentDealer.DoDirectPayment.ThreeDRequired",
  "PaymentDealer.DoDirectPayment.ThisInstallmentNumberNotAvailableForDealer",
  "PaymentDealer.CheckPaymentDealerAuthentication.VirtualPosNotFound",
  "PaymentDealer.DoDirectPayment.VirtualPosNotAvailable",
  "PaymentDealer.DoDirectPayment.ThisInstallmentNumberNotAvailableForVirtualPos",
  "PaymentDealer.CheckCardInfo.InvalidCardInfo",
  "PaymentDealer.CheckDealerPaymentLimits.DailyDealerLimitExceeded",
  "PaymentDealer.CheckDealerPaymentLimits.DailyCardLimitExceeded",
  "PaymentDealer.DoDirectPayment.OutcomeUnknown",
  "EX",
] as const;

type DoDirectPaymentThreeDFields = {
/** Name of the card holder. */
readonly CardHolderFullName?: string;
/** Number of the card, with ExpMonth, ExpYear and CvcNumber. Either it or CardToken is sent, not both. */
readonly CardNumber?: string;
/** Month in which the card expires, MM. */
readonly ExpMonth?: string;
/** Year in which the card expires, YYYY. */
readonly ExpYear?: string;
/** Security number of the card. It waits encrypted, under a key that only the address holds, until the payer opens the address, and 15 minutes at most. */
readonly CvcNumber?: string;
/** Token of a stored card of this dealer, in place of CardNumber. */
readonly CardToken?: string;
/** Amount to be paid: above 0, a dot before at most two decimals. */
readonly Amount: Decimal;
/** Currency of Amount, and of every other amount of the request. */
readonly Currency?: "TL" | "USD" | "EUR" | "GBP";
/** Absent, 0 or 1 is the single payment; 2 to 12 are installments, with TL only. */
readonly InstallmentNumber?: number;
/** IP address of the machine on which the card number was given. It is recorded and decides nothing. */
readonly ClientIP?: string;
/** The dealer's own unique code of the transaction. The same request with the same code gets a new address while nobody has opened the payment. A changed request, and the same one once the payer has opened the payment, begins anew with an address and a CodeForHash of its own; nothing is charged under the address before any more. After a failure the same request with the same card gets its former address again for a minute. A code has ten attempts. It is bound while a charge is not decided, and for ever once it was paid. Without it every request is a payment of its own. */
readonly OtherTrxCode?: string;
/** 0: captured at once. 1: a pre-authorisation that is captured later. */
readonly IsPreAuth?: 0 | 1;
/** 0: credited as usual. 1: held in the pool until the dealer approves. */
readonly IsPoolPayment?: 0 | 1;
/** Id of the integrator company, one that the service knows of this dealer. Dealers without an integrator leave it out; 0 counts as not given. */
readonly IntegratorId?: number;
/** Name of the software that calls the service. It is recorded and decides nothing. */
readonly Software?: string;
/** Name for the statement, as agreed with the service. */
readonly SubMerchantName?: string;
/** Free text about the payment. */
readonly Description?: string;
/** How commission is deducted from the sub-dealers. 1: by the rates that the service has for them. 2: by DealerCommissionRate and DealerCommissionFixedAmount. 3: DealerCommissionAmount. 4: by GroupRevenueRate, and 5: GroupRevenueAmount, each with the commission that the service takes from the dealer for AmountToBeCommissioned. 6: what SubDealer.Amount leaves of Amount. Required at the path DoDirectPaymentMarketPlace and wherever SubDealer is sent; ignored without SubDealer. */
readonly CommissionScenario?: number;
/** The sub-dealers among whom the payment is split, each once. Required at the path DoDirectPaymentMarketPlace. Percentages are rounded half up, each by itself. A field that the scenario does not use is ignored. */
readonly SubDealer?: readonly ({
/** Number of the sub-dealer. */
readonly DealerId: number;
/** Scenarios 1 to 5: what falls to the sub-dealer before its commission; together they equal Amount of the payment. Scenario 6: what is paid to the sub-dealer; together they do not exceed it. */
readonly Amount: Decimal;
/** Scenario 2, required there: commission as a percentage of Amount, at most four decimals. */
readonly DealerCommissionRate?: Decimal;
/** Scenario 3, required there: the commission. */
readonly DealerCommissionAmount?: Decimal;
/** Scenario 2: added to the commission; 0 where it is not sent. */
readonly DealerCommissionFixedAmount?: Decimal;
/** Scenario 4, required there: the dealer's revenue as a percentage of Amount, at most four decimals. */
readonly GroupRevenueRate?: Decimal;
/** Scenario 5, required there: the dealer's revenue. */
readonly GroupRevenueAmount?: Decimal;
/** Scenarios 4 and 5, required there: the amount on which the sub-dealer bears the service's commission. Together they equal Amount of the payment; 0 for a sub-dealer from whom nothing is wanted. */
readonly AmountToBeCommissioned?: Decimal;
/** Scenarios 4 and 5: 1 adds the dealer's fixed amount to the sub-dealer's commission. */
readonly IsIncludedFixedAmount?: 0 | 1;
})[];
/** About the buyer. */
readonly BuyerInformation?: {
/** Full name of the buyer. */
readonly BuyerFullName?: string;
/** E-mail address of the buyer. */
readonly BuyerEmail?: string;
/** Postal address of the buyer. */
readonly BuyerAddress?: string;
/** Phone of the buyer, kept as it is given and never a reason to refuse the payment. Of a text that is no phone the first 30 characters are kept. */
readonly BuyerGsmNumber?: string;
/** What is bought. */
readonly BasketProduct?: readonly ({
/** Id of the product. */
readonly ProductId?: number;
/** Another name of ProductId: looked at where that is not given. */
readonly DealerProductId?: number;
/** The dealer's code of the product. */
readonly ProductCode?: string;
/** Price of one piece. */
readonly UnitPrice?: Decimal;
/** Number of pieces. */
readonly Quantity?: number;
})[];
};
/** What is bought, beside BuyerInformation: looked at where the list inside it is empty. */
readonly BasketProduct?: readonly ({
/** Id of the product. */
readonly ProductId?: number;
/** Another name of ProductId: looked at where that is not given. */
readonly DealerProductId?: number;
/** The dealer's code of the product. */
readonly ProductCode?: string;
/** Price of one piece. */
readonly UnitPrice?: Decimal;
/** Number of pieces. */
readonly Quantity?: number;
})[];
/** The customer under whom the card is stored with IsTokenized 1. Beside CardToken it says whose card it must be. It means nothing otherwise. */
readonly CustomerInformation?: {
/** Id of a customer who is registered already. 0 counts as not given. */
readonly DealerCustomerId?: number;
/** The dealer's code of the customer. A code that is new registers the customer, and needs FirstName. */
readonly CustomerCode?: string;
/** First name of a customer who is new. Alone, without CustomerCode, it registers nobody. */
readonly FirstName?: string;
/** Last name of a customer who is new. */
readonly LastName?: string;
/** 1 male, 2 female, 0 not given. */
readonly Gender?: 0 | 1 | 2;
/** Birth date of the customer: a real day in the past, YYYYMMDD. */
readonly BirthDate?: string;
/** Mobile phone of the customer: 10 digits that start with 5; a leading 0, 90 or +90, blanks, dots, hyphens and parentheses are dropped. */
readonly GsmNumber?: string;
/** E-mail address of the customer. */
readonly Email?: string;
/** Postal address of the customer. */
readonly Address?: string;
/** A name for the stored card. */
readonly CardName?: string;
};
/** 1: the answer has Url and CodeForHash, and the result is reported by its hash. 0: the answer is the address alone, and the result is reported in words that prove nothing; only dealers who are permitted to may use it. */
readonly ReturnHash?: 0 | 1;
/** Page of the dealer that the payer returns to: https (sandbox stages take http on a loopback host as well), without user name and password. A text without a scheme is taken as https. A query of its own is kept. */
readonly RedirectUrl: string;
/** Another spelling of RedirectUrl. Where both are given they must not differ. */
readonly RedirectURL?: string;
/** 0: the payer returns to the whole window. 1: the pages are inside an iframe and stay there. */
readonly RedirectType?: 0 | 1;
/** 1: the card is stored for the customer of CustomerInformation when the payment is approved. */
readonly IsTokenized?: 0 | 1;
/** Language of the payer's pages. Without it that of the browser. */
readonly Language?: "TR" | "EN";
};
type DoDirectPaymentThreeDData = {
/** The address that the payer's browser opens, once and within 15 minutes. It holds a secret: send it to nobody else. */
readonly Url: string;
/** A secret for the dealer alone. The result of the payment is reported as the SHA-256 of this code followed by T (success) or F (failure), in lower-case hexadecimal. */
readonly CodeForHash: string;
} | string;
const codesOfDoDirectPaymentThreeD = [
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidRequest",
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidAccount",
  "PaymentDealer.DoDirectPayment3dRequest.IpAddressNotAllowed",
  "PaymentDealer.DoDirectPayment3dRequest.ChannelPermissionNotAvailable",
  "PaymentDealer.DoDirectPayment3dRequest.OtherTrxCodeAlreadyUsed",
  "PaymentDealer.DoDirectPayment3dRequest.InvalidRequest",
  "PaymentDealer.DoDirectPayment3dRequest.StillRunning",
  "PaymentDealer.DoDirectPayment3dRequest.RedirectUrlRequired",
  "PaymentDealer.DoDirectPayment3dRequest.InvalidCurrencyCode",
  "PaymentDealer.DoDirectPayment3dRequest.InvalidInstallmentNumber",
  "PaymentDealer.DoDirectPayment3dRequest.InstallmentNotAvailableForForeignCurrencyTransaction",
  "PaymentDealer.DoDirectPayment3dRequest.CardTokenCannotUseWithSaveCard",
  "PaymentDealer.DoDirectPayment3dRequest.InvalidSubMerchantName",
  "PaymentDealer.DoDirectPayment3dRequest.InvalidUnitPrice",
  "PaymentDealer.DoDirectPayment3dRequest.InvalidQuantityValue",
  "PaymentDealer.DoDirectPayment3dRequest.BasketAmountIsNotEqualPaymentAmount",
  "PaymentDealer.DoDirectPayment3dRequest.MustBeOneOfDealerProductIdOrProductCode",
  "PaymentDealer.DoDirectPayment3dRequest.BasketProductNotFoundInYourProductList",
  "PaymentDealer.DoDirectPayment3dRequest.ForeignCurrencyNotAvailableForThisDealer",
  "PaymentDealer.DoDirectPayment3dRequest.PaymentMustBeAuthorization",
  "PaymentDealer.DoDirectPayment3dRequest.AuthorizationForbiddenForThisDealer",
  "PaymentDealer.DoDirectPayment3dRequest.PoolPaymentNotAvailableForDealer",
  "PaymentDealer.DoDirectPayment3dRequest.PoolPaymentRequiredForDealer",
  "PaymentDealer.DoDirectPayment3dRequest.TokenizationNotAvailableForDealer",
  "PaymentDealer.DoDirectPayment3dRequest.ThisInstallmentNumberNotAvailableForDealer",
  "PaymentDealer.DoDirectPayment3dRequest.DealerGroupCommissionRateNotFound",
  "PaymentDealer.CheckPaymentDealerAuthentication.VirtualPosNotFound",
  "PaymentDealer.DoDirectPayment3dRequest.VirtualPosNotAvailable",
  "PaymentDealer.DoDirectPayment3dRequest.DealerCommissionRateNotFound",
  "PaymentDealer.DoDirectPayment3dRequest.ThisInstallmentNumberNotAvailableForVirtualPos",
  "PaymentDealer.DoDirectPayment3dRequest.OnlyCardTokenOrCardNumber",
  "PaymentDealer.CheckCardInfo.InvalidCardInfo",
  "PaymentDealer.DoDirectPayment3dRequest.CardTokenNotFound",
  "PaymentDealer.CheckDealerPaymentLimits.DailyDealerLimitExceeded",
  "PaymentDealer.CheckDealerPaymentLimits.DailyCardLimitExceeded",
  "EX",
] as const;

type AnyGetDealerPaymentTrxDetailListFields = {
/** DealerPaymentId of the payment; 0 counts as not given. Not needed where OtherTrxCode is given. */
readonly PaymentId?: number;
/** The same as PaymentId, under its other name. */
readonly DealerPaymentId?: number;
/** The dealer's own code of the payment. Not needed where PaymentId is given. */
readonly OtherTrxCode?: string;
/** Shows in SubDealerList this sub-dealer alone. A payment in which it has no part counts as not found. */
readonly SubDealerId?: number;
};
type GetDealerPaymentTrxDetailListFields = AtLeastOne<AnyGetDealerPaymentTrxDetailListFields, "PaymentId" | "DealerPaymentId" | "OtherTrxCode">;
type GetDealerPaymentTrxDetailListData = {
/** Always true. */
readonly IsSuccessful: true;
/** Always 00. */
readonly ResultCode: "00";
/** Always empty. */
readonly ResultMessage: "";
/** The payment; null where the code names none. */
readonly PaymentDetail: {
/** Id of the payment in the service. */
readonly DealerPaymentId: number;
/** Id of the payment request, or 0. */
readonly UserPosPaymentId: number;
/** Address of the payment request, or empty. */
readonly UserPosPaymentUrl: string;
/** Id of the reusable link that the payment was made of, or 0. */
readonly UserPosLinkId: number;
/** The dealer's code of that link, or empty. */
readonly LinkCode: string;
/** The dealer's own code, or empty. */
readonly OtherTrxCode: string;
/** Name of the card holder, where the request had it. */
readonly CardHolderFullName: string;
/** First six digits of the card. */
readonly CardNumberFirstSix: string;
/** Last four digits of the card. */
readonly CardNumberLastFour: string;
/** When the payment began, on clocks in Istanbul, without a zone. */
readonly PaymentDate: string;
/** What the card was charged, commission of the payer included; of a captured payment what was captured. */
readonly Amount: Decimal;
/** What was refunded so far. */
readonly RefAmount: Decimal;
/** Currency of all amounts. */
readonly CurrencyCode: "TL" | "USD" | "EUR" | "GBP";
/** 0 is the single payment. */
readonly InstallmentNumber: number;
/** What the service takes, commission of the payer included. */
readonly DealerCommissionAmount: Decimal;
/** 0 waiting, 1 pre-authorised, 2 paid, 3 voided, 4 refunded in full. A payment that was refunded in part stays 2. */
readonly PaymentStatus: 0 | 1 | 2 | 3 | 4;
/** 0 waiting, 1 done, 2 failed. */
readonly TrxStatus: 0 | 1 | 2;
/** Always false: the service does not know where a card was issued. */
readonly IsInternationalCard: boolean;
/** Whether the payer passed 3D Secure, or was asked to. */
readonly IsThreeD: boolean;
/** The same. */
readonly IsThreeDModel: boolean;
/** Whether the payment may be voided now. */
readonly CanBeCanceled: boolean;
/** What the bank said of 3D: 1 the payer was authenticated, 2 to 4 only attempted. 0 without 3D, and where the payer never came back. */
readonly MdStatus: 0 | 1 | 2 | 3 | 4;
/** Free text about the payment. */
readonly Description: string;
/** Name of the software that made it. */
readonly Software: string;
/** Full name of the buyer. */
readonly BuyerFullName: string;
/** E-mail address of the buyer. */
readonly BuyerEmail: string;
/** Phone of the buyer. */
readonly BuyerGsmNumber: string;
/** Postal address of the buyer. */
readonly BuyerAddress: string;
/** Always empty. */
readonly BranchCode: string;
/** Always empty. */
readonly BranchName: string;
/** Always empty. */
readonly PointDistributionInformation: string;
/** The id of the payment at the bank. */
readonly VirtualPosOrderId: string;
/** Authorisation code of the bank, or empty. */
readonly AuthCode: string;
/** 00 where it was done, empty while it waits, else the bank's code, 000 to 030. */
readonly ResultCode: string;
/** What a code of the bank means; otherwise empty. */
readonly ResultMessage: string;
/** 0 not pooled, 1 waits for the approval, 2 approved. With sub-dealers it is 2 once every share is approved. */
readonly PoolStatus: 0 | 1 | 2;
/** The shares of the sub-dealers. */
readonly SubDealerList: readonly ({
/** Number of the sub-dealer. */
readonly DealerId: number;
/** Its gross share. */
readonly Amount: Decimal;
/** The commission deducted from it. */
readonly DealerCommissionAmount: Decimal;
/** What is paid to it. */
readonly NetAmount: Decimal;
/** What was refunded of the share so far. */
readonly RefAmount: Decimal;
/** 0 not pooled, 1 waits for the approval, 2 approved. */
readonly PoolStatus: 0 | 1 | 2;
})[];
} | null;
/** Number of entries in PaymentTrxDetailList. */
readonly ListItemCount: number;
/** The charge, then each step that reached the bank, oldest first. */
readonly PaymentTrxDetailList: readonly ({
/** Id of the transaction in the service. */
readonly DealerPaymentTrxId: number;
/** Id of the payment in the service. */
readonly DealerPaymentId: number;
/** Id of the reusable link that the payment was made of, or 0. */
readonly UserPosLinkId: number;
/** The dealer's code of that link, or empty. */
readonly LinkCode: string;
/** Code of the transaction, the same in every answer. */
readonly TrxCode: string;
/** When it began, on clocks in Istanbul, without a zone. */
readonly TrxDate: string;
/** What it moved on the card. */
readonly Amount: Decimal;
/** 1 pre-authorisation, 2 payment, 3 void, 4 refund. */
readonly TrxType: 1 | 2 | 3 | 4;
/** 0 waiting, 1 done, 2 failed. */
readonly TrxStatus: 0 | 1 | 2;
/** Always 0. */
readonly PaymentReason: 0;
/** 2 for voids and refunds. */
readonly VoidRefundReason: 0 | 2;
/** The id of the payment at the bank. */
readonly VirtualPosOrderId: string;
/** 00 where it was done, empty while it waits, else the bank's code, 000 to 030. */
readonly ResultCode: string;
/** What a code of the bank means; otherwise empty. */
readonly ResultMessage: string;
/** When it ended, or began while it waits, on clocks in Istanbul, without a zone. */
readonly EffectiveDate: string;
/** Reference of the bank, or empty. */
readonly ExtraRefNo: string;
})[];
};
const codesOfGetDealerPaymentTrxDetailList = [
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidRequest",
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidAccount",
  "PaymentDealer.GetDealerPaymentTrxDetailList.InvalidRequest",
  "PaymentDealer.GetDealerPaymentTrxDetailList.PaymentIdError",
  "EX",
] as const;

type GetPaymentListFields = {
/** Begin of the period. A moment on clocks in Istanbul, `yyyy-MM-dd HH:mm`. Seconds and thousandths may follow; a day alone, `2026-11-22` or `20261122`, is all of it. Absent: 31 days before its end. */
readonly PaymentStartDate?: string;
/** End of the period, which is part of it: all of its minute. A moment on clocks in Istanbul, `yyyy-MM-dd HH:mm`. Seconds and thousandths may follow; a day alone, `2026-11-22` or `20261122`, is all of it. Absent: now. */
readonly PaymentEndDate?: string;
/** Lists payments of this PaymentStatus alone. */
readonly PaymentStatus?: 0 | 1 | 2 | 3 | 4;
/** Lists payments of this TrxStatus alone. */
readonly TrxStatus?: 0 | 1 | 2;
/** Lists the payments in which this sub-dealer has a part. SubDealerList shows it alone. */
readonly SubDealerId?: number;
};
type GetPaymentListData = {
/** Always true. */
readonly IsSuccessful: true;
/** Always 00. */
readonly ResultCode: "00";
/** From when to ask on where the list was cut; otherwise empty. */
readonly ResultMessage: string;
/** Number of entries in PaymentList. */
readonly ListItemCount: number;
/** Each payment as PaymentDetail shows it, the newest first. */
readonly PaymentList: readonly ({
/** Id of the payment in the service. */
readonly DealerPaymentId: number;
/** Id of the payment request, or 0. */
readonly UserPosPaymentId: number;
/** Address of the payment request, or empty. */
readonly UserPosPaymentUrl: string;
/** Id of the reusable link that the payment was made of, or 0. */
readonly UserPosLinkId: number;
/** The dealer's code of that link, or empty. */
readonly LinkCode: string;
/** The dealer's own code, or empty. */
readonly OtherTrxCode: string;
/** Name of the card holder, where the request had it. */
readonly CardHolderFullName: string;
/** First six digits of the card. */
readonly CardNumberFirstSix: string;
/** Last four digits of the card. */
readonly CardNumberLastFour: string;
/** When the payment began, on clocks in Istanbul, without a zone. */
readonly PaymentDate: string;
/** What the card was charged, commission of the payer included; of a captured payment what was captured. */
readonly Amount: Decimal;
/** What was refunded so far. */
readonly RefAmount: Decimal;
/** Currency of all amounts. */
readonly CurrencyCode: "TL" | "USD" | "EUR" | "GBP";
/** 0 is the single payment. */
readonly InstallmentNumber: number;
/** What the service takes, commission of the payer included. */
readonly DealerCommissionAmount: Decimal;
/** 0 waiting, 1 pre-authorised, 2 paid, 3 voided, 4 refunded in full. A payment that was refunded in part stays 2. */
readonly PaymentStatus: 0 | 1 | 2 | 3 | 4;
/** 0 waiting, 1 done, 2 failed. */
readonly TrxStatus: 0 | 1 | 2;
/** Always false: the service does not know where a card was issued. */
readonly IsInternationalCard: boolean;
/** Whether the payer passed 3D Secure, or was asked to. */
readonly IsThreeD: boolean;
/** The same. */
readonly IsThreeDModel: boolean;
/** Whether the payment may be voided now. */
readonly CanBeCanceled: boolean;
/** What the bank said of 3D: 1 the payer was authenticated, 2 to 4 only attempted. 0 without 3D, and where the payer never came back. */
readonly MdStatus: 0 | 1 | 2 | 3 | 4;
/** Free text about the payment. */
readonly Description: string;
/** Name of the software that made it. */
readonly Software: string;
/** Full name of the buyer. */
readonly BuyerFullName: string;
/** E-mail address of the buyer. */
readonly BuyerEmail: string;
/** Phone of the buyer. */
readonly BuyerGsmNumber: string;
/** Postal address of the buyer. */
readonly BuyerAddress: string;
/** Always empty. */
readonly BranchCode: string;
/** Always empty. */
readonly BranchName: string;
/** Always empty. */
readonly PointDistributionInformation: string;
/** The id of the payment at the bank. */
readonly VirtualPosOrderId: string;
/** Authorisation code of the bank, or empty. */
readonly AuthCode: string;
/** 00 where it was done, empty while it waits, else the bank's code, 000 to 030. */
readonly ResultCode: string;
/** What a code of the bank means; otherwise empty. */
readonly ResultMessage: string;
/** 0 not pooled, 1 waits for the approval, 2 approved. With sub-dealers it is 2 once every share is approved. */
readonly PoolStatus: 0 | 1 | 2;
/** The shares of the sub-dealers. */
readonly SubDealerList: readonly ({
/** Number of the sub-dealer. */
readonly DealerId: number;
/** Its gross share. */
readonly Amount: Decimal;
/** The commission deducted from it. */
readonly DealerCommissionAmount: Decimal;
/** What is paid to it. */
readonly NetAmount: Decimal;
/** What was refunded of the share so far. */
readonly RefAmount: Decimal;
/** 0 not pooled, 1 waits for the approval, 2 approved. */
readonly PoolStatus: 0 | 1 | 2;
})[];
})[];
};
const codesOfGetPaymentList = [
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidRequest",
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidAccount",
  "PaymentDealer.GetPaymentList.InvalidRequest",
  "PaymentDealer.GetPaymentList.NoDataFound",
  "EX",
] as const;

type GetPaymentTrxListFields = {
/** Begin of the period. A moment on clocks in Istanbul, `yyyy-MM-dd HH:mm`. Seconds and thousandths may follow; a day alone, `2026-11-22` or `20261122`, is all of it. Absent: 31 days before its end. */
readonly TrxStartDate?: string;
/** End of the period, which is part of it: all of its minute. A moment on clocks in Istanbul, `yyyy-MM-dd HH:mm`. Seconds and thousandths may follow; a day alone, `2026-11-22` or `20261122`, is all of it. Absent: now. */
readonly TrxEndDate?: string;
/** Lists transactions of this TrxType alone; 0 counts as not given. */
readonly TrxType?: 0 | 1 | 2 | 3 | 4;
/** Lists transactions of this TrxStatus alone. */
readonly TrxStatus?: 0 | 1 | 2;
/** Lists the transactions in which this sub-dealer has a part. SubDealerAmount shows its part. */
readonly SubDealerId?: number;
};
type GetPaymentTrxListData = {
/** Always true. */
readonly IsSuccessful: true;
/** Always 00. */
readonly ResultCode: "00";
/** From when to ask on where the list was cut; otherwise empty. */
readonly ResultMessage: string;
/** Number of entries in PaymentTrxList. */
readonly ListItemCount: number;
/** Each charge, and each step that reached the bank, the newest first. */
readonly PaymentTrxList: readonly ({
/** Id of the transaction in the service. */
readonly DealerPaymentTrxId: number;
/** Id of the payment in the service. */
readonly DealerPaymentId: number;
/** Id of the reusable link that the payment was made of, or 0. */
readonly UserPosLinkId: number;
/** The dealer's code of that link, or empty. */
readonly LinkCode: string;
/** Code of the transaction, the same in every answer. */
readonly TrxCode: string;
/** When it began, on clocks in Istanbul, without a zone. */
readonly TrxDate: string;
/** What it moved on the card. */
readonly Amount: Decimal;
/** 1 pre-authorisation, 2 payment, 3 void, 4 refund. */
readonly TrxType: 1 | 2 | 3 | 4;
/** 0 waiting, 1 done, 2 failed. */
readonly TrxStatus: 0 | 1 | 2;
/** Always 0. */
readonly PaymentReason: 0;
/** 2 for voids and refunds. */
readonly VoidRefundReason: 0 | 2;
/** The id of the payment at the bank. */
readonly VirtualPosOrderId: string;
/** 00 where it was done, empty while it waits, else the bank's code, 000 to 030. */
readonly ResultCode: string;
/** What a code of the bank means; otherwise empty. */
readonly ResultMessage: string;
/** When it ended, or began while it waits, on clocks in Istanbul, without a zone. */
readonly EffectiveDate: string;
/** Reference of the bank, or empty. */
readonly ExtraRefNo: string;
/** The part of the sub-dealer in Amount; only where SubDealerId is given. */
readonly SubDealerAmount?: Decimal;
})[];
};
const codesOfGetPaymentTrxList = [
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidRequest",
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidAccount",
  "PaymentDealer.GetPaymentTrxList.InvalidRequest",
  "PaymentDealer.GetPaymentTrxList.NoDataFound",
  "EX",
] as const;

type AnyUpdateDealerPaymentFields = {
/** Id of the payment in the service. Given beside another id it must name the same payment. */
readonly DealerPaymentId?: number;
/** The dealer's own code of the payment. Of several attempts with a code the one that was paid is meant, else the latest. Blanks around it are dropped where nothing has the code with them. */
readonly OtherTrxCode?: string;
/** The id of the payment at the bank, which names one attempt. Blanks around it are dropped. Given beside OtherTrxCode it must name the same attempt. */
readonly VirtualPosOrderId?: string;
/** IP address of the machine that asked for it. It is recorded and decides nothing. */
readonly ClientIP?: string;
/** Name of the software that made the payment. */
readonly Software?: string;
/** Free text about the payment. It must not hold a card number. */
readonly Description?: string;
/** The buyer; each member that is not given stays as it is. */
readonly BuyerInformation?: {
/** Full name. It must not hold a card number. */
readonly BuyerFullName?: string;
/** E-mail address. */
readonly BuyerEmail?: string;
/** Postal address. It must not hold a card number. */
readonly BuyerAddress?: string;
/** Phone. A text that is no phone is kept, cut to 30 characters. */
readonly BuyerGsmNumber?: string;
};
};
type UpdateDealerPaymentFields = AtLeastOne<AnyUpdateDealerPaymentFields, "DealerPaymentId" | "OtherTrxCode" | "VirtualPosOrderId">;
type UpdateDealerPaymentData = {
/** Whether it was done. */
readonly IsSuccessful: boolean;
/** The code of the result. */
readonly ResultCode: string;
/** What that code means; empty on success. */
readonly ResultMessage: string;
/** The id of the payment at the bank. */
readonly VirtualPosOrderId: string;
};
const codesOfUpdateDealerPayment = [
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidRequest",
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidAccount",
  "PaymentDealer.UpdateDealerPayment.InvalidRequest",
  "PaymentDealer.UpdateDealerPayment.OtherTrxCodeOrVirtualPosOrderIdMustGiven",
  "PaymentDealer.UpdateDealerPayment.OtherTrxCodeAndVirtualPosOrderIdMismatch",
  "PaymentDealer.UpdateDealerPayment.DealerPaymentNotFound",
  "EX",
] as const;

type AnyUpdateDealerPaymentMarketPlaceFields = {
/** Id of the payment in the service. Given beside another id it must name the same payment. */
readonly DealerPaymentId?: number;
/** The dealer's own code of the payment. Of several attempts with a code the one that was paid is meant, else the latest. Blanks around it are dropped where nothing has the code with them. */
readonly OtherTrxCode?: string;
/** The id of the payment at the bank, which names one attempt. Blanks around it are dropped. Given beside OtherTrxCode it must name the same attempt. */
readonly VirtualPosOrderId?: string;
/** IP address of the machine that asked for it. It is recorded and decides nothing. */
readonly ClientIP?: string;
/** Absent or 0: the commission of each sub-dealer follows its share, as it does in a capture of a part. 1 to 6: shares and commissions are computed anew from SubDealer, as for a new payment, with the rates of today. */
readonly CommissionScenario?: number;
/** The shares of all sub-dealers; without CommissionScenario each its gross share. Together they make up what was charged. Whoever is left out has no share any more, and only those may be named who have a part in the payment. A single object counts as a list of it alone. */
readonly SubDealer?: readonly ({
/** Number of the sub-dealer. */
readonly DealerId: number;
/** Scenarios 1 to 5: what falls to the sub-dealer before its commission; together they equal Amount of the payment. Scenario 6: what is paid to the sub-dealer; together they do not exceed it. */
readonly Amount: Decimal;
/** Scenario 2, required there: commission as a percentage of Amount, at most four decimals. */
readonly DealerCommissionRate?: Decimal;
/** Scenario 3, required there: the commission. */
readonly DealerCommissionAmount?: Decimal;
/** Scenario 2: added to the commission; 0 where it is not sent. */
readonly DealerCommissionFixedAmount?: Decimal;
/** Scenario 4, required there: the dealer's revenue as a percentage of Amount, at most four decimals. */
readonly GroupRevenueRate?: Decimal;
/** Scenario 5, required there: the dealer's revenue. */
readonly GroupRevenueAmount?: Decimal;
/** Scenarios 4 and 5, required there: the amount on which the sub-dealer bears the service's commission. Together they equal Amount of the payment; 0 for a sub-dealer from whom nothing is wanted. */
readonly AmountToBeCommissioned?: Decimal;
/** Scenarios 4 and 5: 1 adds the dealer's fixed amount to the sub-dealer's commission. */
readonly IsIncludedFixedAmount?: 0 | 1;
})[];
/** Name of the software that made the payment. */
readonly Software?: string;
/** Free text about the payment. It must not hold a card number. */
readonly Description?: string;
/** The buyer; each member that is not given stays as it is. */
readonly BuyerInformation?: {
/** Full name. It must not hold a card number. */
readonly BuyerFullName?: string;
/** E-mail address. */
readonly BuyerEmail?: string;
/** Postal address. It must not hold a card number. */
readonly BuyerAddress?: string;
/** Phone. A text that is no phone is kept, cut to 30 characters. */
readonly BuyerGsmNumber?: string;
};
};
type UpdateDealerPaymentMarketPlaceFields = AtLeastOne<AnyUpdateDealerPaymentMarketPlaceFields, "DealerPaymentId" | "OtherTrxCode" | "VirtualPosOrderId">;
type UpdateDealerPaymentMarketPlaceData = {
/** Whether it was done. */
readonly IsSuccessful: boolean;
/** The code of the result. */
readonly ResultCode: string;
/** What that code means; empty on success. */
readonly ResultMessage: string;
/** The id of the payment at the bank. */
readonly VirtualPosOrderId: string;
};
const codesOfUpdateDealerPaymentMarketPlace = [
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidRequest",
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidAccount",
  "PaymentDealer.UpdateDealerPaymentMarketPlace.InvalidRequest",
  "PaymentDealer.UpdateDealerPaymentMarketPlace.OtherTrxCodeOrVirtualPosOrderIdMustGiven",
  "PaymentDealer.UpdateDealerPaymentMarketPlace.OtherTrxCodeAndVirtualPosOrderIdMismatch",
  "PaymentDealer.UpdateDealerPaymentMarketPlace.DealerPaymentNotFound",
  "PaymentDealer.UpdateDealerPaymentMarketPlace.UpdateNotAvailable",
  "PaymentDealer.UpdateDealerPaymentMarketPlace.InvalidAmount",
  "EX",
] as const;

type AnyDoCaptureFields = {
/** The dealer's own code of the payment. Of several attempts with a code the one that was paid is meant, else the latest. Blanks around it are dropped where nothing has the code with them. */
readonly OtherTrxCode?: string;
/** The id of the payment at the bank, which names one attempt. Blanks around it are dropped. Given beside OtherTrxCode it must name the same attempt. */
readonly VirtualPosOrderId?: string;
/** IP address of the machine that asked for it. It is recorded and decides nothing. */
readonly ClientIP?: string;
/** What is captured of the amount that the card was pre-authorised for; absent: all of it. A dealer who is permitted to may capture up to 15 % more, without sub-dealers. */
readonly Amount?: Decimal;
/** What is captured for each sub-dealer; together they equal Amount. Absent with a whole capture. A single object counts as a list of it alone. */
readonly SubDealer?: readonly ({
/** Number of the sub-dealer. */
readonly DealerId: number;
/** Its gross share: the part of Amount that it stands for, before any commission. */
readonly Amount: Decimal;
})[];
};
type DoCaptureFields = AtLeastOne<AnyDoCaptureFields, "OtherTrxCode" | "VirtualPosOrderId">;
type DoCaptureData = {
/** Whether it was done. */
readonly IsSuccessful: boolean;
/** 00 where it was done; else the bank's code, 000 to 030. */
readonly ResultCode: string;
/** What that code means; empty on success. */
readonly ResultMessage: string;
/** The id of the payment at the bank. */
readonly VirtualPosOrderId: string;
};
const codesOfDoCapture = [
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidRequest",
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidAccount",
  "PaymentDealer.DoCapture.InvalidRequest",
  "PaymentDealer.DoCapture.OtherTrxCodeOrVirtualPosOrderIdMustGiven",
  "PaymentDealer.DoCapture.OtherTrxCodeAndVirtualPosOrderIdMismatch",
  "PaymentDealer.DoCapture.PaymentNotFound",
  "PaymentDealer.DoCapture.CaptureNotAvailable",
  "PaymentDealer.DoCapture.InvalidAmount",
  "PaymentDealer.DoCapture.OutcomeUnknown",
  "EX",
] as const;

type AnyDoVoidFields = {
/** The dealer's own code of the payment. Of several attempts with a code the one that was paid is meant, else the latest. Blanks around it are dropped where nothing has the code with them. */
readonly OtherTrxCode?: string;
/** The id of the payment at the bank, which names one attempt. Blanks around it are dropped. Given beside OtherTrxCode it must name the same attempt. */
readonly VirtualPosOrderId?: string;
/** IP address of the machine that asked for it. It is recorded and decides nothing. */
readonly ClientIP?: string;
/** 2; absent or 0 is taken as 2. */
readonly VoidRefundReason?: 0 | 2;
};
type DoVoidFields = AtLeastOne<AnyDoVoidFields, "OtherTrxCode" | "VirtualPosOrderId">;
type DoVoidData = {
/** Whether it was done. */
readonly IsSuccessful: boolean;
/** 00 where it was done; else the bank's code, 000 to 030. */
readonly ResultCode: string;
/** What that code means; empty on success. */
readonly ResultMessage: string;
/** The id of the payment at the bank. */
readonly VirtualPosOrderId: string;
};
const codesOfDoVoid = [
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidRequest",
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidAccount",
  "PaymentDealer.DoVoid.InvalidRequest",
  "PaymentDealer.DoVoid.OtherTrxCodeAndVirtualPosOrderIdMismatch",
  "PaymentDealer.DoVoid.PaymentNotFound",
  "PaymentDealer.DoVoid.PaymentNotAvailable",
  "PaymentDealer.DoVoid.OutcomeUnknown",
  "EX",
] as const;

type AnyDoCreateRefundRequestFields = {
/** The dealer's own code of the payment. Of several attempts with a code the one that was paid is meant, else the latest. Blanks around it are dropped where nothing has the code with them. */
readonly OtherTrxCode?: string;
/** The id of the payment at the bank, which names one attempt. Blanks around it are dropped. Given beside OtherTrxCode it must name the same attempt. */
readonly VirtualPosOrderId?: string;
/** IP address of the machine that asked for it. It is recorded and decides nothing. */
readonly ClientIP?: string;
/** What goes back to the card, commission of the payer included; 0 or absent: all that is left. */
readonly Amount?: Decimal;
/** What goes back of the share of each sub-dealer; together they equal Amount. Absent: in proportion to what is left of each share. A single object counts as a list of it alone. */
readonly SubDealer?: readonly ({
/** Number of the sub-dealer. */
readonly DealerId: number;
/** Its gross share: the part of Amount that it stands for, before any commission. */
readonly Amount: Decimal;
})[];
/** The dealer's own name of the refund, which makes a repeat exact: the same code is the same refund for ever, a new code a new one. Without it, the same amount is a repeat while the first refund is carried out and for ten minutes after its end. */
readonly RefundCode?: string;
};
type DoCreateRefundRequestFields = AtLeastOne<AnyDoCreateRefundRequestFields, "OtherTrxCode" | "VirtualPosOrderId">;
type DoCreateRefundRequestData = {
/** Whether it was done. */
readonly IsSuccessful: boolean;
/** The code of the result. */
readonly ResultCode: string;
/** What that code means; empty on success. */
readonly ResultMessage: string;
/** Id of the refund: DealerPaymentTrxId of its entry in the detail list. */
readonly RefundRequestId: number;
};
const codesOfDoCreateRefundRequest = [
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidRequest",
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidAccount",
  "PaymentDealer.DoCreateRefundRequest.InvalidRequest",
  "PaymentDealer.DoCreateRefundRequest.OtherTrxCodeOrVirtualPosOrderIdMustGiven",
  "PaymentDealer.DoCreateRefundRequest.OtherTrxCodeAndVirtualPosOrderIdMismatch",
  "PaymentDealer.DoCreateRefundRequest.PaymentNotFound",
  "PaymentDealer.DoCreateRefundRequest.RefundNotAvailable",
  "PaymentDealer.DoCreateRefundRequest.RefundRequestAlreadyExist",
  "PaymentDealer.DoCreateRefundRequest.InvalidAmount",
  "EX",
] as const;

type AnyDoApprovePoolPaymentFields = {
/** The dealer's own code of the payment. Of several attempts with a code the one that was paid is meant, else the latest. Blanks around it are dropped where nothing has the code with them. */
readonly OtherTrxCode?: string;
/** The id of the payment at the bank, which names one attempt. Blanks around it are dropped. Given beside OtherTrxCode it must name the same attempt. */
readonly VirtualPosOrderId?: string;
/** IP address of the machine that asked for it. It is recorded and decides nothing. */
readonly ClientIP?: string;
/** Sub-dealers whose shares alone are approved; absent: all that waits. A single object counts as a list of it alone. */
readonly SubDealer?: readonly ({
/** Number of the sub-dealer. */
readonly DealerId: number;
})[];
};
type DoApprovePoolPaymentFields = AtLeastOne<AnyDoApprovePoolPaymentFields, "OtherTrxCode" | "VirtualPosOrderId">;
type DoApprovePoolPaymentData = {
/** Whether it was done. */
readonly IsSuccessful: boolean;
/** The code of the result. */
readonly ResultCode: string;
/** What that code means; empty on success. */
readonly ResultMessage: string;
/** The id of the payment at the bank. */
readonly VirtualPosOrderId: string;
};
const codesOfDoApprovePoolPayment = [
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidRequest",
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidAccount",
  "PaymentDealer.DoApprovePoolPayment.InvalidRequest",
  "PaymentDealer.DoApprovePoolPayment.OtherTrxCodeOrVirtualPosOrderIdMustGiven",
  "PaymentDealer.DoApprovePoolPayment.DealerPaymentNotFound",
  "PaymentDealer.DoApprovePoolPayment.PaymentIsNotPoolPayment",
  "PaymentDealer.DoApprovePoolPayment.PaymentAlreadyApproved",
  "EX",
] as const;

type AnyUndoApprovePoolPaymentFields = {
/** The dealer's own code of the payment. Of several attempts with a code the one that was paid is meant, else the latest. Blanks around it are dropped where nothing has the code with them. */
readonly OtherTrxCode?: string;
/** The id of the payment at the bank, which names one attempt. Blanks around it are dropped. Given beside OtherTrxCode it must name the same attempt. */
readonly VirtualPosOrderId?: string;
/** IP address of the machine that asked for it. It is recorded and decides nothing. */
readonly ClientIP?: string;
/** Sub-dealers whose approval alone is undone; absent: all that is approved. A single object counts as a list of it alone. */
readonly SubDealer?: readonly ({
/** Number of the sub-dealer. */
readonly DealerId: number;
})[];
};
type UndoApprovePoolPaymentFields = AtLeastOne<AnyUndoApprovePoolPaymentFields, "OtherTrxCode" | "VirtualPosOrderId">;
type UndoApprovePoolPaymentData = {
/** Whether it was done. */
readonly IsSuccessful: boolean;
/** The code of the result. */
readonly ResultCode: string;
/** What that code means; empty on success. */
readonly ResultMessage: string;
/** The id of the payment at the bank. */
readonly VirtualPosOrderId: string;
};
const codesOfUndoApprovePoolPayment = [
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidRequest",
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidAccount",
  "PaymentDealer.UndoApprovePoolPayment.InvalidRequest",
  "PaymentDealer.UndoApprovePoolPayment.OtherTrxCodeOrVirtualPosOrderIdMustGiven",
  "PaymentDealer.UndoApprovePoolPayment.OtherTrxCodeAndVirtualPosOrderIdNotMatch",
  "PaymentDealer.UndoApprovePoolPayment.DealerPaymentNotFound",
  "PaymentDealer.UndoApprovePoolPayment.PaymentIsNotPoolPayment",
  "PaymentDealer.UndoApprovePoolPayment.PaymentNotApprovedYet",
  "PaymentDealer.UndoApprovePoolPayment.PaymentNotApprovedYetForSubDealer",
  "PaymentDealer.UndoApprovePoolPayment.UndoNotAvailable",
  "EX",
] as const;

type GetDealerFields = {
/** Code of the caller itself, or of a sub-dealer. Absent: the caller. */
readonly DealerCode?: string;
/** Code of a sub-dealer: its number, which a SubDealer entry has as DealerId. */
readonly SubDealerCode?: string;
};
type GetDealerData = {
/** Number of the dealer: its DealerCode where that is a number, else 0. For a sub-dealer its number. */
readonly DealerId: number;
/** Code of the dealer. */
readonly DealerCode: string;
/** The user who called; empty for a sub-dealer. */
readonly UserName: string;
/** Name of the dealer. */
readonly DealerName: string;
/** 1 dealer, 2 sub-dealer. */
readonly DealerType: 1 | 2;
/** Registered name, or empty. */
readonly Title: string;
/** Person to speak to, or empty. */
readonly ContactName: string;
/** Phone, or empty. */
readonly PhoneNumber: string;
/** E-mail address, or empty. */
readonly Email: string;
/** Tax or identity number, or empty. */
readonly IdentityNumber: string;
/** Web site, or empty. */
readonly WebSiteURL: string;
/** Code of its trade, or empty. */
readonly NaceCode: string;
/** What is deducted of payments: one entry for each virtual POS; of a sub-dealer its own rates, without a bank. */
readonly CommissionList: readonly ({
/** Name of the virtual POS's bank; empty for the dealer's own commission on payments with sub-dealers, and for a sub-dealer's. */
readonly Bank: string;
/** Installment programme of its cards, as GetBankCardInformation names it for a card, or empty. */
readonly GroupName: string;
/** Commission in percent on the single payment; -1 where that is not to be had. */
readonly CommissionRate: Decimal;
/** Commission in percent on 2 installments; -1 where that is not to be had. */
readonly CommissionRate2: Decimal;
/** Commission in percent on 3 installments; -1 where that is not to be had. */
readonly CommissionRate3: Decimal;
/** Commission in percent on 4 installments; -1 where that is not to be had. */
readonly CommissionRate4: Decimal;
/** Commission in percent on 5 installments; -1 where that is not to be had. */
readonly CommissionRate5: Decimal;
/** Commission in percent on 6 installments; -1 where that is not to be had. */
readonly CommissionRate6: Decimal;
/** Commission in percent on 7 installments; -1 where that is not to be had. */
readonly CommissionRate7: Decimal;
/** Commission in percent on 8 installments; -1 where that is not to be had. */
readonly CommissionRate8: Decimal;
/** Commission in percent on 9 installments; -1 where that is not to be had. */
readonly CommissionRate9: Decimal;
/** Commission in percent on 10 installments; -1 where that is not to be had. */
readonly CommissionRate10: Decimal;
/** Commission in percent on 11 installments; -1 where that is not to be had. */
readonly CommissionRate11: Decimal;
/** Commission in percent on 12 installments; -1 where that is not to be had. */
readonly CommissionRate12: Decimal;
})[];
};
const codesOfGetDealer = [
  "Dealer.GetDealer.InvalidRequest",
  "Dealer.GetDealer.DealerNotFound",
  "EX",
] as const;

type GetStatementListFields = {
/** First day, such as 2026-11-22. A time of day behind it is ignored. */
readonly StatementStartDate?: string;
/** Last day, written in the same way. Absent: today. */
readonly StatementEndDate?: string;
/** Number of the account, as DealerAccountingId tells it. It names the same as SubDealerId. */
readonly AccountingId?: number;
/** One statement, with what moved in it; the dates do not matter then. */
readonly StatementId?: number;
/** Number of a sub-dealer. Absent: the dealer's own statements. */
readonly SubDealerId?: number;
};
type GetStatementListData = {
/** Always true. */
readonly IsSuccessful: boolean;
/** Always empty. */
readonly ResultCode: string;
/** Says so where PaymentList is cut, else empty. */
readonly ResultMessage: string;
/** Number of statements. */
readonly ListItemCount: number;
/** Newest first. */
readonly StatementList: readonly ({
/** Number of the statement. */
readonly DealerStatementId: number;
/** 1 TL, 2 USD, 3 EUR, 4 GBP. */
readonly CurrencyId: 1 | 2 | 3 | 4;
/** First moment of the day, on clocks in Istanbul. */
readonly StatementStartDate: string;
/** Last moment of the day, on clocks in Istanbul. */
readonly StatementEndDate: string;
/** Day of the payout: the next one from Monday to Friday, on clocks in Istanbul. */
readonly WillBePaidOn: string;
/** 0 nothing is paid out, 1 will be paid out, 2 the day of the payout has come. */
readonly StatementStatus: 0 | 1 | 2;
/** Sales and captures that were reported paid on the day. */
readonly SalesCount: number;
/** What payers paid for them. For a dealer's payments with sub-dealers: the commission that the dealer takes from them. */
readonly SalesTotal: Decimal;
/** What is deducted of it. */
readonly SalesCommissionTotal: Decimal;
/** Refunds and voids that were done on the day, whenever their payments began. */
readonly RefundCount: number;
/** What payers got back. */
readonly RefundTotal: Decimal;
/** What is given back of the commission. */
readonly RefundCommissionTotal: Decimal;
/** Number of the account: of the sub-dealer, or the DealerId of the dealer. */
readonly DealerAccountingId: number;
/** 1: complete. A statement never changes. */
readonly Status: 1;
/** TL, USD, EUR or GBP. */
readonly CurrencyCode: string;
/** Number of the sub-dealer; 0 for the dealer's own statement. */
readonly SubDealerId: number;
/** What the account owed from the days before; never above 0. */
readonly OwedBefore: Decimal;
/** What is paid out for the day, after what was owed. */
readonly PayoutTotal: Decimal;
/** What the account owes after the day; never above 0. */
readonly OwedAfter: Decimal;
/** What waits for the dealer's approval after the day. */
readonly PoolTotal: Decimal;
})[];
/** What moved in the statement that StatementId names, oldest first; empty without StatementId. */
readonly PaymentList: readonly ({
/** Number of the payment. */
readonly DealerPaymentId: number;
/** Order of the charge. */
readonly VirtualPosOrderId: string;
/** The dealer's own code, or empty. */
readonly OtherTrxCode: string;
/** Id of the reusable link that the payment was made of, or 0. */
readonly UserPosLinkId: number;
/** The dealer's code of that link, or empty. */
readonly LinkCode: string;
/** When it came to count, on clocks in Istanbul. */
readonly TrxDate: string;
/** 2 sale or capture, 3 void, 4 refund, 5 pool approval, 6 undone pool approval, 7 other shares. */
readonly TrxType: 2 | 3 | 4 | 5 | 6 | 7;
/** Share of the account in what the payer paid or got back; of a pool step what it moved; of other shares what the account has more, or less below 0. */
readonly Amount: Decimal;
/** Commission that was deducted, or given back. */
readonly DealerCommissionAmount: Decimal;
/** TL, USD, EUR or GBP. */
readonly CurrencyCode: string;
})[];
};
const codesOfGetStatementList = [
  "Dealer.GetStatementList.InvalidRequest",
  "Dealer.GetStatementList.NoDataFound",
  "EX",
] as const;

type GetAccountingListFields = {
/** First day of payouts, such as 2026-11-22. A time of day behind it is ignored. */
readonly TransferStartDate?: string;
/** Last day of payouts, written in the same way; it may be a day to come. Absent: today. */
readonly TransferEndDate?: string;
/** TL, USD, EUR or GBP. Absent: all. */
readonly CurrencyCode?: string;
/** Number of a sub-dealer. Absent: the dealer's own payouts. */
readonly SubDealerId?: number;
};
type GetAccountingListData = {
/** Always true. */
readonly IsSuccessful: boolean;
/** Always empty. */
readonly ResultCode: string;
/** Always empty. */
readonly ResultMessage: string;
/** Number of transfers. */
readonly ListItemCount: number;
/** Newest first. */
readonly AccountingList: readonly ({
/** Number of the account: of the sub-dealer, or the DealerId of the dealer. */
readonly DealerAccountingId: number;
/** TL, USD, EUR or GBP. */
readonly CurrencyCode: string;
/** Day of the payout, on clocks in Istanbul. */
readonly TransferDate: string;
/** Sales and captures in it. */
readonly SalesCount: number;
/** What payers paid for them. */
readonly SalesTotal: Decimal;
/** What is deducted of it. */
readonly SalesCommissionTotal: Decimal;
/** Refunds and voids in it. */
readonly RefundCount: number;
/** What payers got back. */
readonly RefundTotal: Decimal;
/** What is given back of the commission. */
readonly RefundCommissionTotal: Decimal;
/** Always 0: the service blocks nothing, and is not told of chargebacks. */
readonly BlockedCount: 0;
/** Always 0: the service blocks nothing, and is not told of chargebacks. */
readonly BlockedAmount: 0;
/** Always 0: the service blocks nothing, and is not told of chargebacks. */
readonly UnBlockedCount: 0;
/** Always 0: the service blocks nothing, and is not told of chargebacks. */
readonly UnBlockedAmount: 0;
/** Always 0: the service blocks nothing, and is not told of chargebacks. */
readonly ChargebackCount: 0;
/** Always 0: the service blocks nothing, and is not told of chargebacks. */
readonly ChargebackAmount: 0;
/** What is paid out. */
readonly PayoutTotal: Decimal;
/** The statements that it pays, as GetStatementList numbers them. */
readonly DealerStatementIdList: readonly (number)[];
})[];
};
const codesOfGetAccountingList = [
  "Dealer.GetAccountingList.InvalidRequest",
  "Dealer.GetAccountingList.NoDataFound",
  "EX",
] as const;

type GetBankCardInformationFields = {
/** The first 6 or 8 digits of a card, as text or as a number. 8 digits tell more. */
readonly BinNumber: string;
};
type GetBankCardInformationData = {
/** Name of the issuer, or empty. */
readonly BankName: string;
/** Code of the bank that issued the card, or empty for an issuer outside the bank list. */
readonly BankCode: string;
/** The digits that the facts are known by, 6 or 8. */
readonly BinNumber: string;
/** The issuer's name for the card, or empty. */
readonly CardName: string;
/** Brand of the card. */
readonly CardType: "VISA" | "MASTER" | "MAESTRO" | "AMEX" | "TROY" | "";
/** Empty where it is not known. */
readonly CreditType: "CreditCard" | "DebitCard" | "";
/** Always empty. */
readonly CardLogo: string;
/** Always empty. */
readonly CardTemplate: string;
/** For a person, for a company, or not known. */
readonly ProductCategory: "Bireysel" | "Ticari" | "";
/** Installment programme, such as BONUS, or empty. */
readonly GroupName: string;
/** Largest count that the issuer names, or 0. It decides nothing here. */
readonly MaxInstallmentNumber: number;
};
const codesOfGetBankCardInformation = [
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidRequest",
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidAccount",
  "PaymentDealer.GetBankCardInformation.DealerNotAllowed",
  "PaymentDealer.GetBankCardInformation.InvalidRequest",
  "PaymentDealer.GetBankCardInformation.BinNumberNotFound",
  "EX",
] as const;

type DoCalcPaymentAmountFields = {
/** The first 6 or 8 digits of a card, as text or as a number. 8 digits tell more. */
readonly BinNumber: string;
/** Currency of OrderAmount, and of every amount of the answer. */
readonly Currency?: "TL" | "USD" | "EUR" | "GBP";
/** Amount of the order, without the commission that the payer may bear. */
readonly OrderAmount: Decimal;
/** Whether the card would pay with 3D. Prices do not depend on it. */
readonly IsThreeD?: 0 | 1;
/** Absent, 0 or 1 is the single payment; 2 to 12 are installments, with TL only. */
readonly InstallmentNumber?: number;
/** Revenue of the top dealer as a percentage of OrderAmount. 0 or absent: none. */
readonly GroupRevenueRate?: Decimal;
/** Revenue of the top dealer as an amount. 0 or absent: none. */
readonly GroupRevenueAmount?: Decimal;
};
type DoCalcPaymentAmountData = {
/** What the card pays: OrderAmount and the commission that the payer bears. */
readonly PaymentAmount: Decimal;
/** PaymentAmount without DealerCommissionAmount. */
readonly DealerDepositAmount: Decimal;
/** Percentage that DealerCommissionAmount is made of. */
readonly DealerCommissionRate: Decimal;
/** What is deducted from PaymentAmount in all. */
readonly DealerCommissionAmount: Decimal;
/** Fixed part of DealerCommissionAmount. */
readonly DealerCommissionFixedAmount: Decimal;
/** Rate of the top dealer for the count; 0 without a revenue. */
readonly DealerGroupCommissionRate: Decimal;
/** What the service takes from the top dealer; 0 without a revenue. */
readonly DealerGroupCommissionAmount: Decimal;
/** Fixed amount of the top dealer in the service; 0 without a revenue. */
readonly DealerGroupCommissionFixedAmount: Decimal;
/** As it was asked for. */
readonly GroupRevenueRate: Decimal;
/** Revenue of the top dealer. */
readonly GroupRevenueAmount: Decimal;
readonly BankCard: {
/** Name of the issuer, or empty. */
readonly BankName: string;
/** Code of the bank that issued the card, or empty for an issuer outside the bank list. */
readonly BankCode: string;
/** The digits that the facts are known by, 6 or 8. */
readonly BinNumber: string;
/** The issuer's name for the card, or empty. */
readonly CardName: string;
/** Brand of the card. */
readonly CardType: "VISA" | "MASTER" | "MAESTRO" | "AMEX" | "TROY" | "";
/** Empty where it is not known. */
readonly CreditType: "CreditCard" | "DebitCard" | "";
/** Always empty. */
readonly CardLogo: string;
/** Always empty. */
readonly CardTemplate: string;
/** For a person, for a company, or not known. */
readonly ProductCategory: "Bireysel" | "Ticari" | "";
/** Installment programme, such as BONUS, or empty. */
readonly GroupName: string;
/** Largest count that the issuer names, or 0. It decides nothing here. */
readonly MaxInstallmentNumber: number;
};
};
const codesOfDoCalcPaymentAmount = [
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidRequest",
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidAccount",
  "PaymentDealer.DoCalcPaymentAmount.InvalidRequest",
  "PaymentDealer.DoCalcPaymentAmount.RequiredOrderAmount",
  "PaymentDealer.DoCalcPaymentAmount.BinNumberMustGiven",
  "PaymentDealer.DoCalcPaymentAmount.InvalidCurrencyCode",
  "PaymentDealer.DoCalcPaymentAmount.InvalidInstallmentNumber",
  "PaymentDealer.DoCalcPaymentAmount.InstallmentNotAvailableForForeignCurrencyTransaction",
  "PaymentDealer.DoCalcPaymentAmount.BothGroupRevenueRateAndGroupRevenueAmountMustBeZero",
  "PaymentDealer.DoCalcPaymentAmount.DealerDoNotBinNumberInquiryAllowed",
  "PaymentDealer.DoCalcPaymentAmount.VirtualPosCommissionRateNotFound",
  "PaymentDealer.DoCalcPaymentAmount.BinNumberNotFound",
  "EX",
] as const;

type DoCalcPaymentTableFields = {
/** The first 6 or 8 digits of a card, as text or as a number. 8 digits tell more. Absent: the prices at every bank of the dealer. */
readonly BinNumber?: string;
/** Currency of OrderAmount, and of every amount of the answer. */
readonly Currency?: "TL" | "USD" | "EUR" | "GBP";
/** Amount of the order, without the commission that the payer may bear. */
readonly OrderAmount: Decimal;
/** Whether the card would pay with 3D. Prices do not depend on it. */
readonly IsThreeD?: 0 | 1;
/** 1: the payer bears the commission, which Amount includes. 0 or absent: the dealer bears it. */
readonly IsIncludedCommissionAmount?: 0 | 1;
};
type DoCalcPaymentTableData = {
readonly BankPaymentInstallmentInfoList: readonly ({
/** Name of the bank, or GENEL for cards of every bank without a virtual POS of its own. */
readonly BankInfoName: string;
/** Counts in order from 1, so that count n stands at place n - 1. Behind them, without BinNumber, the single payment of the other kinds of cards. */
readonly PaymentInstallmentInfoList: readonly ({
/** Kind of card, spelled as programs know it. */
readonly CommissionType: "CreditCard" | "DebitCard" | "ForeingCurrency" | "InternationalCard";
/** The count; 1 is the single payment. */
readonly InstallmentNumber: number;
/** Percentage; -1 where the count is not to be had. */
readonly DealerCommissionRate: Decimal;
/** Always 0. */
readonly DealerCommissionFixedAmount: Decimal;
/** Commission on OrderAmount. */
readonly DealerCommissionAmount: Decimal;
/** A month, rounded down; the first takes the remainder. */
readonly PerInstallmentAmount: Decimal;
/** What the card pays. */
readonly Amount: Decimal;
})[];
})[];
};
const codesOfDoCalcPaymentTable = [
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidRequest",
  "PaymentDealer.CheckPaymentDealerAuthentication.InvalidAccount",
  "PaymentDealer.DoCalcPaymentTable.InvalidRequest",
  "PaymentDealer.DoCalcPaymentTable.RequiredOrderAmount",
  "PaymentDealer.DoCalcPaymentTable.InvalidCurrencyCode",
  "PaymentDealer.DoCalcPaymentTable.DealerCommissionRateNotFound",
  "PaymentDealer.DoCalcPaymentTable.BinNumberNotFound",
  "EX",
] as const;

type AnyGetSaleFields = {
/** Id of the sale in the service. Not needed where SaleCode is given. */
readonly DealerSaleId?: number;
/** The dealer's code of the sale. Not needed where DealerSaleId is given. */
readonly SaleCode?: string;
};
type GetSaleFields = AtLeastOne<AnyGetSaleFields, "DealerSaleId" | "SaleCode">;
type GetSaleData = {
/** Id of the sale in the service. */
readonly DealerSaleId: number;
/** The dealer's code of the sale. */
readonly SaleCode: string;
/** The dealer's code of the customer, or empty. */
readonly CustomerCode: string;
/** Id of the customer in the service, or 0. */
readonly DealerCustomerId: number;
/** The dealer's code of the product, or empty. */
readonly ProductCode: string;
/** Id of the product in the service, or 0. */
readonly DealerProductId: number;
/** What each payment charges, not the total of the sale. */
readonly Amount: Decimal;
/** Currency of Amount. */
readonly Currency: "TL" | "USD" | "EUR";
/** 1 is the single payment. */
readonly InstallmentNumber: number;
/** Id of the schedule; 0 where the steps are made by hand. */
readonly DealerSaleScheduleId: number;
/** Day of the sale, YYYYMMDD, or empty. */
readonly SaleDate: string;
/** Day of the first payment, YYYYMMDD, or empty. */
readonly BeginDate: string;
/** Day of the last payment; without one, payments go on until the sale is ended, YYYYMMDD, or empty. */
readonly EndDate: string;
/** For how many days a charge that failed is tried again. */
readonly HowManyTrial: number;
/** Free text, or empty. */
readonly Description: string;
/** How payment steps come about: 1 from the schedule, 2 by hand, 3 both. */
readonly PlanType: 1 | 2 | 3;
/** Definition of the payment requests sent where no stored card is charged, or 0. */
readonly DealerCustomerTypeId: number;
/** Token of the card that is charged first, or null. */
readonly DefaultCard1Token: string | null;
/** Token of the card that is tried when the first fails, or null. */
readonly DefaultCard2Token: string | null;
/** Token of the card that is tried last, or null. */
readonly DefaultCard3Token: string | null;
};
const codesOfGetSale = [
  "DealerSale.GetSale.InvalidRequest",
  "DealerSale.GetSale.SaleCodeOrDealerSaleIdMustBeGiven",
  "DealerSale.GetSale.DealerSaleNotFound",
  "DealerSale.GetSale.SaleCodeDoesntMatchDealerSaleId",
  "EX",
] as const;

type AnyAddPaymentPlanFields = {
/** Id of the sale in the service. Not needed where SaleCode is given. */
readonly DealerSaleId?: number;
/** The dealer's code of the sale. Not needed where DealerSaleId is given. */
readonly SaleCode?: string;
/** Day on which the plan falls due, YYYYMMDD, on clocks in Istanbul. A day after today, or today before 12:00; within BeginDate and EndDate of the sale. */
readonly PaymentDate: string;
/** What is charged. Absent: as the sale says. */
readonly Amount?: Decimal;
/** Currency of Amount. Absent: as the sale says. */
readonly Currency?: "TL" | "USD" | "EUR";
/** 1 is the single payment, and so is 0. Installments are in TL alone. Absent: as the sale says. */
readonly InstallmentNumber?: number;
/** The one card that is charged: a card of the sale's customer. Absent: the cards of the sale. */
readonly CardToken?: string;
/** Definition of the payment request that is sent instead of a charge. Not together with CardToken. */
readonly DealerCustomerTypeId?: number;
};
type AddPaymentPlanFields = AtLeastOne<AnyAddPaymentPlanFields, "DealerSaleId" | "SaleCode">;
type AddPaymentPlanData = {
/** Id of the plan in the service. */
readonly DealerPaymentPlanId: number;
/** Id of its sale. */
readonly DealerSaleId: number;
/** The dealer's code of its sale. */
readonly SaleCode: string;
/** Day on which it falls due, YYYYMMDD, on clocks in Istanbul. */
readonly PaymentDate: string;
/** What is charged. */
readonly Amount: Decimal;
/** Currency of Amount. */
readonly Currency: "TL" | "USD" | "EUR";
/** 1 is the single payment. */
readonly InstallmentNumber: number;
/** When it was tried last, on clocks in Istanbul, without a zone; empty before the first try. */
readonly HistoryDate: string;
/** Token of the card that was tried last, or that the plan names; otherwise empty. */
readonly CardToken: string;
/** Definition of the payment request that is sent instead of a charge, or 0. */
readonly DealerCustomerTypeId: number;
/** Id of the payment request that was sent, or 0. */
readonly UserPosPaymentId: number;
/** Id of the payment that paid the plan, or 0. */
readonly DealerPaymentId: number;
/** 0 waits for its slot or is being charged, 1 paid, 2 failed, 3 deleted, 4 a payment request was sent for it. */
readonly PlanStatus: 0 | 1 | 2 | 3 | 4;
/** Of the latest try: 00 where it was paid, the bank's code of a decline, CardUsedUp, NoCard, CardDamaged, Limit, VirtualPos, Bank, Permission, RequestRefused or RequestNotPaid where nothing was charged; empty before the first try. */
readonly ResultCode: string;
/** What ResultCode means; otherwise empty. */
readonly ResultMessage: string;
};
const codesOfAddPaymentPlan = [
  "DealerSale.AddPaymentPlan.InvalidRequest",
  "DealerSale.AddPaymentPlan.SaleCodeOrDealerSaleIdMustBeGiven",
  "DealerSale.AddPaymentPlan.DealerSaleNotFound",
  "DealerSale.AddPaymentPlan.SaleCodeDoesntMatchDealerSaleId",
  "EX",
] as const;

type UpdatePaymentPlanFields = {
/** Id of the payment plan in the service. */
readonly DealerPaymentPlanId: number;
/** Day on which the plan falls due, YYYYMMDD, on clocks in Istanbul. A day after today, or today before 12:00; within BeginDate and EndDate of the sale. */
readonly PaymentDate?: string;
/** What is charged. Absent: it stays. */
readonly Amount?: Decimal;
/** Currency of Amount. Absent: it stays. */
readonly Currency?: "TL" | "USD" | "EUR";
/** 1 is the single payment, and so is 0. Installments are in TL alone. Absent: it stays. */
readonly InstallmentNumber?: number;
/** The one card that is charged: a card of the sale's customer. Absent: the cards of the sale. */
readonly CardToken?: string;
/** Definition of the payment request that is sent instead of a charge. Not together with CardToken. */
readonly DealerCustomerTypeId?: number;
};
type UpdatePaymentPlanData = {
/** Id of the plan in the service. */
readonly DealerPaymentPlanId: number;
/** Id of its sale. */
readonly DealerSaleId: number;
/** The dealer's code of its sale. */
readonly SaleCode: string;
/** Day on which it falls due, YYYYMMDD, on clocks in Istanbul. */
readonly PaymentDate: string;
/** What is charged. */
readonly Amount: Decimal;
/** Currency of Amount. */
readonly Currency: "TL" | "USD" | "EUR";
/** 1 is the single payment. */
readonly InstallmentNumber: number;
/** When it was tried last, on clocks in Istanbul, without a zone; empty before the first try. */
readonly HistoryDate: string;
/** Token of the card that was tried last, or that the plan names; otherwise empty. */
readonly CardToken: string;
/** Definition of the payment request that is sent instead of a charge, or 0. */
readonly DealerCustomerTypeId: number;
/** Id of the payment request that was sent, or 0. */
readonly UserPosPaymentId: number;
/** Id of the payment that paid the plan, or 0. */
readonly DealerPaymentId: number;
/** 0 waits for its slot or is being charged, 1 paid, 2 failed, 3 deleted, 4 a payment request was sent for it. */
readonly PlanStatus: 0 | 1 | 2 | 3 | 4;
/** Of the latest try: 00 where it was paid, the bank's code of a decline, CardUsedUp, NoCard, CardDamaged, Limit, VirtualPos, Bank, Permission, RequestRefused or RequestNotPaid where nothing was charged; empty before the first try. */
readonly ResultCode: string;
/** What ResultCode means; otherwise empty. */
readonly ResultMessage: string;
};
const codesOfUpdatePaymentPlan = [
  "DealerSale.UpdatePaymentPlan.InvalidRequest",
  "DealerSale.UpdatePaymentPlan.DealerPaymentPlanIdIsRequired",
  "DealerSale.UpdatePaymentPlan.PaymentPlanNotFound",
  "DealerSale.UpdatePaymentPlan.PaymentDatePassed",
  "EX",
] as const;

type DeletePaymentPlanFields = {
/** Id of the payment plan in the service. */
readonly DealerPaymentPlanId: number;
};
type DeletePaymentPlanData = true;
const codesOfDeletePaymentPlan = [
  "DealerSale.DeletePaymentPlan.InvalidRequest",
  "DealerSale.DeletePaymentPlan.DealerPaymentPlanIdIsRequired",
  "DealerSale.DeletePaymentPlan.PaymentPlanNotFound",
  "DealerSale.DeletePaymentPlan.PaymentDatePassed",
  "EX",
] as const;

type GetPaymentPlanFields = {
/** Id of the payment plan in the service. */
readonly DealerPaymentPlanId: number;
};
type GetPaymentPlanData = {
/** Id of the plan in the service. */
readonly DealerPaymentPlanId: number;
/** Id of its sale. */
readonly DealerSaleId: number;
/** The dealer's code of its sale. */
readonly SaleCode: string;
/** Day on which it falls due, YYYYMMDD, on clocks in Istanbul. */
readonly PaymentDate: string;
/** What is charged. */
readonly Amount: Decimal;
/** Currency of Amount. */
readonly Currency: "TL" | "USD" | "EUR";
/** 1 is the single payment. */
readonly InstallmentNumber: number;
/** When it was tried last, on clocks in Istanbul, without a zone; empty before the first try. */
readonly HistoryDate: string;
/** Token of the card that was tried last, or that the plan names; otherwise empty. */
readonly CardToken: string;
/** Definition of the payment request that is sent instead of a charge, or 0. */
readonly DealerCustomerTypeId: number;
/** Id of the payment request that was sent, or 0. */
readonly UserPosPaymentId: number;
/** Id of the payment that paid the plan, or 0. */
readonly DealerPaymentId: number;
/** 0 waits for its slot or is being charged, 1 paid, 2 failed, 3 deleted, 4 a payment request was sent for it. */
readonly PlanStatus: 0 | 1 | 2 | 3 | 4;
/** Of the latest try: 00 where it was paid, the bank's code of a decline, CardUsedUp, NoCard, CardDamaged, Limit, VirtualPos, Bank, Permission, RequestRefused or RequestNotPaid where nothing was charged; empty before the first try. */
readonly ResultCode: string;
/** What ResultCode means; otherwise empty. */
readonly ResultMessage: string;
};
const codesOfGetPaymentPlan = [
  "DealerSale.GetPaymentPlan.InvalidRequest",
  "DealerSale.GetPaymentPlan.DealerPaymentPlanIdIsRequired",
  "DealerSale.GetPaymentPlan.PaymentPlanNotFound",
  "EX",
] as const;

type GetPaymentPlanListFields = {
/** Id of the sale in the service. Not needed where SaleCode is given. */
readonly DealerSaleId?: number;
/** The dealer's code of the sale. Not needed where DealerSaleId is given. */
readonly SaleCode?: string;
/** First due day, YYYYMMDD, on clocks in Istanbul. Of a sale: absent is open. Otherwise one day alone begins or ends 31 days, and without both they are the 31 days before and behind today. */
readonly PaymentPlanPaymentDateStart?: string;
/** Last due day, YYYYMMDD, on clocks in Istanbul. Of a sale: absent is open. Otherwise one day alone begins or ends 31 days, and without both they are the 31 days before and behind today. */
readonly PaymentPlanPaymentDateEnd?: string;
/** Member of our own, to ask on with after a list that was cut: of the last day, the plans behind this one alone. */
readonly BeforeDealerPaymentPlanId?: number;
};
type GetPaymentPlanListData = {
/** Always true. */
readonly IsSuccessful: true;
/** Always 00. */
readonly ResultCode: "00";
/** How to ask on where the list was cut; otherwise empty. */
readonly ResultMessage: string;
/** Number of entries in PaymentPlanList. */
readonly PaymentPlanListCount: number;
/** Payment plans, the latest due day first. */
readonly PaymentPlanList: readonly ({
/** Id of the plan in the service. */
readonly DealerPaymentPlanId: number;
/** Id of its sale. */
readonly DealerSaleId: number;
/** The dealer's code of its sale. */
readonly SaleCode: string;
/** Day on which it falls due, YYYYMMDD, on clocks in Istanbul. */
readonly PaymentDate: string;
/** What is charged. */
readonly Amount: Decimal;
/** Currency of Amount. */
readonly Currency: "TL" | "USD" | "EUR";
/** 1 is the single payment. */
readonly InstallmentNumber: number;
/** When it was tried last, on clocks in Istanbul, without a zone; empty before the first try. */
readonly HistoryDate: string;
/** Token of the card that was tried last, or that the plan names; otherwise empty. */
readonly CardToken: string;
/** Definition of the payment request that is sent instead of a charge, or 0. */
readonly DealerCustomerTypeId: number;
/** Id of the payment request that was sent, or 0. */
readonly UserPosPaymentId: number;
/** Id of the payment that paid the plan, or 0. */
readonly DealerPaymentId: number;
/** 0 waits for its slot or is being charged, 1 paid, 2 failed, 3 deleted, 4 a payment request was sent for it. */
readonly PlanStatus: 0 | 1 | 2 | 3 | 4;
/** Of the latest try: 00 where it was paid, the bank's code of a decline, CardUsedUp, NoCard, CardDamaged, Limit, VirtualPos, Bank, Permission, RequestRefused or RequestNotPaid where nothing was charged; empty before the first try. */
readonly ResultCode: string;
/** What ResultCode means; otherwise empty. */
readonly ResultMessage: string;
})[];
};
const codesOfGetPaymentPlanList = [
  "DealerSale.GetPaymentPlanList.InvalidRequest",
  "DealerSale.GetPaymentPlanList.DealerSaleNotFound",
  "DealerSale.GetPaymentPlanList.SaleCodeDoesntMatchDealerSaleId",
  "EX",
] as const;

type GetPaymentPlanHistoryListFields = {
/** Id of a payment plan. Absent: the tries of all plans in the period. */
readonly DealerPaymentPlanId?: number;
/** Begin of the period. A moment on clocks in Istanbul, `yyyy-MM-dd HH:mm`. Seconds and thousandths may follow; a day alone, `2026-11-22` or `20261122`, is all of it. Absent: 31 days before its end. */
readonly HistoryDateStart?: string;
/** End of the period, which is part of it: all of its minute. A moment on clocks in Istanbul, `yyyy-MM-dd HH:mm`. Seconds and thousandths may follow; a day alone, `2026-11-22` or `20261122`, is all of it. Absent: now. */
readonly HistoryDateEnd?: string;
};
type GetPaymentPlanHistoryListData = {
/** Always true. */
readonly IsSuccessful: true;
/** Always 00. */
readonly ResultCode: "00";
/** From when to ask on where the list was cut; otherwise empty. */
readonly ResultMessage: string;
/** Id of the plan that the request names, or 0. */
readonly DealerPaymentPlanId: number;
/** Number of entries in PaymentPlanHistoryList. */
readonly PaymentPlanHistoryListCount: number;
/** Tries, the newest first. */
readonly PaymentPlanHistoryList: readonly ({
/** Id of the try in the service. */
readonly DealerPaymentPlanHistoryId: number;
/** Id of the plan. */
readonly DealerPaymentPlanId: number;
/** Id of its sale. */
readonly DealerSaleId: number;
/** When it was tried, on clocks in Istanbul, without a zone. */
readonly HistoryDate: string;
/** What is charged. */
readonly Amount: Decimal;
/** Currency of Amount. */
readonly Currency: "TL" | "USD" | "EUR";
/** 1 is the single payment. */
readonly InstallmentNumber: number;
/** Token of the card; empty where no card was tried. */
readonly CreditCardToken: string;
/** Definition of the payment request that the try was, or 0. */
readonly DealerCustomerTypeId: number;
/** Id of the payment where the try was paid, or 0. */
readonly DealerPaymentId: number;
/** The id of the charge at the bank; empty where none was made. */
readonly VirtualPosOrderId: string;
/** 0 not paid, 1 paid. */
readonly HistoryStatus: 0 | 1;
/** ResultCode and ResultMessage in one. */
readonly ServiceMessage: string;
/** Whether it was paid. */
readonly IsSuccessful: boolean;
/** 00 where it was paid, the bank's code of a decline, CardUsedUp, NoCard, CardDamaged, Limit, VirtualPos, Bank, Permission, RequestRefused or RequestNotPaid where nothing was charged. */
readonly ResultCode: string;
/** What ResultCode means; otherwise empty. */
readonly ResultMessage: string;
})[];
};
const codesOfGetPaymentPlanHistoryList = [
  "DealerSale.GetPaymentPlanHistoryList.InvalidRequest",
  "DealerSale.GetPaymentPlanHistoryList.PaymentPlanNotFound",
  "EX",
] as const;

type GetPaymentPlanReportFields = {
/** First due day, YYYYMMDD, on clocks in Istanbul. One day alone begins or ends 31 days; without both they are the 31 days before and behind today. */
readonly PaymentPlanPaymentDateStart?: string;
/** Last due day, YYYYMMDD, on clocks in Istanbul. One day alone begins or ends 31 days; without both they are the 31 days before and behind today. */
readonly PaymentPlanPaymentDateEnd?: string;
/** Member of our own, to ask on with after a list that was cut: of the last day, the plans behind this one alone. */
readonly BeforeDealerPaymentPlanId?: number;
};
type GetPaymentPlanReportData = {
/** Always true. */
readonly IsSuccessful: true;
/** Always 00. */
readonly ResultCode: "00";
/** How to ask on where the list was cut, and where the sums end; otherwise empty. */
readonly ResultMessage: string;
/** Number of entries in PaymentPlanList. */
readonly PaymentPlanListCount: number;
/** Payment plans, the latest due day first. */
readonly PaymentPlanList: readonly ({
/** Id of the plan in the service. */
readonly DealerPaymentPlanId: number;
/** Id of its sale. */
readonly DealerSaleId: number;
/** The dealer's code of its sale. */
readonly SaleCode: string;
/** Day on which it falls due, YYYYMMDD, on clocks in Istanbul. */
readonly PaymentDate: string;
/** What is charged. */
readonly Amount: Decimal;
/** Currency of Amount. */
readonly Currency: "TL" | "USD" | "EUR";
/** 1 is the single payment. */
readonly InstallmentNumber: number;
/** When it was tried last, on clocks in Istanbul, without a zone; empty before the first try. */
readonly HistoryDate: string;
/** Token of the card that was tried last, or that the plan names; otherwise empty. */
readonly CardToken: string;
/** Definition of the payment request that is sent instead of a charge, or 0. */
readonly DealerCustomerTypeId: number;
/** Id of the payment request that was sent, or 0. */
readonly UserPosPaymentId: number;
/** Id of the payment that paid the plan, or 0. */
readonly DealerPaymentId: number;
/** 0 waits for its slot or is being charged, 1 paid, 2 failed, 3 deleted, 4 a payment request was sent for it. */
readonly PlanStatus: 0 | 1 | 2 | 3 | 4;
/** Of the latest try: 00 where it was paid, the bank's code of a decline, CardUsedUp, NoCard, CardDamaged, Limit, VirtualPos, Bank, Permission, RequestRefused or RequestNotPaid where nothing was charged; empty before the first try. */
readonly ResultCode: string;
/** What ResultCode means; otherwise empty. */
readonly ResultMessage: string;
})[];
/** Member of our own: the sums of all plans of the period, by currency and status. */
readonly PaymentPlanTotalList: readonly ({
/** Currency of Amount. */
readonly Currency: "TL" | "USD" | "EUR";
/** 0 waits for its slot or is being charged, 1 paid, 2 failed, 3 deleted, 4 a payment request was sent for it. */
readonly PlanStatus: 0 | 1 | 2 | 3 | 4;
/** Number of plans with this currency and status. */
readonly PlanCount: number;
/** What they charge together. */
readonly TotalAmount: Decimal;
})[];
};
const codesOfGetPaymentPlanReport = [
  "DealerSale.GetPaymentPlanReport.InvalidRequest",
  "EX",
] as const;

type AnyAddSaleFields = {
/** The dealer's own code of the sale, which is never changed; a new guid where it is not given. */
readonly SaleCode?: string;
/** The dealer's code of the customer. A sale needs a customer, by code, id or both. */
readonly CustomerCode?: string;
/** Id of the customer in the service. */
readonly DealerCustomerId?: number;
/** The dealer's code of a product of AddProduct. A sale needs no product. */
readonly ProductCode?: string;
/** Id of the product in the service. */
readonly DealerProductId?: number;
/** What each payment charges, above 0; not the total of the sale. */
readonly Amount: Decimal;
/** TL where it is not given. */
readonly Currency?: "TL" | "USD" | "EUR";
/** 1 to 12; 0 not given. The single payment where it is not given, and in USD and EUR. */
readonly InstallmentNumber?: number;
/** Id of a schedule of AddSchedule. Needed unless PlanType is 2, which resets it to 0. */
readonly DealerSaleScheduleId?: number;
/** Day of the sale, YYYYMMDD. It is kept, and has no effect. */
readonly SaleDate?: string;
/** First day on which a payment may fall due, YYYYMMDD. Needed unless PlanType is 2. Days that have passed are not charged. */
readonly BeginDate?: string;
/** Last day on which a payment may fall due, YYYYMMDD. Without it payments go on until the sale is deleted. */
readonly EndDate?: string;
/** For how many days a charge that failed is tried again; 1 where it is not given. */
readonly HowManyTrial?: number;
/** Free text, without card numbers. */
readonly Description?: string;
/** How payments come about: 1 from the schedule (default), 2 by hand, 3 both; 0 not given. */
readonly PlanType?: 0 | 1 | 2 | 3;
/** Definition of the payment requests that the customer is sent where the sale names no card. A sale needs a card or this. */
readonly DealerCustomerTypeId?: number;
/** Token of the card that is charged first: one of the customer. */
readonly DefaultCard1Token?: string;
/** Token of the card that is tried when the first fails. */
readonly DefaultCard2Token?: string;
/** Token of the card that is tried last. */
readonly DefaultCard3Token?: string;
};
type AddSaleFields = AtLeastOne<AnyAddSaleFields, "CustomerCode" | "DealerCustomerId">;
type AddSaleData = {
/** Id of the sale in the service. */
readonly DealerSaleId: number;
/** The dealer's code of the sale. */
readonly SaleCode: string;
/** The dealer's code of the customer, or empty. */
readonly CustomerCode: string;
/** Id of the customer in the service, or 0. */
readonly DealerCustomerId: number;
/** The dealer's code of the product, or empty. */
readonly ProductCode: string;
/** Id of the product in the service, or 0. */
readonly DealerProductId: number;
/** What each payment charges, not the total of the sale. */
readonly Amount: Decimal;
/** Currency of Amount. */
readonly Currency: "TL" | "USD" | "EUR";
/** 1 is the single payment. */
readonly InstallmentNumber: number;
/** Id of the schedule; 0 where the steps are made by hand. */
readonly DealerSaleScheduleId: number;
/** Day of the sale, YYYYMMDD, or empty. */
readonly SaleDate: string;
/** Day of the first payment, YYYYMMDD, or empty. */
readonly BeginDate: string;
/** Day of the last payment; without one, payments go on until the sale is ended, YYYYMMDD, or empty. */
readonly EndDate: string;
/** For how many days a charge that failed is tried again. */
readonly HowManyTrial: number;
/** Free text, or empty. */
readonly Description: string;
/** How payment steps come about: 1 from the schedule, 2 by hand, 3 both. */
readonly PlanType: 1 | 2 | 3;
/** Definition of the payment requests sent where no stored card is charged, or 0. */
readonly DealerCustomerTypeId: number;
/** Token of the card that is charged first, or null. */
readonly DefaultCard1Token: string | null;
/** Token of the card that is tried when the first fails, or null. */
readonly DefaultCard2Token: string | null;
/** Token of the card that is tried last, or null. */
readonly DefaultCard3Token: string | null;
};
const codesOfAddSale = [
  "DealerSale.AddSale.InvalidRequest",
  "DealerSale.AddSale.SaleCodeAlreadyUsing",
  "EX",
] as const;

type AnyUpdateSaleFields = {
/** Id of the sale in the service. Not needed where SaleCode is given. */
readonly DealerSaleId?: number;
/** The dealer's code of the sale. Not needed where DealerSaleId is given. */
readonly SaleCode?: string;
/** The dealer's code of the customer. A sale needs a customer, by code, id or both. */
readonly CustomerCode?: string;
/** Id of the customer in the service. */
readonly DealerCustomerId?: number;
/** The dealer's code of a product of AddProduct. A sale needs no product. */
readonly ProductCode?: string;
/** Id of the product in the service. */
readonly DealerProductId?: number;
/** What each payment charges, above 0; not the total of the sale. */
readonly Amount?: Decimal;
/** TL where it is not given. */
readonly Currency?: "TL" | "USD" | "EUR";
/** 1 to 12; 0 not given. The single payment where it is not given, and in USD and EUR. */
readonly InstallmentNumber?: number;
/** Id of a schedule of AddSchedule. Needed unless PlanType is 2, which resets it to 0. */
readonly DealerSaleScheduleId?: number;
/** Day of the sale, YYYYMMDD. It is kept, and has no effect. */
readonly SaleDate?: string;
/** First day on which a payment may fall due, YYYYMMDD. Needed unless PlanType is 2. Days that have passed are not charged. */
readonly BeginDate?: string;
/** Last day on which a payment may fall due, YYYYMMDD. Without it payments go on until the sale is deleted. */
readonly EndDate?: string;
/** For how many days a charge that failed is tried again; 1 where it is not given. */
readonly HowManyTrial?: number;
/** Free text, without card numbers. */
readonly Description?: string;
/** How payments come about: 1 from the schedule (default), 2 by hand, 3 both; 0 not given. */
readonly PlanType?: 0 | 1 | 2 | 3;
/** Definition of the payment requests that the customer is sent where the sale names no card. A sale needs a card or this. */
readonly DealerCustomerTypeId?: number;
/** Token of the card that is charged first: one of the customer. */
readonly DefaultCard1Token?: string;
/** Token of the card that is tried when the first fails. */
readonly DefaultCard2Token?: string;
/** Token of the card that is tried last. */
readonly DefaultCard3Token?: string;
};
type UpdateSaleFields = AtLeastOne<AnyUpdateSaleFields, "DealerSaleId" | "SaleCode">;
type UpdateSaleData = {
/** Id of the sale in the service. */
readonly DealerSaleId: number;
/** The dealer's code of the sale. */
readonly SaleCode: string;
/** The dealer's code of the customer, or empty. */
readonly CustomerCode: string;
/** Id of the customer in the service, or 0. */
readonly DealerCustomerId: number;
/** The dealer's code of the product, or empty. */
readonly ProductCode: string;
/** Id of the product in the service, or 0. */
readonly DealerProductId: number;
/** What each payment charges, not the total of the sale. */
readonly Amount: Decimal;
/** Currency of Amount. */
readonly Currency: "TL" | "USD" | "EUR";
/** 1 is the single payment. */
readonly InstallmentNumber: number;
/** Id of the schedule; 0 where the steps are made by hand. */
readonly DealerSaleScheduleId: number;
/** Day of the sale, YYYYMMDD, or empty. */
readonly SaleDate: string;
/** Day of the first payment, YYYYMMDD, or empty. */
readonly BeginDate: string;
/** Day of the last payment; without one, payments go on until the sale is ended, YYYYMMDD, or empty. */
readonly EndDate: string;
/** For how many days a charge that failed is tried again. */
readonly HowManyTrial: number;
/** Free text, or empty. */
readonly Description: string;
/** How payment steps come about: 1 from the schedule, 2 by hand, 3 both. */
readonly PlanType: 1 | 2 | 3;
/** Definition of the payment requests sent where no stored card is charged, or 0. */
readonly DealerCustomerTypeId: number;
/** Token of the card that is charged first, or null. */
readonly DefaultCard1Token: string | null;
/** Token of the card that is tried when the first fails, or null. */
readonly DefaultCard2Token: string | null;
/** Token of the card that is tried last, or null. */
readonly DefaultCard3Token: string | null;
};
const codesOfUpdateSale = [
  "DealerSale.UpdateSale.InvalidRequest",
  "DealerSale.UpdateSale.SaleCodeOrDealerSaleIdMustBeGiven",
  "DealerSale.UpdateSale.DealerSaleNotFound",
  "DealerSale.UpdateSale.SaleCodeDoesntMatchDealerSaleId",
  "EX",
] as const;

type AnyDeleteSaleFields = {
/** Id of the sale in the service. Not needed where SaleCode is given. */
readonly DealerSaleId?: number;
/** The dealer's code of the sale. Not needed where DealerSaleId is given. */
readonly SaleCode?: string;
};
type DeleteSaleFields = AtLeastOne<AnyDeleteSaleFields, "DealerSaleId" | "SaleCode">;
type DeleteSaleData = true;
const codesOfDeleteSale = [
  "DealerSale.DeleteSale.InvalidRequest",
  "DealerSale.DeleteSale.SaleCodeOrDealerSaleIdMustBeGiven",
  "DealerSale.DeleteDealer.DealerSaleNotFund",
  "DealerSale.DeleteDealer.SaleCodeDoesntMatchDealerSaleId",
  "EX",
] as const;

type GetSaleListFields = {
/** The list goes on behind this sale: the value of the same name in the answer before. It may have been deleted meanwhile. */
readonly BeforeDealerSaleId?: number;
};
type GetSaleListData = {
/** Number of entries in DealerSaleList. */
readonly DealerSaleListCount: number;
/** Newest first. */
readonly DealerSaleList: readonly ({
/** Id of the sale in the service. */
readonly DealerSaleId: number;
/** The dealer's code of the sale. */
readonly SaleCode: string;
/** The dealer's code of the customer, or empty. */
readonly CustomerCode: string;
/** Id of the customer in the service, or 0. */
readonly DealerCustomerId: number;
/** The dealer's code of the product, or empty. */
readonly ProductCode: string;
/** Id of the product in the service, or 0. */
readonly DealerProductId: number;
/** What each payment charges, not the total of the sale. */
readonly Amount: Decimal;
/** Currency of Amount. */
readonly Currency: "TL" | "USD" | "EUR";
/** 1 is the single payment. */
readonly InstallmentNumber: number;
/** Id of the schedule; 0 where the steps are made by hand. */
readonly DealerSaleScheduleId: number;
/** Day of the sale, YYYYMMDD, or empty. */
readonly SaleDate: string;
/** Day of the first payment, YYYYMMDD, or empty. */
readonly BeginDate: string;
/** Day of the last payment; without one, payments go on until the sale is ended, YYYYMMDD, or empty. */
readonly EndDate: string;
/** For how many days a charge that failed is tried again. */
readonly HowManyTrial: number;
/** Free text, or empty. */
readonly Description: string;
/** How payment steps come about: 1 from the schedule, 2 by hand, 3 both. */
readonly PlanType: 1 | 2 | 3;
/** Definition of the payment requests sent where no stored card is charged, or 0. */
readonly DealerCustomerTypeId: number;
/** Token of the card that is charged first, or null. */
readonly DefaultCard1Token: string | null;
/** Token of the card that is tried when the first fails, or null. */
readonly DefaultCard2Token: string | null;
/** Token of the card that is tried last, or null. */
readonly DefaultCard3Token: string | null;
})[];
/** With which BeforeDealerSaleId the list goes on; 0 where it has ended. */
readonly BeforeDealerSaleId: number;
};
const codesOfGetSaleList = [
  "DealerSale.GetSaleList.InvalidRequest",
  "EX",
] as const;

type AddProductFields = {
/** The dealer's own code of the product; without it the answer has a new guid. */
readonly ProductCode?: string;
/** Name of the product. */
readonly ProductName: string;
};
type AddProductData = {
/** Id of the product in the service. */
readonly DealerProductId: number;
/** The dealer's code of the product. */
readonly ProductCode: string;
/** Name of the product. */
readonly ProductName: string;
};
const codesOfAddProduct = [
  "DealerSale.AddProduct.InvalidRequest",
  "DealerSale.AddProduct.ProductNameIsRequired",
  "DealerSale.AddProduct.ProductCodeAlreadyUsing",
  "EX",
] as const;

type GetProductListFields = Readonly<Record<string, never>>;
type GetProductListData = {
/** Number of entries in ProductList. */
readonly ProductListCount: number;
/** Newest first. */
readonly ProductList: readonly ({
/** Id of the product in the service. */
readonly DealerProductId: number;
/** The dealer's code of the product. */
readonly ProductCode: string;
/** Name of the product. */
readonly ProductName: string;
})[];
};
const codesOfGetProductList = [
  "DealerSale.GetProductList.InvalidRequest",
  "EX",
] as const;

type AnyDeleteProductFields = {
/** Id of the product in the service. Not needed where ProductCode is given. */
readonly DealerProductId?: number;
/** The dealer's code of the product. Not needed where DealerProductId is given. */
readonly ProductCode?: string;
};
type DeleteProductFields = AtLeastOne<AnyDeleteProductFields, "DealerProductId" | "ProductCode">;
type DeleteProductData = true;
const codesOfDeleteProduct = [
  "DealerSale.DeleteProduct.InvalidRequest",
  "DealerSale.DeleteProduct.ProductCodeOrDealerProductIdMustBeGiven",
  "DealerSale.DeleteProduct.ProductNotFound",
  "DealerSale.DeleteProduct.ProductCodeDoesntMatchDealerProductId",
  "EX",
] as const;

type AddScheduleFields = {
/** Name of the schedule. */
readonly ScheduleName: string;
/** 1 daily, 2 weekly, 3 monthly. */
readonly DailyWeeklyMonthly: 1 | 2 | 3;
/** Every how many days, weeks (from Monday) or months; 0 not given. */
readonly EveryX?: number;
/** Days of a weekly schedule, 1 is Monday: `1,3`. Without them, the weekday of the first day of the sale. */
readonly DaysOfWeek?: string;
/** Days of a monthly schedule: `1,15`. A shorter month has its last day instead of 29 to 31. Without them, the day of the month of the first day of the sale. */
readonly DaysOfMonth?: string;
};
type AddScheduleData = {
/** Id of the schedule in the service. */
readonly DealerSaleScheduleId: number;
/** Name of the schedule. */
readonly ScheduleName: string;
/** 1 daily, 2 weekly, 3 monthly. */
readonly DailyWeeklyMonthly: 1 | 2 | 3;
/** Every how many days, weeks or months. */
readonly EveryX: number;
/** Days of a weekly schedule, 1 is Monday: `1,3`. Empty: the weekday of the first day of the sale. */
readonly DaysOfWeek: string;
/** Days of a monthly schedule: `1,15`. Empty: the day of the month of the first day of the sale. */
readonly DaysOfMonth: string;
};
const codesOfAddSchedule = [
  "DealerSale.AddSchedule.InvalidRequest",
  "EX",
] as const;

type UpdateScheduleFields = {
/** Id of the schedule in the service. */
readonly DealerSaleScheduleId: number;
/** Name of the schedule. */
readonly ScheduleName?: string;
/** 1 daily, 2 weekly, 3 monthly; 0 not given. */
readonly DailyWeeklyMonthly?: 0 | 1 | 2 | 3;
/** Every how many days, weeks (from Monday) or months; 0 not given. */
readonly EveryX?: number;
/** Days of a weekly schedule, 1 is Monday: `1,3`. Without them, the weekday of the first day of the sale. */
readonly DaysOfWeek?: string;
/** Days of a monthly schedule: `1,15`. A shorter month has its last day instead of 29 to 31. Without them, the day of the month of the first day of the sale. */
readonly DaysOfMonth?: string;
};
type UpdateScheduleData = {
/** Id of the schedule in the service. */
readonly DealerSaleScheduleId: number;
/** Name of the schedule. */
readonly ScheduleName: string;
/** 1 daily, 2 weekly, 3 monthly. */
readonly DailyWeeklyMonthly: 1 | 2 | 3;
/** Every how many days, weeks or months. */
readonly EveryX: number;
/** Days of a weekly schedule, 1 is Monday: `1,3`. Empty: the weekday of the first day of the sale. */
readonly DaysOfWeek: string;
/** Days of a monthly schedule: `1,15`. Empty: the day of the month of the first day of the sale. */
readonly DaysOfMonth: string;
};
const codesOfUpdateSchedule = [
  "DealerSale.UpdateSchedule.InvalidRequest",
  "DealerSale.UpdateSchedule.DealerSaleScheduleIdIsRequired",
  "DealerSale.UpdateSchedule.ScheduleNotFound",
  "EX",
] as const;

type GetScheduleFields = {
/** Id of the schedule in the service. */
readonly DealerSaleScheduleId: number;
};
type GetScheduleData = {
/** Id of the schedule in the service. */
readonly DealerSaleScheduleId: number;
/** Name of the schedule. */
readonly ScheduleName: string;
/** 1 daily, 2 weekly, 3 monthly. */
readonly DailyWeeklyMonthly: 1 | 2 | 3;
/** Every how many days, weeks or months. */
readonly EveryX: number;
/** Days of a weekly schedule, 1 is Monday: `1,3`. Empty: the weekday of the first day of the sale. */
readonly DaysOfWeek: string;
/** Days of a monthly schedule: `1,15`. Empty: the day of the month of the first day of the sale. */
readonly DaysOfMonth: string;
};
const codesOfGetSchedule = [
  "DealerSale.GetSchedule.InvalidRequest",
  "DealerSale.GetSchedule.DealerSaleScheduleIdIsRequired",
  "DealerSale.GetSchedule.ScheduleNotFound",
  "EX",
] as const;

type GetScheduleListFields = Readonly<Record<string, never>>;
type GetScheduleListData = {
/** Number of entries in SaleScheduleList. */
readonly SaleScheduleListCount: number;
/** Newest first. */
readonly SaleScheduleList: readonly ({
/** Id of the schedule in the service. */
readonly DealerSaleScheduleId: number;
/** Name of the schedule. */
readonly ScheduleName: string;
/** 1 daily, 2 weekly, 3 monthly. */
readonly DailyWeeklyMonthly: 1 | 2 | 3;
/** Every how many days, weeks or months. */
readonly EveryX: number;
/** Days of a weekly schedule, 1 is Monday: `1,3`. Empty: the weekday of the first day of the sale. */
readonly DaysOfWeek: string;
/** Days of a monthly schedule: `1,15`. Empty: the day of the month of the first day of the sale. */
readonly DaysOfMonth: string;
})[];
};
const codesOfGetScheduleList = [
  "DealerSale.GetScheduleList.InvalidRequest",
  "EX",
] as const;

type DeleteScheduleFields = {
/** Id of the schedule in the service. */
readonly DealerSaleScheduleId: number;
};
type DeleteScheduleData = true;
const codesOfDeleteSchedule = [
  "DealerSale.DeleteSchedule.InvalidRequest",
  "DealerSale.DeleteSchedule.DealerSaleScheduleIdIsRequired",
  "DealerSale.DeleteSchedule.ScheduleNotFound",
  "EX",
] as const;

type AnyGetCustomerFields = {
/** Id of the customer in the service. Not needed where CustomerCode is given. */
readonly DealerCustomerId?: number;
/** The dealer's code of the customer. Not needed where DealerCustomerId is given. */
readonly CustomerCode?: string;
};
type GetCustomerFields = AtLeastOne<AnyGetCustomerFields, "DealerCustomerId" | "CustomerCode">;
type GetCustomerData = {
readonly DealerCustomer: {
/** Id of the customer in the service. */
readonly DealerCustomerId: number;
/** The dealer's code of the customer. */
readonly CustomerCode: string;
/** The customer's own password, or empty. Kept encrypted; this operation alone answers it. */
readonly Password: string;
/** First name, or empty. */
readonly FirstName: string;
/** Last name, or empty. */
readonly LastName: string;
/** 1 male, 2 female, 0 not given. */
readonly Gender: 0 | 1 | 2;
/** YYYYMMDD, or empty. */
readonly BirthDate: string;
/** Mobile phone of 10 digits, or empty. */
readonly GsmNumber: string;
/** E-mail address, or empty. */
readonly Email: string;
/** Postal address, or empty. */
readonly Address: string;
};
/** Number of cards in CardList: always 0. */
readonly CardListCount: 0;
/** Always empty. */
readonly CardList: readonly (unknown)[];
};
const codesOfGetCustomer = [
  "DealerCustomer.GetCustomer.InvalidRequest",
  "DealerCustomer.GetCustomer.CustomerCodeOrDealerCustomerIdMustBeGiven",
  "DealerCustomer.GetCustomer.DealerCustomerNotFound",
  "DealerCustomer.GetCustomer.CustomerCodeDoesntMatchDealerCustomerId",
  "EX",
] as const;

type AddCustomerFields = {
/** The dealer's own code of the customer, which is never changed. */
readonly CustomerCode: string;
/** The customer's own password, kept encrypted. */
readonly Password?: string;
/** First name. */
readonly FirstName?: string;
/** Last name. */
readonly LastName?: string;
/** 1 male, 2 female, 0 not given. */
readonly Gender?: 0 | 1 | 2;
/** A real day in the past, YYYYMMDD. */
readonly BirthDate?: string;
/** Mobile phone: 10 digits that start with 5; a leading 0, 90 or +90, blanks, dots, hyphens and parentheses are dropped. */
readonly GsmNumber?: string;
/** E-mail address. */
readonly Email?: string;
/** Postal address. */
readonly Address?: string;
};
type AddCustomerData = {
readonly DealerCustomer: {
/** Id of the customer in the service. */
readonly DealerCustomerId: number;
/** The dealer's code of the customer. */
readonly CustomerCode: string;
/** The customer's own password, or empty. Kept encrypted; answered by GetCustomer, and by the call that sets it. */
readonly Password: string;
/** First name, or empty. */
readonly FirstName: string;
/** Last name, or empty. */
readonly LastName: string;
/** 1 male, 2 female, 0 not given. */
readonly Gender: 0 | 1 | 2;
/** YYYYMMDD, or empty. */
readonly BirthDate: string;
/** Mobile phone of 10 digits, or empty. */
readonly GsmNumber: string;
/** E-mail address, or empty. */
readonly Email: string;
/** Postal address, or empty. */
readonly Address: string;
};
/** Number of cards in CardList: always 0. */
readonly CardListCount: 0;
/** Always empty. */
readonly CardList: readonly (unknown)[];
};
const codesOfAddCustomer = [
  "DealerCustomer.AddCustomer.InvalidRequest",
  "DealerCustomer.AddCustomer.CustomerCodeAlreadyUsing",
  "EX",
] as const;

type AnyUpdateCustomerFields = {
/** Id of the customer in the service. Not needed where CustomerCode is given. */
readonly DealerCustomerId?: number;
/** The dealer's code of the customer. Not needed where DealerCustomerId is given. */
readonly CustomerCode?: string;
/** The customer's own password, kept encrypted. */
readonly Password?: string;
/** First name. */
readonly FirstName?: string;
/** Last name. */
readonly LastName?: string;
/** 1 male, 2 female, 0 not given. */
readonly Gender?: 0 | 1 | 2;
/** A real day in the past, YYYYMMDD. */
readonly BirthDate?: string;
/** Mobile phone: 10 digits that start with 5; a leading 0, 90 or +90, blanks, dots, hyphens and parentheses are dropped. */
readonly GsmNumber?: string;
/** E-mail address. */
readonly Email?: string;
/** Postal address. */
readonly Address?: string;
};
type UpdateCustomerFields = AtLeastOne<AnyUpdateCustomerFields, "DealerCustomerId" | "CustomerCode">;
type UpdateCustomerData = {
readonly DealerCustomer: {
/** Id of the customer in the service. */
readonly DealerCustomerId: number;
/** The dealer's code of the customer. */
readonly CustomerCode: string;
/** The customer's own password, or empty. Kept encrypted; answered by GetCustomer, and by the call that sets it. */
readonly Password: string;
/** First name, or empty. */
readonly FirstName: string;
/** Last name, or empty. */
readonly LastName: string;
/** 1 male, 2 female, 0 not given. */
readonly Gender: 0 | 1 | 2;
/** YYYYMMDD, or empty. */
readonly BirthDate: string;
/** Mobile phone of 10 digits, or empty. */
readonly GsmNumber: string;
/** E-mail address, or empty. */
readonly Email: string;
/** Postal address, or empty. */
readonly Address: string;
};
/** Number of cards in CardList: always 0. */
readonly CardListCount: 0;
/** Always empty. */
readonly CardList: readonly (unknown)[];
};
const codesOfUpdateCustomer = [
  "DealerCustomer.UpdateCustomer.InvalidRequest",
  "DealerCustomer.UpdateCustomer.CustomerCodeOrDealerCustomerIdMustBeGiven",
  "DealerCustomer.UpdateCustomer.DealerCustomerNotFound",
  "DealerCustomer.UpdateCustomer.CustomerCodeDoesntMatchDealerCustomerId",
  "EX",
] as const;

type GetCustomerListFields = {
/** The list goes on behind this customer: the value of the same name in the answer before. A customer who was removed meanwhile is InvalidRequest. */
readonly BeforeDealerCustomerId?: number;
};
type GetCustomerListData = {
/** Number of customers in DealerCustomerList. */
readonly DealerCustomerListCount: number;
/** Newest first. */
readonly DealerCustomerList: readonly ({
/** Id of the customer in the service. */
readonly DealerCustomerId: number;
/** The dealer's code of the customer. */
readonly CustomerCode: string;
/** The customer's own password, or empty. Kept encrypted; answered by GetCustomer, and by the call that sets it. */
readonly Password: string;
/** First name, or empty. */
readonly FirstName: string;
/** Last name, or empty. */
readonly LastName: string;
/** 1 male, 2 female, 0 not given. */
readonly Gender: 0 | 1 | 2;
/** YYYYMMDD, or empty. */
readonly BirthDate: string;
/** Mobile phone of 10 digits, or empty. */
readonly GsmNumber: string;
/** E-mail address, or empty. */
readonly Email: string;
/** Postal address, or empty. */
readonly Address: string;
})[];
/** With which BeforeDealerCustomerId the list goes on; 0 where it has ended. */
readonly BeforeDealerCustomerId: number;
};
const codesOfGetCustomerList = [
  "DealerCustomer.GetCustomerList.InvalidRequest",
  "EX",
] as const;

type AnyRemoveCustomerFields = {
/** Id of the customer in the service. Not needed where CustomerCode is given. */
readonly DealerCustomerId?: number;
/** The dealer's code of the customer. Not needed where DealerCustomerId is given. */
readonly CustomerCode?: string;
};
type RemoveCustomerFields = AtLeastOne<AnyRemoveCustomerFields, "DealerCustomerId" | "CustomerCode">;
type RemoveCustomerData = Readonly<Record<string, never>>;
const codesOfRemoveCustomer = [
  "DealerCustomer.RemoveCustomer.InvalidRequest",
  "DealerCustomer.RemoveCustomer.CustomerCodeOrDealerCustomerIdMustBeGiven",
  "DealerCustomer.RemoveCustomer.DealerCustomerNotFound",
  "DealerCustomer.RemoveCustomer.CustomerCodeDoesntMatchDealerCustomerId",
  "EX",
] as const;

type AddCustomerWithCardFields = {
/** The dealer's own code of the customer, which is never changed. */
readonly CustomerCode: string;
/** The customer's own password, kept encrypted. */
readonly Password?: string;
/** First name. */
readonly FirstName?: string;
/** Last name. */
readonly LastName?: string;
/** 1 male, 2 female, 0 not given. */
readonly Gender?: 0 | 1 | 2;
/** A real day in the past, YYYYMMDD. */
readonly BirthDate?: string;
/** Mobile phone: 10 digits that start with 5; a leading 0, 90 or +90, blanks, dots, hyphens and parentheses are dropped. */
readonly GsmNumber?: string;
/** E-mail address. */
readonly Email?: string;
/** Postal address. */
readonly Address?: string;
/** Name of the card holder. */
readonly CardHolderFullName?: string;
/** Number of the card. A CVC is not a field: one that is sent is not read. */
readonly CardNumber: string;
/** Month in which the card expires, MM. */
readonly ExpMonth: string;
/** Year in which the card expires, YYYY. */
readonly ExpYear: string;
/** A name for the card. */
readonly CardName?: string;
};
type AddCustomerWithCardData = {
readonly DealerCustomer: {
/** Id of the customer in the service. */
readonly DealerCustomerId: number;
/** The dealer's code of the customer. */
readonly CustomerCode: string;
/** The customer's own password, or empty. Kept encrypted; answered by GetCustomer, and by the call that sets it. */
readonly Password: string;
/** First name, or empty. */
readonly FirstName: string;
/** Last name, or empty. */
readonly LastName: string;
/** 1 male, 2 female, 0 not given. */
readonly Gender: 0 | 1 | 2;
/** YYYYMMDD, or empty. */
readonly BirthDate: string;
/** Mobile phone of 10 digits, or empty. */
readonly GsmNumber: string;
/** E-mail address, or empty. */
readonly Email: string;
/** Postal address, or empty. */
readonly Address: string;
};
/** Number of cards in CardList. */
readonly CardListCount: number;
/** Stored cards, the newest first, never with their numbers. */
readonly CardList: readonly ({
/** Token of the card, by which the dealer charges it. */
readonly CardToken: string;
/** The dealer's name for the card, or empty. */
readonly CardName: string;
/** Name of the bank that issued the card, or empty where it is not known. */
readonly BankName: string;
/** First six digits of the number. */
readonly CardNumberFirstSix: string;
/** Last four digits of the number. */
readonly CardNumberLastFour: string;
/** Name of the holder, or empty. */
readonly CardHolderFullName: string;
/** Month in which the card expires, MM. */
readonly ExpMonth: string;
/** Year in which the card expires, YYYY. */
readonly ExpYear: string;
})[];
};
const codesOfAddCustomerWithCard = [
  "DealerCustomer.AddCustomerWithCard.InvalidRequest",
  "DealerCustomer.AddCustomerWithCard.InvalidCardInfo",
  "DealerCustomer.AddCustomerWithCard.CustomerCodeAlreadyUsing",
  "EX",
] as const;

type AnyAddCardFields = {
/** Id of the customer in the service. Not needed where CustomerCode is given. */
readonly DealerCustomerId?: number;
/** The dealer's code of the customer. Not needed where DealerCustomerId is given. */
readonly CustomerCode?: string;
/** Name of the card holder. */
readonly CardHolderFullName?: string;
/** Number of the card. A CVC is not a field: one that is sent is not read. */
readonly CardNumber: string;
/** Month in which the card expires, MM. */
readonly ExpMonth: string;
/** Year in which the card expires, YYYY. */
readonly ExpYear: string;
/** A name for the card. */
readonly CardName?: string;
};
type AddCardFields = AtLeastOne<AnyAddCardFields, "DealerCustomerId" | "CustomerCode">;
type AddCardData = {
readonly DealerCustomer: {
/** Id of the customer in the service. */
readonly DealerCustomerId: number;
/** The dealer's code of the customer. */
readonly CustomerCode: string;
/** The customer's own password, or empty. Kept encrypted; answered by GetCustomer, and by the call that sets it. */
readonly Password: string;
/** First name, or empty. */
readonly FirstName: string;
/** Last name, or empty. */
readonly LastName: string;
/** 1 male, 2 female, 0 not given. */
readonly Gender: 0 | 1 | 2;
/** YYYYMMDD, or empty. */
readonly BirthDate: string;
/** Mobile phone of 10 digits, or empty. */
readonly GsmNumber: string;
/** E-mail address, or empty. */
readonly Email: string;
/** Postal address, or empty. */
readonly Address: string;
};
/** Number of cards in CardList. */
readonly CardListCount: number;
/** Stored cards, the newest first, never with their numbers. */
readonly CardList: readonly ({
/** Token of the card, by which the dealer charges it. */
readonly CardToken: string;
/** The dealer's name for the card, or empty. */
readonly CardName: string;
/** Name of the bank that issued the card, or empty where it is not known. */
readonly BankName: string;
/** First six digits of the number. */
readonly CardNumberFirstSix: string;
/** Last four digits of the number. */
readonly CardNumberLastFour: string;
/** Name of the holder, or empty. */
readonly CardHolderFullName: string;
/** Month in which the card expires, MM. */
readonly ExpMonth: string;
/** Year in which the card expires, YYYY. */
readonly ExpYear: string;
})[];
};
const codesOfAddCard = [
  "DealerCustomer.AddCard.InvalidRequest",
  "DealerCustomer.AddCard.CustomerCodeOrDealerCustomerIdMustBeGiven",
  "DealerCustomer.AddCard.InvalidCardInfo",
  "DealerCustomer.AddCard.DealerCustomerNotFound",
  "DealerCustomer.AddCard.CustomerCodeDoesntMatchDealerCustomerId",
  "EX",
] as const;

type UpdateCardFields = {
/** Token of a stored card of this dealer. Braces around it are accepted. */
readonly CardToken: string;
/** The new name; absent or empty: none. */
readonly CardName?: string;
};
type UpdateCardData = {
readonly DealerCustomer: {
/** Id of the customer in the service. */
readonly DealerCustomerId: number;
/** The dealer's code of the customer. */
readonly CustomerCode: string;
/** The customer's own password, or empty. Kept encrypted; answered by GetCustomer, and by the call that sets it. */
readonly Password: string;
/** First name, or empty. */
readonly FirstName: string;
/** Last name, or empty. */
readonly LastName: string;
/** 1 male, 2 female, 0 not given. */
readonly Gender: 0 | 1 | 2;
/** YYYYMMDD, or empty. */
readonly BirthDate: string;
/** Mobile phone of 10 digits, or empty. */
readonly GsmNumber: string;
/** E-mail address, or empty. */
readonly Email: string;
/** Postal address, or empty. */
readonly Address: string;
};
/** Number of cards in CardList. */
readonly CardListCount: number;
/** Stored cards, the newest first, never with their numbers. */
readonly CardList: readonly ({
/** Token of the card, by which the dealer charges it. */
readonly CardToken: string;
/** The dealer's name for the card, or empty. */
readonly CardName: string;
/** Name of the bank that issued the card, or empty where it is not known. */
readonly BankName: string;
/** First six digits of the number. */
readonly CardNumberFirstSix: string;
/** Last four digits of the number. */
readonly CardNumberLastFour: string;
/** Name of the holder, or empty. */
readonly CardHolderFullName: string;
/** Month in which the card expires, MM. */
readonly ExpMonth: string;
/** Year in which the card expires, YYYY. */
readonly ExpYear: string;
})[];
};
const codesOfUpdateCard = [
  "DealerCustomer.UpdateCard.InvalidRequest",
  "DealerCustomer.UpdateCard.CardTokenIsRequired",
  "DealerCustomer.UpdateCard.CardNotFound",
  "EX",
] as const;

type GetCardFields = {
/** Token of a stored card of this dealer. Braces around it are accepted. */
readonly CardToken: string;
};
type GetCardData = {
readonly DealerCustomer: {
/** Id of the customer in the service. */
readonly DealerCustomerId: number;
/** The dealer's code of the customer. */
readonly CustomerCode: string;
/** The customer's own password, or empty. Kept encrypted; answered by GetCustomer, and by the call that sets it. */
readonly Password: string;
/** First name, or empty. */
readonly FirstName: string;
/** Last name, or empty. */
readonly LastName: string;
/** 1 male, 2 female, 0 not given. */
readonly Gender: 0 | 1 | 2;
/** YYYYMMDD, or empty. */
readonly BirthDate: string;
/** Mobile phone of 10 digits, or empty. */
readonly GsmNumber: string;
/** E-mail address, or empty. */
readonly Email: string;
/** Postal address, or empty. */
readonly Address: string;
};
/** Number of cards in CardList. */
readonly CardListCount: number;
/** Stored cards, the newest first, never with their numbers. */
readonly CardList: readonly ({
/** Token of the card, by which the dealer charges it. */
readonly CardToken: string;
/** The dealer's name for the card, or empty. */
readonly CardName: string;
/** Name of the bank that issued the card, or empty where it is not known. */
readonly BankName: string;
/** First six digits of the number. */
readonly CardNumberFirstSix: string;
/** Last four digits of the number. */
readonly CardNumberLastFour: string;
/** Name of the holder, or empty. */
readonly CardHolderFullName: string;
/** Month in which the card expires, MM. */
readonly ExpMonth: string;
/** Year in which the card expires, YYYY. */
readonly ExpYear: string;
})[];
};
const codesOfGetCard = [
  "DealerCustomer.GetCard.InvalidRequest",
  "DealerCustomer.GetCard.CardTokenIsRequired",
  "DealerCustomer.GetCard.CardNotFound",
  "EX",
] as const;

type AnyGetCardListFields = {
/** Id of the customer in the service. Not needed where CustomerCode is given. */
readonly DealerCustomerId?: number;
/** The dealer's code of the customer. Not needed where DealerCustomerId is given. */
readonly CustomerCode?: string;
};
type GetCardListFields = AtLeastOne<AnyGetCardListFields, "DealerCustomerId" | "CustomerCode">;
type GetCardListData = {
readonly DealerCustomer: {
/** Id of the customer in the service. */
readonly DealerCustomerId: number;
/** The dealer's code of the customer. */
readonly CustomerCode: string;
/** The customer's own password, or empty. Kept encrypted; answered by GetCustomer, and by the call that sets it. */
readonly Password: string;
/** First name, or empty. */
readonly FirstName: string;
/** Last name, or empty. */
readonly LastName: string;
/** 1 male, 2 female, 0 not given. */
readonly Gender: 0 | 1 | 2;
/** YYYYMMDD, or empty. */
readonly BirthDate: string;
/** Mobile phone of 10 digits, or empty. */
readonly GsmNumber: string;
/** E-mail address, or empty. */
readonly Email: string;
/** Postal address, or empty. */
readonly Address: string;
};
/** Number of cards in CardList. */
readonly CardListCount: number;
/** Stored cards, the newest first, never with their numbers. */
readonly CardList: readonly ({
/** Token of the card, by which the dealer charges it. */
readonly CardToken: string;
/** The dealer's name for the card, or empty. */
readonly CardName: string;
/** Name of the bank that issued the card, or empty where it is not known. */
readonly BankName: string;
/** First six digits of the number. */
readonly CardNumberFirstSix: string;
/** Last four digits of the number. */
readonly CardNumberLastFour: string;
/** Name of the holder, or empty. */
readonly CardHolderFullName: string;
/** Month in which the card expires, MM. */
readonly ExpMonth: string;
/** Year in which the card expires, YYYY. */
readonly ExpYear: string;
})[];
};
const codesOfGetCardList = [
  "DealerCustomer.GetCardList.InvalidRequest",
  "DealerCustomer.GetCardList.CustomerCodeOrDealerCustomerIdMustBeGiven",
  "DealerCustomer.GetCardList.DealerCustomerNotFound",
  "DealerCustomer.GetCardList.CustomerCodeDoesntMatchDealerCustomerId",
  "EX",
] as const;

type RemoveCardFields = {
/** Token of a stored card of this dealer. Braces around it are accepted. */
readonly CardToken: string;
};
type RemoveCardData = true;
const codesOfRemoveCard = [
  "DealerCustomer.RemoveCard.InvalidRequest",
  "DealerCustomer.RemoveCard.CardTokenIsRequired",
  "DealerCustomer.RemoveCard.CardNotFound",
  "EX",
] as const;

/** The operations by name: what is asked, `Data` of a successful answer, and the codes of refusals. */
export interface Operations {
/** Create payment request. Creates a payment request: a link on which a payer pays. The link is in the answer. A definition that delivers by SMS or e-mail sends it to GsmNumber or Email too. */
  readonly CreateUserPosPayment: { readonly fields: CreateUserPosPaymentFields; readonly data: CreateUserPosPaymentData; readonly code: (typeof codesOfCreateUserPosPayment)[number] };
/** Create payment request with sub-dealers. The same, for a payment that is shared among sub-dealers: CommissionScenario and SubDealer are required. */
  readonly CreateUserPosPaymentMarketPlace: { readonly fields: CreateUserPosPaymentFields; readonly data: CreateUserPosPaymentData; readonly code: (typeof codesOfCreateUserPosPayment)[number] };
/** Get the state of a payment request. Reads one payment request of the dealer: whether it is open, paid or over, what was sent, every attempt to pay it with the code of the bank, and its payment. It asks no bank and changes nothing. An operation of our own, which the dealer interface does not have. */
  readonly GetUserPosPayment: { readonly fields: GetUserPosPaymentFields; readonly data: GetUserPosPaymentData; readonly code: (typeof codesOfGetUserPosPayment)[number] };
/** Cancel a payment request. Ends an open payment request: nobody can pay it any more. A payer who is at the bank's 3D page does not prevent it, and is not charged on return. An operation of our own, which the dealer interface does not have. */
  readonly CancelUserPosPayment: { readonly fields: CancelUserPosPaymentFields; readonly data: CancelUserPosPaymentData; readonly code: (typeof codesOfCancelUserPosPayment)[number] };
/** Resend a payment request. Sends an open payment request to its payer once more, on every channel it was sent on. The messages leave within a minute; GetUserPosPayment tells what becomes of them. A repeat before they leave gets the same answer and sends nothing more; a later one is another round. An operation of our own, which the dealer interface does not have. */
  readonly ResendUserPosPayment: { readonly fields: ResendUserPosPaymentFields; readonly data: ResendUserPosPaymentData; readonly code: (typeof codesOfResendUserPosPayment)[number] };
/** Create a reusable link. Creates an address that many payers open. Each of them makes a payment request of it, with the amount of the link or one of the payer’s own, and pays that. An operation of our own, which the dealer interface does not have. */
  readonly CreateUserPosLink: { readonly fields: CreateUserPosLinkFields; readonly data: CreateUserPosLinkData; readonly code: (typeof codesOfCreateUserPosLink)[number] };
/** Get a reusable link. Reads one reusable link: what it asks, its state, its places, and counts of the payment requests made of it. It changes nothing. An operation of our own, which the dealer interface does not have. */
  readonly GetUserPosLink: { readonly fields: GetUserPosLinkFields; readonly data: GetUserPosLinkData; readonly code: (typeof codesOfGetUserPosLink)[number] };
/** List reusable links. Lists reusable links of the dealer, the newest first, at most 100 in one answer. A new one may be listed a moment later. An operation of our own, which the dealer interface does not have. */
  readonly GetUserPosLinkList: { readonly fields: GetUserPosLinkListFields; readonly data: GetUserPosLinkListData; readonly code: (typeof codesOfGetUserPosLinkList)[number] };
/** Update a reusable link. Changes description, expiry or number of payments of a reusable link, or switches it off and on. Amounts and currency never change: make another link. The same request again changes nothing. An operation of our own, which the dealer interface does not have. */
  readonly UpdateUserPosLink: { readonly fields: UpdateUserPosLinkFields; readonly data: UpdateUserPosLinkData; readonly code: (typeof codesOfUpdateUserPosLink)[number] };
/** What became of payment requests. Counts the dealer's payment requests by their day of creation in Istanbul: how many were sent, opened, tried and paid, in how much time, and with which codes attempts were declined. Rows of a day grow until all its requests are over. A night counts each day; today is at most 15 minutes old. Without dates it is about the last 31 days; one call is about 93 days at most. An operation of our own, which the dealer interface does not have. */
  readonly GetUserPosFunnel: { readonly fields: GetUserPosFunnelFields; readonly data: GetUserPosFunnelData; readonly code: (typeof codesOfGetUserPosFunnel)[number] };
/** Start mobile 3D payment. Starts a payment by card with 3D Secure: answers an address for the payer to open within one hour. It opens the page of a payment link. */
  readonly DoDirectPaymentThreeDMobile: { readonly fields: DoDirectPaymentThreeDMobileFields; readonly data: DoDirectPaymentThreeDMobileData; readonly code: (typeof codesOfDoDirectPaymentThreeDMobile)[number] };
/** Make direct payment with sub-dealers. Charges a card, or a stored card by its token, without 3D Secure, and splits the payment among sub-dealers. A decline of the bank is an answer with ResultCode `Success` whose `Data.IsSuccessful` is false. Send an OtherTrxCode of your own: the same request with the same code charges the card once, however often it is sent, and an answer that was lost comes again. **A payment without OtherTrxCode has no protection against a double charge.** `OutcomeUnknown` and `EX` are no declines: repeat the request with the same code. An answer comes within 28 seconds. */
  readonly DoDirectPaymentMarketPlace: { readonly fields: DoDirectPaymentMarketPlaceFields; readonly data: DoDirectPaymentMarketPlaceData; readonly code: (typeof codesOfDoDirectPaymentMarketPlace)[number] };
/** Make direct payment. The same payment without sub-dealers: CommissionScenario and SubDealer are left out. Where SubDealer is sent, it is split as at the path for sub-dealers. Send an OtherTrxCode of your own: the same request with the same code charges the card once, however often it is sent, and an answer that was lost comes again. **A payment without OtherTrxCode has no protection against a double charge.** `OutcomeUnknown` and `EX` are no declines: repeat the request with the same code. An answer comes within 28 seconds. */
  readonly DoDirectPayment: { readonly fields: DoDirectPaymentMarketPlaceFields; readonly data: DoDirectPaymentMarketPlaceData; readonly code: (typeof codesOfDoDirectPaymentMarketPlace)[number] };
/** Start 3D payment. Starts a payment with 3D Secure for a card that the dealer's own shop has taken. No card is charged by the call. Send the payer's browser to `Url` at once: it leads to the bank's 3D page, and the result is reported to RedirectUrl. Confirm it with the payment detail list before you deliver. */
  readonly DoDirectPaymentThreeD: { readonly fields: DoDirectPaymentThreeDFields; readonly data: DoDirectPaymentThreeDData; readonly code: (typeof codesOfDoDirectPaymentThreeD)[number] };
/** Start 3D payment with sub-dealers. The same payment, split among sub-dealers. No card is charged by the call. Send the payer's browser to `Url` at once: it leads to the bank's 3D page, and the result is reported to RedirectUrl. Confirm it with the payment detail list before you deliver. */
  readonly DoDirectPaymentThreeDMarketPlace: { readonly fields: DoDirectPaymentThreeDFields; readonly data: DoDirectPaymentThreeDData; readonly code: (typeof codesOfDoDirectPaymentThreeD)[number] };
/** Get the detail of a payment. Reads one payment of the dealer with its transactions, whichever operation or link it came from. It asks no bank and changes nothing. An OtherTrxCode that names no payment is answered with PaymentDetail null. Nothing is final while PaymentStatus and TrxStatus are 0. */
  readonly GetDealerPaymentTrxDetailList: { readonly fields: GetDealerPaymentTrxDetailListFields; readonly data: GetDealerPaymentTrxDetailListData; readonly code: (typeof codesOfGetDealerPaymentTrxDetailList)[number] };
/** Get the detail of a payment with sub-dealers. The same, for a payment with sub-dealers; SubDealerId shows the share of one of them alone. */
  readonly GetDealerPaymentTrxDetailListMarketPlace: { readonly fields: GetDealerPaymentTrxDetailListFields; readonly data: GetDealerPaymentTrxDetailListData; readonly code: (typeof codesOfGetDealerPaymentTrxDetailList)[number] };
/** List payments. Lists the payments that began in a period, newest first: at most 31 days and 500 payments a call. A list that has more is cut, and ResultMessage says with which PaymentEndDate to ask on; then nothing is lost or told twice. It asks no bank and changes nothing. A new payment may be listed a moment later. */
  readonly GetPaymentList: { readonly fields: GetPaymentListFields; readonly data: GetPaymentListData; readonly code: (typeof codesOfGetPaymentList)[number] };
/** List payments with sub-dealers. The same. SubDealerId lists the payments in which that sub-dealer has a part, with its share alone; they may be a minute late. */
  readonly GetPaymentListMarketPlace: { readonly fields: GetPaymentListFields; readonly data: GetPaymentListData; readonly code: (typeof codesOfGetPaymentList)[number] };
/** List transactions. Lists the transactions that began in a period, newest first: at most 31 days and 500 entries a call. They are those that the detail of each payment shows. A list that has more is cut, and ResultMessage says with which TrxEndDate to ask on; then nothing is lost or told twice. It asks no bank and changes nothing. A new transaction may be listed a moment later. */
  readonly GetPaymentTrxList: { readonly fields: GetPaymentTrxListFields; readonly data: GetPaymentTrxListData; readonly code: (typeof codesOfGetPaymentTrxList)[number] };
/** List transactions with sub-dealers. The same. SubDealerId lists the transactions in which that sub-dealer has a part, with its part in SubDealerAmount; they may be a minute late. */
  readonly GetPaymentTrxListMarketPlace: { readonly fields: GetPaymentTrxListFields; readonly data: GetPaymentTrxListData; readonly code: (typeof codesOfGetPaymentTrxList)[number] };
/** Change the texts of a payment. Changes what the detail and the lists show of a payment: software, description, buyer. A field that is not given stays as it is. It moves no money, and what was given with the payment still decides whether a call repeats it. */
  readonly UpdateDealerPayment: { readonly fields: UpdateDealerPaymentFields; readonly data: UpdateDealerPaymentData; readonly code: (typeof codesOfUpdateDealerPayment)[number] };
/** Change the sub-dealers' shares of a payment. Gives the sub-dealers of a payment other shares of all that the card was charged, until a statement has the payment. Statements count the difference on the day of the change. Texts that are given are changed as UpdateDealerPayment does, also without SubDealer. One step of a payment runs at a time: capture, void, refund, pool approval, and what the service itself gives back. It is written before the bank is called, and repeated without harm. */
  readonly UpdateDealerPaymentMarketPlace: { readonly fields: UpdateDealerPaymentMarketPlaceFields; readonly data: UpdateDealerPaymentMarketPlaceData; readonly code: (typeof codesOfUpdateDealerPaymentMarketPlace)[number] };
/** Capture a pre-authorised payment. Takes the money that a pre-authorisation holds, all of it or a part; the rest of the hold is released. A payment is captured once. The commission of each sub-dealer follows what is captured of its own share. One step of a payment runs at a time: capture, void, refund, pool approval, and what the service itself gives back. It is written before the bank is called, and repeated without harm. */
  readonly DoCapture: { readonly fields: DoCaptureFields; readonly data: DoCaptureData; readonly code: (typeof codesOfDoCapture)[number] };
/** Void a payment. Voids a whole payment: a sale or a captured pre-authorisation until the bank closes the day of it, a pre-authorisation that was not captured as long as it stands. Later a payment is refunded. One step of a payment runs at a time: capture, void, refund, pool approval, and what the service itself gives back. It is written before the bank is called, and repeated without harm. */
  readonly DoVoid: { readonly fields: DoVoidFields; readonly data: DoVoidData; readonly code: (typeof codesOfDoVoid)[number] };
/** Refund a payment. Gives money of a payment back to the card, all that is left or a part. The request is accepted at once and carried out by the service: a whole refund while the bank's day of the payment is open is done as a void, anything else once that day is closed. It is tried for 72 hours. The detail list tells how it ended. One step of a payment runs at a time: capture, void, refund, pool approval, and what the service itself gives back. It is written before the bank is called, and repeated without harm. */
  readonly DoCreateRefundRequest: { readonly fields: DoCreateRefundRequestFields; readonly data: DoCreateRefundRequestData; readonly code: (typeof codesOfDoCreateRefundRequest)[number] };
/** Approve a pooled payment. Releases money that a payment holds in the pool: all of it, or the shares of single sub-dealers with the dealer's income on them. Only money that was captured is approved. One step of a payment runs at a time: capture, void, refund, pool approval, and what the service itself gives back. It is written before the bank is called, and repeated without harm. */
  readonly DoApprovePoolPayment: { readonly fields: DoApprovePoolPaymentFields; readonly data: DoApprovePoolPaymentData; readonly code: (typeof codesOfDoApprovePoolPayment)[number] };
/** Undo the approval of a pooled payment. Puts approved money back into the pool: all of it, or the shares of single sub-dealers. It is possible until the day of the approval is stated, and not after a refund since. One step of a payment runs at a time: capture, void, refund, pool approval, and what the service itself gives back. It is written before the bank is called, and repeated without harm. */
  readonly UndoApprovePoolPayment: { readonly fields: UndoApprovePoolPaymentFields; readonly data: UndoApprovePoolPaymentData; readonly code: (typeof codesOfUndoApprovePoolPayment)[number] };
/** Get dealer. Reads the dealer who calls, or one of its sub-dealers: the firm, and the commissions. No answer holds a password. */
  readonly GetDealer: { readonly fields: GetDealerFields; readonly data: GetDealerData; readonly code: (typeof codesOfGetDealer)[number] };
/** List statements. Reads what moved on an account day by day: one statement for each currency and each day of Istanbul on which something moved. It is made in the night behind the day and never changes: what happens later belongs to its own day. Without dates it is about the last 31 days; one call is about 366 days at most. */
  readonly GetStatementList: { readonly fields: GetStatementListFields; readonly data: GetStatementListData; readonly code: (typeof codesOfGetStatementList)[number] };
/** List statements of a sub-dealer. The same. SubDealerId names the sub-dealer whose statements are read. */
  readonly GetStatementListMarketPlace: { readonly fields: GetStatementListFields; readonly data: GetStatementListData; readonly code: (typeof codesOfGetStatementList)[number] };
/** List payouts. Reads what is paid out to an account, by day and currency: the statements whose payout falls on the day, added up. Without dates it is about the last 31 days; one call is about 366 days at most. */
  readonly GetAccountingList: { readonly fields: GetAccountingListFields; readonly data: GetAccountingListData; readonly code: (typeof codesOfGetAccountingList)[number] };
/** Get the bank of a card. Tells bank, brand, kind and installment programme of a card by its first digits. */
  readonly GetBankCardInformation: { readonly fields: GetBankCardInformationFields; readonly data: GetBankCardInformationData; readonly code: (typeof codesOfGetBankCardInformation)[number] };
/** Calculate what a card pays. Tells what a card pays for an order whose payer bears the commission, at the virtual POS that charges the card, and what is left to the dealer. A payment link of OrderAmount with CommissionByDealer 0 charges PaymentAmount and leaves DealerDepositAmount. Of a direct payment of PaymentAmount the commission is deducted on PaymentAmount. */
  readonly DoCalcPaymentAmount: { readonly fields: DoCalcPaymentAmountFields; readonly data: DoCalcPaymentAmountData; readonly code: (typeof codesOfDoCalcPaymentAmount)[number] };
/** Calculate the installment table. Tells what an order costs in every installment count: for one card at the virtual POS that charges it, or without a card for every bank of the dealer. Amount is what a payment link of OrderAmount charges, and without the commission of the payer also what a direct payment of OrderAmount charges and deducts. */
  readonly DoCalcPaymentTable: { readonly fields: DoCalcPaymentTableFields; readonly data: DoCalcPaymentTableData; readonly code: (typeof codesOfDoCalcPaymentTable)[number] };
/** Get sale. Reads one recurring sale of the dealer, by its id in the service, by the code of the dealer, or by both. */
  readonly GetSale: { readonly fields: GetSaleFields; readonly data: GetSaleData; readonly code: (typeof codesOfGetSale)[number] };
/** Add a payment plan. Adds a payment plan by hand to a sale with PlanType 2 or 3: it is charged at 12:00 in Istanbul on its day, and tried again as the sale says. A sale has at most 100 open plans made by hand. The same call again within ten minutes is taken for a repeat and gets the first answer, so that a retry after a lost answer charges nobody twice. */
  readonly AddPaymentPlan: { readonly fields: AddPaymentPlanFields; readonly data: AddPaymentPlanData; readonly code: (typeof codesOfAddPaymentPlan)[number] };
/** Change a payment plan. Changes the fields that are given of a payment plan that was made by hand and has not begun. A card takes the place of a payment request, and the other way round. Of a plan that failed, DealerCustomerTypeId alone sends it as a payment request at once, whether it was made by hand or from the schedule. */
  readonly UpdatePaymentPlan: { readonly fields: UpdatePaymentPlanFields; readonly data: UpdatePaymentPlanData; readonly code: (typeof codesOfUpdatePaymentPlan)[number] };
/** Delete a payment plan. Deletes a payment plan that was made by hand and has not begun: nothing is charged for it. It stays in the lists with PlanStatus 3. The same call again gets the same answer. */
  readonly DeletePaymentPlan: { readonly fields: DeletePaymentPlanFields; readonly data: DeletePaymentPlanData; readonly code: (typeof codesOfDeletePaymentPlan)[number] };
/** Get a payment plan. Reads one payment plan: one step of a recurring sale, made by hand or from the schedule. Plans of a deleted sale are read as well. */
  readonly GetPaymentPlan: { readonly fields: GetPaymentPlanFields; readonly data: GetPaymentPlanData; readonly code: (typeof codesOfGetPaymentPlan)[number] };
/** List payment plans. Lists the payment plans of a sale, or of all sales that fall due in a period of at most 62 days, the latest day first and at most 500 a call. A list that has more is cut, and ResultMessage says how to ask on. An empty list is a success. Plans of a deleted sale are listed as well. A plan that was just made may be missing for a moment where no sale is named. */
  readonly GetPaymentPlanList: { readonly fields: GetPaymentPlanListFields; readonly data: GetPaymentPlanListData; readonly code: (typeof codesOfGetPaymentPlanList)[number] };
/** List tries of payment plans. Lists the tries of one payment plan, or those of all plans in a period of at most 31 days, the newest first and at most 500 a call. Each card that was tried is an entry, and so is a slot in which nothing could be charged. A list that has more is cut, and ResultMessage says with which HistoryDateEnd to ask on. An empty list is a success. */
  readonly GetPaymentPlanHistoryList: { readonly fields: GetPaymentPlanHistoryListFields; readonly data: GetPaymentPlanHistoryListData; readonly code: (typeof codesOfGetPaymentPlanHistoryList)[number] };
/** Report payment plans. Lists the payment plans of all sales that fall due in a period of at most 62 days, as the list of payment plans does, with the sums of the whole period. The sums have up to 5,000 plans; ResultMessage says where they end. An empty period is a success. */
  readonly GetPaymentPlanReport: { readonly fields: GetPaymentPlanReportFields; readonly data: GetPaymentPlanReportData; readonly code: (typeof codesOfGetPaymentPlanReport)[number] };
/** Add a sale. Adds a recurring sale: the service charges Amount on each day of the schedule. Give a SaleCode, so that a repeat of the call adds no second sale. */
  readonly AddSale: { readonly fields: AddSaleFields; readonly data: AddSaleData; readonly code: (typeof codesOfAddSale)[number] };
/** Update a sale. Changes the fields that are given, and leaves the others; nothing can be emptied. A payment whose first charge has begun keeps its amount and its day. */
  readonly UpdateSale: { readonly fields: UpdateSaleFields; readonly data: UpdateSaleData; readonly code: (typeof codesOfUpdateSale)[number] };
/** Delete a sale. Ends a recurring sale: no charge of it begins from then on. A charge that has begun ends, and its result is reported. The code is free again, and the customer may be removed. */
  readonly DeleteSale: { readonly fields: DeleteSaleFields; readonly data: DeleteSaleData; readonly code: (typeof codesOfDeleteSale)[number] };
/** List sales. Lists recurring sales of the dealer, the newest first, without deleted ones, at most 500 in one answer. A new one may be listed a moment later. */
  readonly GetSaleList: { readonly fields: GetSaleListFields; readonly data: GetSaleListData; readonly code: (typeof codesOfGetSaleList)[number] };
/** Add a product. Adds a product that recurring sales may name. It is never changed: delete it, and add another one. A dealer has at most 1,000. */
  readonly AddProduct: { readonly fields: AddProductFields; readonly data: AddProductData; readonly code: (typeof codesOfAddProduct)[number] };
/** List products. Lists the 500 newest products of the dealer, the newest first. */
  readonly GetProductList: { readonly fields: GetProductListFields; readonly data: GetProductListData; readonly code: (typeof codesOfGetProductList)[number] };
/** Delete a product. Deletes a product that no sale uses. Its code is free again. */
  readonly DeleteProduct: { readonly fields: DeleteProductFields; readonly data: DeleteProductData; readonly code: (typeof codesOfDeleteProduct)[number] };
/** Add a schedule. Adds a schedule of the days on which recurring sales are charged. A dealer has at most 200. */
  readonly AddSchedule: { readonly fields: AddScheduleFields; readonly data: AddScheduleData; readonly code: (typeof codesOfAddSchedule)[number] };
/** Update a schedule. Changes what is given of a schedule, and leaves the rest. A payment step that is planned keeps its day; later ones follow the changed schedule. Days of a period that the schedule no longer has fall away. */
  readonly UpdateSchedule: { readonly fields: UpdateScheduleFields; readonly data: UpdateScheduleData; readonly code: (typeof codesOfUpdateSchedule)[number] };
/** Get a schedule. Reads one schedule of the dealer. */
  readonly GetSchedule: { readonly fields: GetScheduleFields; readonly data: GetScheduleData; readonly code: (typeof codesOfGetSchedule)[number] };
/** List schedules. Lists all schedules of the dealer, the newest first. */
  readonly GetScheduleList: { readonly fields: GetScheduleListFields; readonly data: GetScheduleListData; readonly code: (typeof codesOfGetScheduleList)[number] };
/** Delete a schedule. Deletes a schedule that no sale uses. */
  readonly DeleteSchedule: { readonly fields: DeleteScheduleFields; readonly data: DeleteScheduleData; readonly code: (typeof codesOfDeleteSchedule)[number] };
/** Get customer. Reads one customer of the dealer, by its id in the service, by the code of the dealer, or by both. Stored cards are not part of the answer: CardList is always empty. */
  readonly GetCustomer: { readonly fields: GetCustomerFields; readonly data: GetCustomerData; readonly code: (typeof codesOfGetCustomer)[number] };
/** Add a customer. Registers a customer of the dealer under a code of the dealer. */
  readonly AddCustomer: { readonly fields: AddCustomerFields; readonly data: AddCustomerData; readonly code: (typeof codesOfAddCustomer)[number] };
/** Update a customer. Changes the details that are given, and leaves the others. The code of a customer is never changed. */
  readonly UpdateCustomer: { readonly fields: UpdateCustomerFields; readonly data: UpdateCustomerData; readonly code: (typeof codesOfUpdateCustomer)[number] };
/** List customers. Lists customers of the dealer, the newest first, without passwords and cards, at most 500 in one answer. A new one may be listed a moment later. */
  readonly GetCustomerList: { readonly fields: GetCustomerListFields; readonly data: GetCustomerListData; readonly code: (typeof codesOfGetCustomerList)[number] };
/** Remove a customer. Removes a customer and all its stored cards: their tokens charge nothing from then on. */
  readonly RemoveCustomer: { readonly fields: RemoveCustomerFields; readonly data: RemoveCustomerData; readonly code: (typeof codesOfRemoveCustomer)[number] };
/** Add a customer with a card. Registers a customer and stores a card for it, both or neither. The card is not charged, and no bank is asked. */
  readonly AddCustomerWithCard: { readonly fields: AddCustomerWithCardFields; readonly data: AddCustomerWithCardData; readonly code: (typeof codesOfAddCustomerWithCard)[number] };
/** Add a card. Stores a card for a customer and answers all its cards. A card that the customer has already keeps its token. The card is not charged, and no bank is asked. */
  readonly AddCard: { readonly fields: AddCardFields; readonly data: AddCardData; readonly code: (typeof codesOfAddCard)[number] };
/** Rename a card. Gives a stored card another name, and answers all cards of its customer. */
  readonly UpdateCard: { readonly fields: UpdateCardFields; readonly data: UpdateCardData; readonly code: (typeof codesOfUpdateCard)[number] };
/** Get a card. Reads a stored card by its token, with the customer whose card it is. */
  readonly GetCard: { readonly fields: GetCardFields; readonly data: GetCardData; readonly code: (typeof codesOfGetCard)[number] };
/** List cards. Lists the stored cards of a customer, a hundred at most, whether a payment stored them or the dealer did. */
  readonly GetCardList: { readonly fields: GetCardListFields; readonly data: GetCardListData; readonly code: (typeof codesOfGetCardList)[number] };
/** Remove a card. Removes a stored card. Its token charges nothing from then on; payments that it made stay. */
  readonly RemoveCard: { readonly fields: RemoveCardFields; readonly data: RemoveCardData; readonly code: (typeof codesOfRemoveCard)[number] };
}

/** The operations by name: how each is called, and what it may refuse with. */
export const operations: Readonly<Record<keyof Operations, OperationFacts>> = {
  CreateUserPosPayment: { path: "/PaymentUserPos/CreateUserPosPayment", authentication: "DealerAuthentication", request: "PaymentUserPosRequest", repeat: "OtherTrxCode", codes: codesOfCreateUserPosPayment },
  CreateUserPosPaymentMarketPlace: { path: "/PaymentUserPos/CreateUserPosPaymentMarketPlace", authentication: "DealerAuthentication", request: "PaymentUserPosRequest", repeat: "OtherTrxCode", codes: codesOfCreateUserPosPayment },
  GetUserPosPayment: { path: "/PaymentUserPos/GetUserPosPayment", authentication: "DealerAuthentication", request: "PaymentUserPosRequest", repeat: "look-up", codes: codesOfGetUserPosPayment },
  CancelUserPosPayment: { path: "/PaymentUserPos/CancelUserPosPayment", authentication: "DealerAuthentication", request: "PaymentUserPosRequest", repeat: "never", codes: codesOfCancelUserPosPayment },
  ResendUserPosPayment: { path: "/PaymentUserPos/ResendUserPosPayment", authentication: "DealerAuthentication", request: "PaymentUserPosRequest", repeat: "never", codes: codesOfResendUserPosPayment },
  CreateUserPosLink: { path: "/PaymentUserPos/CreateUserPosLink", authentication: "DealerAuthentication", request: "PaymentUserPosRequest", repeat: "never", codes: codesOfCreateUserPosLink },
  GetUserPosLink: { path: "/PaymentUserPos/GetUserPosLink", authentication: "DealerAuthentication", request: "PaymentUserPosRequest", repeat: "look-up", codes: codesOfGetUserPosLink },
  GetUserPosLinkList: { path: "/PaymentUserPos/GetUserPosLinkList", authentication: "DealerAuthentication", request: "PaymentUserPosRequest", repeat: "look-up", codes: codesOfGetUserPosLinkList },
  UpdateUserPosLink: { path: "/PaymentUserPos/UpdateUserPosLink", authentication: "DealerAuthentication", request: "PaymentUserPosRequest", repeat: "never", codes: codesOfUpdateUserPosLink },
  GetUserPosFunnel: { path: "/PaymentUserPos/GetUserPosFunnel", authentication: "DealerAuthentication", request: "PaymentUserPosRequest", repeat: "never", codes: codesOfGetUserPosFunnel },
  DoDirectPaymentThreeDMobile: { path: "/PaymentDealer/DoDirectPaymentThreeDMobile", authentication: "PaymentDealerAuthentication", request: "PaymentDealerRequest", repeat: "OtherTrxCode", codes: codesOfDoDirectPaymentThreeDMobile },
  DoDirectPaymentMarketPlace: { path: "/PaymentDealer/DoDirectPaymentMarketPlace", authentication: "PaymentDealerAuthentication", request: "PaymentDealerRequest", repeat: "OtherTrxCode", codes: codesOfDoDirectPaymentMarketPlace },
  DoDirectPayment: { path: "/PaymentDealer/DoDirectPayment", authentication: "PaymentDealerAuthentication", request: "PaymentDealerRequest", repeat: "OtherTrxCode", codes: codesOfDoDirectPaymentMarketPlace },
  DoDirectPaymentThreeD: { path: "/PaymentDealer/DoDirectPaymentThreeD", authentication: "PaymentDealerAuthentication", request: "PaymentDealerRequest", repeat: "OtherTrxCode", codes: codesOfDoDirectPaymentThreeD },
  DoDirectPaymentThreeDMarketPlace: { path: "/PaymentDealer/DoDirectPaymentThreeDMarketPlace", authentication: "PaymentDealerAuthentication", request: "PaymentDealerRequest", repeat: "OtherTrxCode", codes: codesOfDoDirectPaymentThreeD },
  GetDealerPaymentTrxDetailList: { path: "/PaymentDealer/GetDealerPaymentTrxDetailList", authentication: "PaymentDealerAuthentication", request: "PaymentDealerRequest", repeat: "look-up", codes: codesOfGetDealerPaymentTrxDetailList },
  GetDealerPaymentTrxDetailListMarketPlace: { path: "/PaymentDealer/GetDealerPaymentTrxDetailListMarketPlace", authentication: "PaymentDealerAuthentication", request: "PaymentDealerRequest", repeat: "look-up", codes: codesOfGetDealerPaymentTrxDetailList },
  GetPaymentList: { path: "/PaymentDealer/GetPaymentList", authentication: "PaymentDealerAuthentication", request: "PaymentDealerRequest", repeat: "look-up", codes: codesOfGetPaymentList },
  GetPaymentListMarketPlace: { path: "/PaymentDealer/GetPaymentListMarketPlace", authentication: "PaymentDealerAuthentication", request: "PaymentDealerRequest", repeat: "look-up", codes: codesOfGetPaymentList },
  GetPaymentTrxList: { path: "/PaymentDealer/GetPaymentTrxList", authentication: "PaymentDealerAuthentication", request: "PaymentDealerRequest", repeat: "look-up", codes: codesOfGetPaymentTrxList },
  GetPaymentTrxListMarketPlace: { path: "/PaymentDealer/GetPaymentTrxListMarketPlace", authentication: "PaymentDealerAuthentication", request: "PaymentDealerRequest", repeat: "look-up", codes: codesOfGetPaymentTrxList },
  UpdateDealerPayment: { path: "/PaymentDealer/UpdateDealerPayment", authentication: "PaymentDealerAuthentication", request: "PaymentDealerRequest", repeat: "never", codes: codesOfUpdateDealerPayment },
  UpdateDealerPaymentMarketPlace: { path: "/PaymentDealer/UpdateDealerPaymentMarketPlace", authentication: "PaymentDealerAuthentication", request: "PaymentDealerRequest", repeat: "never", codes: codesOfUpdateDealerPaymentMarketPlace },
  DoCapture: { path: "/PaymentDealer/DoCapture", authentication: "PaymentDealerAuthentication", request: "PaymentDealerRequest", repeat: "never", codes: codesOfDoCapture },
  DoVoid: { path: "/PaymentDealer/DoVoid", authentication: "PaymentDealerAuthentication", request: "PaymentDealerRequest", repeat: "never", codes: codesOfDoVoid },
  DoCreateRefundRequest: { path: "/PaymentDealer/DoCreateRefundRequest", authentication: "PaymentDealerAuthentication", request: "PaymentDealerRequest", repeat: "RefundCode", codes: codesOfDoCreateRefundRequest },
  DoApprovePoolPayment: { path: "/PaymentDealer/DoApprovePoolPayment", authentication: "PaymentDealerAuthentication", request: "PaymentDealerRequest", repeat: "never", codes: codesOfDoApprovePoolPayment },
  UndoApprovePoolPayment: { path: "/PaymentDealer/UndoApprovePoolPayment", authentication: "PaymentDealerAuthentication", request: "PaymentDealerRequest", repeat: "never", codes: codesOfUndoApprovePoolPayment },
  GetDealer: { path: "/Dealer/GetDealer", authentication: "DealerAuthentication", request: "DealerRequest", repeat: "look-up", codes: codesOfGetDealer },
  GetStatementList: { path: "/Dealer/GetStatementList", authentication: "DealerAuthentication", request: "DealerStatementRequest", repeat: "look-up", codes: codesOfGetStatementList },
  GetStatementListMarketPlace: { path: "/Dealer/GetStatementListMarketPlace", authentication: "DealerAuthentication", request: "DealerStatementRequest", repeat: "look-up", codes: codesOfGetStatementList },
  GetAccountingList: { path: "/Dealer/GetAccountingList", authentication: "DealerAuthentication", request: "DealerAccountingRequest", repeat: "look-up", codes: codesOfGetAccountingList },
  GetBankCardInformation: { path: "/PaymentDealer/GetBankCardInformation", authentication: "PaymentDealerAuthentication", request: "BankCardInformationRequest", repeat: "look-up", codes: codesOfGetBankCardInformation },
  DoCalcPaymentAmount: { path: "/PaymentDealer/DoCalcPaymentAmount", authentication: "PaymentDealerAuthentication", request: "PaymentDealerRequest", repeat: "look-up", codes: codesOfDoCalcPaymentAmount },
  DoCalcPaymentTable: { path: "/PaymentDealer/DoCalcPaymentTable", authentication: "PaymentDealerAuthentication", request: "PaymentDealerRequest", repeat: "look-up", codes: codesOfDoCalcPaymentTable },
  GetSale: { path: "/DealerSale/GetSale", authentication: "DealerSaleAuthentication", request: "DealerSaleRequest", repeat: "look-up", codes: codesOfGetSale },
  AddPaymentPlan: { path: "/DealerSale/AddPaymentPlan", authentication: "DealerSaleAuthentication", request: "DealerSaleRequest", repeat: "never", codes: codesOfAddPaymentPlan },
  UpdatePaymentPlan: { path: "/DealerSale/UpdatePaymentPlan", authentication: "DealerSaleAuthentication", request: "DealerSaleRequest", repeat: "never", codes: codesOfUpdatePaymentPlan },
  DeletePaymentPlan: { path: "/DealerSale/DeletePaymentPlan", authentication: "DealerSaleAuthentication", request: "DealerSaleRequest", repeat: "never", codes: codesOfDeletePaymentPlan },
  GetPaymentPlan: { path: "/DealerSale/GetPaymentPlan", authentication: "DealerSaleAuthentication", request: "DealerSaleRequest", repeat: "look-up", codes: codesOfGetPaymentPlan },
  GetPaymentPlanList: { path: "/DealerSale/GetPaymentPlanList", authentication: "DealerSaleAuthentication", request: "DealerSaleRequest", repeat: "look-up", codes: codesOfGetPaymentPlanList },
  GetPaymentPlanHistoryList: { path: "/DealerSale/GetPaymentPlanHistoryList", authentication: "DealerSaleAuthentication", request: "DealerSaleRequest", repeat: "look-up", codes: codesOfGetPaymentPlanHistoryList },
  GetPaymentPlanReport: { path: "/DealerSale/GetPaymentPlanReport", authentication: "DealerSaleAuthentication", request: "DealerSaleRequest", repeat: "look-up", codes: codesOfGetPaymentPlanReport },
  AddSale: { path: "/DealerSale/AddSale", authentication: "DealerSaleAuthentication", request: "DealerSaleRequest", repeat: "never", codes: codesOfAddSale },
  UpdateSale: { path: "/DealerSale/UpdateSale", authentication: "DealerSaleAuthentication", request: "DealerSaleRequest", repeat: "never", codes: codesOfUpdateSale },
  DeleteSale: { path: "/DealerSale/DeleteSale", authentication: "DealerSaleAuthentication", request: "DealerSaleRequest", repeat: "never", codes: codesOfDeleteSale },
  GetSaleList: { path: "/DealerSale/GetSaleList", authentication: "DealerSaleAuthentication", request: "DealerSaleRequest", repeat: "look-up", codes: codesOfGetSaleList },
  AddProduct: { path: "/DealerSale/AddProduct", authentication: "DealerSaleAuthentication", request: "DealerSaleRequest", repeat: "never", codes: codesOfAddProduct },
  GetProductList: { path: "/DealerSale/GetProductList", authentication: "DealerSaleAuthentication", request: "DealerSaleRequest", repeat: "look-up", codes: codesOfGetProductList },
  DeleteProduct: { path: "/DealerSale/DeleteProduct", authentication: "DealerSaleAuthentication", request: "DealerSaleRequest", repeat: "never", codes: codesOfDeleteProduct },
  AddSchedule: { path: "/DealerSale/AddSchedule", authentication: "DealerSaleAuthentication", request: "DealerSaleRequest", repeat: "never", codes: codesOfAddSchedule },
  UpdateSchedule: { path: "/DealerSale/UpdateSchedule", authentication: "DealerSaleAuthentication", request: "DealerSaleRequest", repeat: "never", codes: codesOfUpdateSchedule },
  GetSchedule: { path: "/DealerSale/GetSchedule", authentication: "DealerSaleAuthentication", request: "DealerSaleRequest", repeat: "look-up", codes: codesOfGetSchedule },
  GetScheduleList: { path: "/DealerSale/GetScheduleList", authentication: "DealerSaleAuthentication", request: "DealerSaleRequest", repeat: "look-up", codes: codesOfGetScheduleList },
  DeleteSchedule: { path: "/DealerSale/DeleteSchedule", authentication: "DealerSaleAuthentication", request: "DealerSaleRequest", repeat: "never", codes: codesOfDeleteSchedule },
  GetCustomer: { path: "/DealerCustomer/GetCustomer", authentication: "DealerCustomerAuthentication", request: "DealerCustomerRequest", repeat: "look-up", codes: codesOfGetCustomer },
  AddCustomer: { path: "/DealerCustomer/AddCustomer", authentication: "DealerCustomerAuthentication", request: "DealerCustomerRequest", repeat: "never", codes: codesOfAddCustomer },
  UpdateCustomer: { path: "/DealerCustomer/UpdateCustomer", authentication: "DealerCustomerAuthentication", request: "DealerCustomerRequest", repeat: "never", codes: codesOfUpdateCustomer },
  GetCustomerList: { path: "/DealerCustomer/GetCustomerList", authentication: "DealerCustomerAuthentication", request: "DealerCustomerRequest", repeat: "look-up", codes: codesOfGetCustomerList },
  RemoveCustomer: { path: "/DealerCustomer/RemoveCustomer", authentication: "DealerCustomerAuthentication", request: "DealerCustomerRequest", repeat: "never", codes: codesOfRemoveCustomer },
  AddCustomerWithCard: { path: "/DealerCustomer/AddCustomerWithCard", authentication: "DealerCustomerAuthentication", request: "DealerCustomerRequest", repeat: "never", codes: codesOfAddCustomerWithCard },
  AddCard: { path: "/DealerCustomer/AddCard", authentication: "DealerCustomerAuthentication", request: "DealerCustomerRequest", repeat: "never", codes: codesOfAddCard },
  UpdateCard: { path: "/DealerCustomer/UpdateCard", authentication: "DealerCustomerAuthentication", request: "DealerCustomerRequest", repeat: "never", codes: codesOfUpdateCard },
  GetCard: { path: "/DealerCustomer/GetCard", authentication: "DealerCustomerAuthentication", request: "DealerCustomerRequest", repeat: "look-up", codes: codesOfGetCard },
  GetCardList: { path: "/DealerCustomer/GetCardList", authentication: "DealerCustomerAuthentication", request: "DealerCustomerRequest", repeat: "look-up", codes: codesOfGetCardList },
  RemoveCard: { path: "/DealerCustomer/RemoveCard", authentication: "DealerCustomerAuthentication", request: "DealerCustomerRequest", repeat: "never", codes: codesOfRemoveCard },
};

/** Members of answers and webhooks that are amounts. */
export const moneyMembers: readonly string[] = [
  "Amount",
  "CapturedAmount",
  "DealerCommissionAmount",
  "DealerCommissionFixedAmount",
  "DealerDepositAmount",
  "DealerGroupCommissionAmount",
  "DealerGroupCommissionFixedAmount",
  "GivenBackAmount",
  "GroupRevenueAmount",
  "Max",
  "Min",
  "NetAmount",
  "OwedAfter",
  "OwedBefore",
  "PaidAmount",
  "PaymentAmount",
  "PayoutTotal",
  "PerInstallmentAmount",
  "PoolTotal",
  "RefAmount",
  "RefundCommissionTotal",
  "RefundTotal",
  "SalesCommissionTotal",
  "SalesTotal",
  "SubDealerAmount",
  "Suggested",
  "TotalAmount",
];

/** Members of answers that are percentages. */
export const rateMembers: readonly string[] = [
  "CommissionRate",
  "CommissionRate10",
  "CommissionRate11",
  "CommissionRate12",
  "CommissionRate2",
  "CommissionRate3",
  "CommissionRate4",
  "CommissionRate5",
  "CommissionRate6",
  "CommissionRate7",
  "CommissionRate8",
  "CommissionRate9",
  "DealerCommissionRate",
  "DealerGroupCommissionRate",
  "GroupRevenueRate",
  "Rate",
];

/** What a webhook may tell. */
export type WebhookType = "link.created" | "link.paid" | "link.failed" | "link.expired" | "link.used-up" | "link.cancelled" | "payment.approved" | "payment.failed" | "payment.captured" | "payment.voided" | "payment.refunded" | "payment.refund-failed" | "payment.pool-approved" | "payment.pool-undone" | "payment.uncaptured-closed" | "customer.created" | "customer.updated" | "customer.removed" | "card.stored" | "card.updated" | "card.removed" | "card.expiring" | "plan.upcoming" | "plan.paid" | "plan.failed" | "sale.ended" | "endpoint.failing" | "endpoint.test";

/** What was true when it happened. Members that were not known are absent. */
export interface WebhookData {
  readonly Link?: WebhookLink;
  readonly Payment?: WebhookPayment;
  readonly Transaction?: WebhookTransaction;
  readonly Customer?: WebhookCustomer;
  readonly Card?: WebhookCard;
  readonly Plan?: WebhookPlan;
  readonly Sale?: WebhookSale;
  readonly Endpoint?: WebhookEndpoint;
}
