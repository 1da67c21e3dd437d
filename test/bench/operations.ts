import { randomUUID } from 'node:crypto';
import { statementItem, statementPointerItem } from '../../shared/adapters/dynamodb/statement/statement-item.ts';
import { sentCard } from '../../shared/openapi/customer-words.ts';
import type { StackAddress } from '../support/app/stack-address.ts';
import { chooseCard } from '../support/card/offered-cards.ts';
import { callOperation } from '../support/dealer/operation-calls.ts';
import { asks, asksNote } from '../support/link/reusable-links.ts';
import {
  about,
  aboutLink,
  asked,
  BY_CODE,
  BY_ID,
  chosenCardOf,
  creditDue,
  finish,
  KNOWN_BIN,
  newPayment,
  newScene,
  openedBox,
  type Prepare,
  payDirectly,
  payStoringCard,
  quoted,
  refuseFailure,
  resentLink,
  reversalDue,
  SALE,
  SPLIT,
  swept,
  toGateStored,
  usualLink,
} from '../support/operation-scene.ts';
import { listed } from '../support/payment/listed-payments.ts';
import * as payer from '../support/payment/payer.ts';
import { statementWith } from '../support/payment/statements.ts';
import { putRows } from '../support/store/store.ts';
import { opensLink, postsLink } from './link-calls.ts';
import {
  addedPlan,
  ofNewCustomer,
  ofNewPlan,
  ofNewSale,
  ofNewSchedule,
  PLAN_DAYS,
  saleByHand,
} from './records-before-calls.ts';
import { aboutReusableLink, listedReusableLinks, newReusableLink } from './reusable-link-calls.ts';

/** The tables that show an operation besides that of round trips, which shows all, and its aims. */
interface Shown {
  /** The most round trips to DynamoDB, around the bank, of a call that finds at hand what an instance keeps. */
  readonly trips?: number;
  /** Its function, which is compared with a program that makes the same requests alone, and asked all the time. */
  readonly handler?: string;
  /** The whole payment that preparation and call make, and the most units that it may write. */
  readonly payment?: readonly [name: string, units?: number];
  /** The most units that the call alone may write. */
  readonly units?: number;
}

const LINK = { trips: 1, handler: 'create-payment-request' };
const STEP = { trips: 3, units: 11 };
const DIRECT = { trips: 3, handler: 'make-direct-payment' };

const STATED = { StatementStartDate: '2026-11-20', StatementEndDate: '2026-11-20' };

const ORDER_PRICED = { BinNumber: KNOWN_BIN, OrderAmount: 1249.9 };

