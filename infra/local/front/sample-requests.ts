import type { OperationName } from '../../../shared/domain/dealer/dealer.ts';
import { documentedOperations } from '../../docs/operations.ts';
import type { DemoDealer } from '../demo-dealer.ts';
import type { Sample, SampleCall } from './request-view.ts';

/** What a sample changes of the first successful example of its operation. A field that is undefined is left out. */
interface Changes {
  readonly request?: Readonly<Record<string, unknown>>;
  readonly before?: readonly (readonly [OperationName, Readonly<Record<string, unknown>>])[];
  readonly waitsWhile?: string;
  readonly mayAnswer?: string;
}

/** Stands for a code that nothing has used: the page and the tests put a new one in. */
const CODE_PLACE = '{{code}}';
/** Stands for the token of the card that the first call before has stored. */
const TOKEN_PLACE = '{{CardToken}}';

/** Stands for the id of the schedule that the call before has added. */
const SCHEDULE_PLACE = '{{DealerSaleScheduleId}}';

/** Stands for the id of the payment plan that the call before has added. */
const PLAN_PLACE = '{{DealerPaymentPlanId}}';

const CARD = {
  CardHolderFullName: 'Elif Yılmaz',
  CardNumber: '4111111111111111',
  ExpMonth: '12',
  ExpYear: '2049',
};
const NO_TOKEN = { CardToken: undefined, CustomerInformation: undefined };
const NEW_PRODUCT = { ProductCode: CODE_PLACE, ProductName: 'Membership' };
const NEW_SCHEDULE = { ScheduleName: 'Every day', DailyWeeklyMonthly: 1 };
const OF_NEW_SCHEDULE = {
  request: { DealerSaleScheduleId: SCHEDULE_PLACE },
  before: [['AddSchedule', NEW_SCHEDULE]],
} as const;
const NEW_CUSTOMER = { CustomerCode: CODE_PLACE };
const CUSTOMER_WITH_CARD = [['AddCustomerWithCard', { ...NEW_CUSTOMER, ...CARD, CardName: 'Her Visa' }]] as const;

/** A sale whose steps are made by hand: nobody is charged for having tried it out. */
const newSaleOf = ({ CustomerCode, DealerCustomerTypeId }: DemoDealer) => ({
  SaleCode: CODE_PLACE,
  CustomerCode,
  Amount: 27.5,
  PlanType: 2,
  DealerCustomerTypeId,
});
const NOT_SCHEDULED = { DealerSaleScheduleId: undefined, BeginDate: undefined, DefaultCard1Token: undefined };

type AllChanges = Readonly<Partial<Record<OperationName, Changes>>>;

/** The samples of payment plans, each about a sale of its own. */
const planChanges = (demo: DemoDealer): AllChanges => {
  const saleByHand = newSaleOf(demo);
  const plan = { DealerSaleId: undefined, SaleCode: CODE_PLACE, PaymentDate: '20350220' };
  const ofNewPlan = {
    request: { DealerPaymentPlanId: PLAN_PLACE },
    before: [
      ['AddSale', saleByHand],
      ['AddPaymentPlan', plan],
    ],
  } as const;
  return {
    AddPaymentPlan: { request: plan, before: [['AddSale', saleByHand]] },
    UpdatePaymentPlan: ofNewPlan,
    DeletePaymentPlan: ofNewPlan,
    GetPaymentPlan: ofNewPlan,
    GetPaymentPlanHistoryList: ofNewPlan,
    GetPaymentPlanList: { request: { DealerSaleId: undefined, SaleCode: demo.SaleCode } },
  };
};

/** The samples of reusable links, each about a link of its own. */
const reusableLinkChanges = ({ DealerCustomerTypeId }: DemoDealer): AllChanges => {
  const newLink = {
    LinkCode: CODE_PLACE,
    DealerCustomerTypeId,
    Title: 'Bread course',
    Amount: 27.5,
    MaxPayments: 30,
    ReturnHash: 1,
  };
  const ofNewLink = { request: { LinkCode: CODE_PLACE }, before: [['CreateUserPosLink', newLink]] } as const;
  return {
    CreateUserPosLink: { request: { LinkCode: CODE_PLACE, DealerCustomerTypeId } },
    GetUserPosLink: ofNewLink,
    GetUserPosLinkList: { before: ofNewLink.before },
    UpdateUserPosLink: ofNewLink,
  };
};