/** One row for each operation, from which every table reads. */
const rows = {
  'get sale': [{ trips: 1, handler: 'get-sale' }, asked(({ dealer }) => dealer.getSale(SALE))],
  'get sale by both': [{ trips: 1 }, asked(({ dealer }) => dealer.getSale({ ...SALE, SaleCode: 'S-1' }))],
  'add product': [
    { trips: 1 },
    asked(({ dealer }) => callOperation(dealer, 'AddProduct', { ProductName: 'Membership' })),
  ],
  'list products': [{ trips: 1 }, asked(({ dealer }) => callOperation(dealer, 'GetProductList', {}))],
  'update schedule': [{ trips: 2 }, ofNewSchedule('UpdateSchedule')],
  'delete schedule': [{ trips: 1 }, ofNewSchedule('DeleteSchedule')],
  'add payment plan': [{ trips: 3 }, addedPlan],
  'change payment plan': [
    { trips: 3 },
    ofNewPlan('UpdatePaymentPlan', ({ DealerPaymentPlanId }) => ({ DealerPaymentPlanId, Amount: 30 })),
  ],
  'delete payment plan': [
    { trips: 3 },
    ofNewPlan('DeletePaymentPlan', ({ DealerPaymentPlanId }) => ({ DealerPaymentPlanId })),
  ],
  'get payment plan': [
    { trips: 2 },
    ofNewPlan('GetPaymentPlan', ({ DealerPaymentPlanId }) => ({ DealerPaymentPlanId })),
  ],
  'payment plans of a sale': [{ trips: 3 }, ofNewPlan('GetPaymentPlanList', ({ DealerSaleId }) => ({ DealerSaleId }))],
  'payment plans of a day': [{ trips: 3 }, ofNewPlan('GetPaymentPlanReport', () => PLAN_DAYS)],
  'tries of a payment plan': [
    { trips: 3 },
    ofNewPlan('GetPaymentPlanHistoryList', ({ DealerPaymentPlanId }) => ({ DealerPaymentPlanId })),
  ],
  'get customer': [{ trips: 1, handler: 'get-customer' }, asked(({ dealer }) => dealer.getCustomer(BY_ID))],
  'get customer by both': [{ trips: 1 }, asked(({ dealer }) => dealer.getCustomer({ ...BY_ID, ...BY_CODE }))],
  'get dealer': [{ trips: 1, handler: 'get-dealer' }, asked(({ dealer }) => dealer.getDealer({}))],
  'list statements': [
    { trips: 1, handler: 'get-statements' },
    async ({ dealer }) => {
      const { dealerCode } = dealer.dealer;
      await putRows(dealer.store, [statementItem(statementWith(dealerCode))]);
      return async () => refuseFailure(await callOperation(dealer, 'GetStatementList', STATED));
    },
  ],
  'list payouts': [
    { trips: 1, handler: 'list-transfers' },
    async ({ dealer }) => {
      const statement = statementWith(dealer.dealer.dealerCode);
      await putRows(dealer.store, [statementItem(statement)]);
      const on = { TransferStartDate: statement.paidOn, TransferEndDate: statement.paidOn };
      return async () => refuseFailure(await callOperation(dealer, 'GetAccountingList', on));
    },
  ],
  'one statement': [
    { trips: 3 },
    async ({ dealer }) => {
      const statement = statementWith(dealer.dealer.dealerCode);
      await putRows(dealer.store, [statementItem(statement), statementPointerItem(statement)]);
      const { statementId: StatementId } = statement;
      return async () => refuseFailure(await callOperation(dealer, 'GetStatementList', { StatementId }));
    },
  ],
  'add sale': [{ trips: 2 }, asked(({ dealer }) => callOperation(dealer, 'AddSale', saleByHand(dealer)))],
  'update sale': [{ trips: 4 }, ofNewSale((name) => ['UpdateSale', { ...name, Amount: 30 }])],
  'list sales': [
    { trips: 2 },
    async ({ limited }) => {
      refuseFailure(await callOperation(limited, 'AddSale', saleByHand(limited)));
      return async () => refuseFailure(await callOperation(limited, 'GetSaleList', {}));
    },
  ],
  'delete sale': [{ trips: 5 }, ofNewSale((name) => ['DeleteSale', name])],
  'add customer': [
    { trips: 1, handler: 'add-customer' },
    asked(({ dealer }) => callOperation(dealer, 'AddCustomer', { CustomerCode: randomUUID() })),
  ],
  'update customer': [
    { trips: 2, handler: 'update-customer' },
    asked(({ dealer }) => callOperation(dealer, 'UpdateCustomer', { ...BY_CODE, FirstName: 'Elif' })),
  ],
  'list customers': [
    { trips: 2, handler: 'list-customers' },
    async ({ limited }) => {
      await callOperation(limited, 'AddCustomer', { CustomerCode: 'C-listed' });
      return async () => refuseFailure(await callOperation(limited, 'GetCustomerList', {}));
    },
  ],
  'remove customer': [
    { trips: 3 },
    async ({ dealer }) => {
      const name = { CustomerCode: randomUUID() };
      await callOperation(dealer, 'AddCustomer', name);
      return async () => refuseFailure(await callOperation(dealer, 'RemoveCustomer', name));
    },
  ],
  'add customer with card': [
    // A dealer may not add as many cards in an hour as a measurement would.
    { trips: 1, units: 18 },
    asked(({ dealer }) => callOperation(dealer, 'AddCustomerWithCard', { CustomerCode: randomUUID(), ...sentCard })),
  ],
  'add card': [
    { trips: 2 },
    ofNewCustomer((name) => ['AddCard', { ...name, ...sentCard, CardNumber: '5555555555554444' }]),
  ],
  'rename card': [{}, ofNewCustomer((_name, CardToken) => ['UpdateCard', { CardToken, CardName: 'Work' }])],
  'get card': [{ trips: 2 }, ofNewCustomer((_name, CardToken) => ['GetCard', { CardToken }])],
  'list cards': [{ trips: 2 }, ofNewCustomer((name) => ['GetCardList', name])],
  'remove card': [{ trips: 2 }, ofNewCustomer((_name, CardToken) => ['RemoveCard', { CardToken }])],
  'bank of a card': [
    { trips: 1, handler: 'get-bank-card' },
    asked(({ dealer }) => callOperation(dealer, 'GetBankCardInformation', { BinNumber: KNOWN_BIN })),
  ],
  'price of an order': [
    { trips: 1, handler: 'calculate-payment-amount' },
    asked(({ dealer }) => callOperation(dealer, 'DoCalcPaymentAmount', { ...ORDER_PRICED, InstallmentNumber: 3 })),
  ],
  'installment table': [
    { trips: 1, handler: 'calculate-payment-table' },
    asked(({ dealer }) => callOperation(dealer, 'DoCalcPaymentTable', ORDER_PRICED)),
  ],
  'create link': [LINK, asked(({ dealer }) => dealer.createLink(usualLink()))],
  'create link, customer named': [{ trips: 2 }, asked(({ dealer }) => dealer.createLink(usualLink(BY_CODE)))],
  'create link, sub-dealers named': [{ trips: 2 }, asked(({ sharing }) => sharing.createLink(usualLink(SPLIT)))],
  'create link, limits set': [{ trips: 2 }, asked(({ limited }) => limited.createLink(usualLink()))],
  'create link, both': [{ trips: 2 }, asked(({ limited }) => limited.createLink(usualLink(BY_CODE)))],
  'create link again': [{}, asked(({ dealer }) => dealer.createLink(usualLink({ OtherTrxCode: 'again' })))],
  'page of a reusable link': [{ trips: 1, handler: 'show-reusable-link' }, opensLink],
  // The link, two counters, and the request: two units more than a request of the dealer.
  'request of a reusable link': [{ trips: 4, units: 9, handler: 'start-reusable-link' }, postsLink()],
  'request with answers': [
    { trips: 4, units: 9 },
    postsLink(
      { questions: [asks('FullName'), asks('Email'), asksNote('Child')] },
      { answer0: 'Elif Deneme', answer1: 'elif@example.com', answer2: 'Deniz, 7' },
    ),
  ],
  'state of a link by code': [{ trips: 1, handler: 'get-payment-request' }, aboutLink('GetUserPosPayment', 'code')],
  'state of a link by id': [{ trips: 2 }, aboutLink('GetUserPosPayment', 'id')],
  'create reusable link': [{ trips: 1, handler: 'create-reusable-link' }, newReusableLink],
  'get reusable link': [{ trips: 2, handler: 'get-reusable-link' }, aboutReusableLink('GetUserPosLink')],
  'list reusable links': [{ trips: 2, handler: 'list-reusable-links' }, listedReusableLinks],
  'update reusable link': [
    { trips: 2, handler: 'update-reusable-link' },
    aboutReusableLink('UpdateUserPosLink', { MaxPayments: 40 }),
  ],
  funnel: [
    { trips: 2, handler: 'get-link-funnel' },
    async ({ dealer }) => {
      const ask = async () => refuseFailure(await dealer.callLink('GetUserPosFunnel', {}));
      // The first question of a quarter of an hour counts today.
      await ask();
      return ask;
    },
  ],
  'cancel link': [{ trips: 2, units: 2, handler: 'cancel-payment-request' }, aboutLink('CancelUserPosPayment', 'code')],
  'resend link': [{ trips: 3, units: 3, handler: 'resend-payment-request' }, resentLink],
  'page view': [{ trips: 1 }, ({ newLink }) => newLink().then((url) => () => payer.openPage(url))],
  'installment quote': [{ trips: 2, units: 2, handler: 'quote-installments' }, quoted],
  'page view, stored cards': [
    { trips: 3 },
    ({ newOfferingLink }) => newOfferingLink().then((url) => () => payer.openPage(url)),
  ],
  'page view, cards kept beside their customer': [
    { trips: 2 },
    ({ newOfferingLink }) => newOfferingLink({ besideCustomer: true }).then((url) => () => payer.openPage(url)),
  ],
  'stored card chosen': [
    { trips: 5, units: 2 },
    ({ newOfferingLink }) =>
      newOfferingLink()
        .then((url) => payer.openPage(url))
        .then((page) => () => chooseCard(page)),
  ],
  '3D start, stored card': [{ trips: 5 }, (scene) => chosenCardOf(scene).then((page) => () => toGateStored(page))],
  'box opened': [{ trips: 3 }, openedBox('card')],
  'box by token opened': [{ trips: 4 }, openedBox('token')],
  '3D start': [{ trips: 2 }, ({ newCardForm, toGate }) => newCardForm().then((page) => () => toGate(page))],
  '3D return': [{ trips: 0 }, ({ newCallback }) => newCallback().then((form) => () => payer.finishingForm(form))],
  '3D finish': [
    { trips: 3, payment: ['paid link (3D)', 36] },
    ({ newReturn }) => newReturn().then((form) => () => finish(form)),
  ],
  'result page': [
    {},
    ({ newReturn }) =>
      newReturn()
        .then(finish)
        .then((url) => () => payer.openPage(url)),
  ],
  'direct payment': [{ ...DIRECT, payment: ['direct payment', 12] }, asked(({ paying }) => payDirectly(paying()))],
  'direct payment, limits set': [
    { ...DIRECT, payment: ['direct payment, limits set', 18] },
    asked(({ payingLimited }) => payDirectly(payingLimited)),
  ],
  // Beside the usual payment: customer 4 and 1 in a list, its waiting card 2 and 2, the card 8 and 1, and a finish that is a transaction.
  'direct payment, card stored': [
    { trips: 4, payment: ['direct payment, card of a new customer stored', 31] },
    asked(({ paying }) => payStoringCard(paying())),
  ],
  'detail by code': [{ trips: 1, handler: 'get-payment-detail' }, about('GetDealerPaymentTrxDetailList')],
  'detail by id': [
    { trips: 2 },
    async (scene) => {
      const { call } = await newPayment(scene);
      const { PaymentDetail } = await call('GetDealerPaymentTrxDetailList');
      return () =>
        call('GetDealerPaymentTrxDetailList', { OtherTrxCode: '', PaymentId: PaymentDetail.DealerPaymentId });
    },
  ],
  'list of 500 payments': [{ trips: 3 }, listed('GetPaymentList')],
  'list of 500 transactions': [{ trips: 3 }, listed('GetPaymentTrxList')],
  'change texts of a payment': [
    { trips: 2, units: 4 },
    (scene) =>
      newPayment(scene).then(
        ({ call }) =>
          () =>
            call('UpdateDealerPayment', { Description: 'Order with an article' }),
      ),
  ],
  'change shares of a payment': [
    { trips: 3, units: 9, handler: 'update-payment-shares' },
    (scene) =>
      newPayment({ ...scene, paying: () => scene.sharing }, { ...SPLIT, Amount: 1249.9 }).then(({ call, names }) =>
        Object.assign(
          () =>
            call('UpdateDealerPaymentMarketPlace', {
              SubDealer: [
                { DealerId: 11, Amount: 1000 },
                { DealerId: 12, Amount: 249.9 },
              ],
            }),
          { names },
        ),
      ),
  ],
  // One more than a void: the pre-authorisation stood in the due queue until its capture.
  capture: [{ ...STEP, units: 12, handler: 'capture-payment' }, about('DoCapture', { IsPreAuth: 1 })],
  void: [{ ...STEP, handler: 'void-payment' }, about('DoVoid')],
  'refund request': [{ trips: 2, units: 6, handler: 'refund-payment' }, about('DoCreateRefundRequest')],
  'refund as a void': [{ units: 11 }, swept(({ call }) => call('DoCreateRefundRequest'))],
  'refund as a credit': [{ units: 11 }, swept(creditDue)],
  'pool approval': [
    { trips: 2, units: 5, handler: 'approve-pool-payment' },
    about('DoApprovePoolPayment', { IsPoolPayment: 1 }),
  ],
  'pool undo': [
    { trips: 2, units: 5 },
    about('UndoApprovePoolPayment', { IsPoolPayment: 1 }, ['DoApprovePoolPayment']),
  ],
  reversal: [{ units: 16 }, swept(reversalDue)],
} satisfies Record<string, readonly [Shown, Prepare]>;

export type OperationName = keyof typeof rows;

export const operations = Object.entries(rows).map(([name, [shown]]): readonly [OperationName, Shown] => [
  name as OperationName,
  shown,
]);

/** Prepares calls of the app at `stack.baseUrl`, for dealers of their own. Payments go to the bank at `gateway`. */
export const newCaller = async (stack: StackAddress, gateway = stack.baseUrl) => {
  const scene = await newScene(stack, gateway);
  return (name: OperationName): ReturnType<Prepare> => rows[name][1](scene);
};

export type Caller = Awaited<ReturnType<typeof newCaller>>;