const changesFor = (demo: DemoDealer): AllChanges => {
  const byBin = { request: { BinNumber: CARD.CardNumber.slice(0, 6) } };
  const smsLink = {
    OtherTrxCode: CODE_PLACE,
    DealerCustomerTypeId: demo.Definitions.sms,
    Amount: 27.5,
    ReturnHash: 1,
    FullName: 'Elif Yılmaz',
    GsmNumber: '5301111111',
  };
  return {
    // With a contact the link goes out by e-mail as well.
    CreateUserPosPayment: {
      request: {
        FullName: 'Elif Yılmaz',
        Email: 'elif@example.com',
        Description: 'Two tickets',
      },
    },
    ResendUserPosPayment: {
      request: { OtherTrxCode: CODE_PLACE },
      before: [['CreateUserPosPayment', smsLink]],
      waitsWhile: 'NothingToResend',
    },
    GetAccountingList: { mayAnswer: 'NoDataFound' },
    GetStatementList: { mayAnswer: 'NoDataFound' },
    GetStatementListMarketPlace: { mayAnswer: 'NoDataFound' },
    DoDirectPayment: { request: { ...NO_TOKEN, ...CARD } },
    GetBankCardInformation: byBin,
    DoCalcPaymentAmount: byBin,
    DoCalcPaymentTable: byBin,
    GetSale: { request: { SaleCode: demo.SaleCode } },
    AddSale: { request: { ...newSaleOf(demo), ...NOT_SCHEDULED } },
    UpdateSale: { request: { SaleCode: CODE_PLACE }, before: [['AddSale', newSaleOf(demo)]] },
    DeleteSale: { request: { SaleCode: CODE_PLACE }, before: [['AddSale', newSaleOf(demo)]] },
    AddProduct: { request: NEW_PRODUCT },
    DeleteProduct: { request: { ProductCode: CODE_PLACE }, before: [['AddProduct', NEW_PRODUCT]] },
    UpdateSchedule: {
      request: { DealerSaleScheduleId: SCHEDULE_PLACE, DailyWeeklyMonthly: 3, DaysOfMonth: '10' },
      before: OF_NEW_SCHEDULE.before,
    },
    GetSchedule: OF_NEW_SCHEDULE,
    DeleteSchedule: OF_NEW_SCHEDULE,
    ...planChanges(demo),
    ...reusableLinkChanges(demo),
    GetCustomer: { request: { CustomerCode: demo.CustomerCode } },
    AddCustomer: { request: NEW_CUSTOMER },
    AddCustomerWithCard: { request: NEW_CUSTOMER },
    UpdateCustomer: { request: { CustomerCode: demo.CustomerCode } },
    RemoveCustomer: { request: NEW_CUSTOMER, before: [['AddCustomer', NEW_CUSTOMER]] },
    AddCard: { request: NEW_CUSTOMER, before: [['AddCustomer', NEW_CUSTOMER]] },
    GetCardList: { request: NEW_CUSTOMER, before: CUSTOMER_WITH_CARD },
    UpdateCard: { request: { CardToken: TOKEN_PLACE }, before: CUSTOMER_WITH_CARD },
    GetCard: { request: { CardToken: TOKEN_PLACE }, before: CUSTOMER_WITH_CARD },
    RemoveCard: { request: { CardToken: TOKEN_PLACE }, before: CUSTOMER_WITH_CARD },
  };
};

interface Found {
  readonly documented: (typeof documentedOperations)[number];
  readonly path: string;
}

const findOperation = (name: OperationName): Found => {
  for (const documented of documentedOperations) {
    const { routes, operation } = documented.contract;
    const route = routes.find((one) => (one.operation ?? operation) === name);
    if (route !== undefined) return { documented, path: route.path };
  }
  throw new Error(`${name} is not documented.`);
};

const callOf = (name: OperationName, request: Readonly<Record<string, unknown>>): SampleCall => {
  const { documented, path } = findOperation(name);
  const [authenticationBlock = ''] = documented.contract.authenticationBlocks;
  return { operation: name, path, authenticationBlock, requestBlock: documented.contract.requestBlock, request };
};

/** Where the payers of the examples end. */
const EXAMPLE_RESULT = 'https://shop.example/result';

/**
 * An example names one payment by one code: every place of that code becomes that of a new one. Its payers end at the demo
 * shop, which verifies the result.
 */
const madeRunnable = <Part>(part: Part, code: unknown, { BaseUrl }: DemoDealer): Part => {
  const text = JSON.stringify(part).replaceAll(EXAMPLE_RESULT, `${BaseUrl}/shop/result`);
  return JSON.parse(typeof code === 'string' && code !== '' ? text.replaceAll(code, CODE_PLACE) : text) as Part;
};

const sampleOf = (name: OperationName, demo: DemoDealer, { request = {}, before, ...answers }: Changes): Sample => {
  const { documented } = findOperation(name);
  const { examples } = documented.document;
  const own = documented.contract.operation;
  const succeeding = examples.filter((one) => 'data' in one);
  // The operations of one contract take the same request.
  const example = succeeding.find(({ operation = own }) => operation === name) ?? succeeding[0];
  if (example === undefined) throw new Error(`${name} has no example that succeeds.`);
  const earlier = (example.setUp?.before ?? []).map((call) => [call.operation, call.request] as const);
  const calls = (before ?? earlier).map((call) => callOf(call[0], call[1]));
  const sample = { ...callOf(name, { ...example.request, ...request }), before: calls };
  return {
    ...madeRunnable(sample, example.request.OtherTrxCode ?? earlier[0]?.[1].OtherTrxCode, demo),
    ...answers,
  };
};

/** A runnable request for every operation, from its example in the documents and the records of the demo dealer. */
export const sampleRequests = (demo: DemoDealer): readonly Sample[] => {
  const changes = changesFor(demo);
  return documentedOperations.flatMap(({ contract }) =>
    contract.routes.map(({ operation = contract.operation }) => sampleOf(operation, demo, changes[operation] ?? {})),
  );
};
