import { randomInt, randomUUID } from 'node:crypto';
import type { linkSteps } from '../../infra/capacity/payment-load.ts';
import { subDealerItem } from '../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { endpointItem } from '../../shared/adapters/dynamodb/webhook/webhook-endpoints.ts';
import { newWebhookSecret } from '../../shared/adapters/webhook/sign-webhook.ts';
import { webhookSecretContext } from '../../shared/ports/vault.ts';
import {
  type BankDealer,
  forgetWhatAddressDid,
  newBankDealer,
  paymentsOf,
  rowsOf,
  simple,
} from '../support/bank/bank-merchants.ts';
import { vaultOf } from '../support/card/vault.ts';
import { startWebhookReceiver } from '../support/dealer/webhook-receiver.ts';
import {
  finish,
  limitsOf,
  payDirectly,
  payStoringCard,
  refuseFailure,
  SPLIT,
  usualLink,
} from '../support/operation-scene.ts';
import * as payer from '../support/payment/payer.ts';
import { subDealerWith, topDealer } from '../support/payment/splits.ts';
import { putRows } from '../support/store/store.ts';
import { type Background, type CountedApp, usual } from './cost-counting.ts';
import { type Consumption, NOTHING } from './cost-model.ts';
import type { RunSetup } from './run-setup.ts';

/** The first ones fill caches. Each card may be tried ten times in ten minutes. */
const [WARM_UP, ROUNDS] = [2, 14];
const CARDS = ['approved', 'approved-mastercard'] as const;
const CARD_LIMIT = { count: 1_000_000, amount: 'unlimited' } as const;
/** Fan-out, delivery, and the report of the message's service. */
const TOLD: Background = { calls: 2, memoryMb: 512 };
const MESSAGED: Background = { calls: 3, memoryMb: 512 };

/** One step of a payment, with what the steps before it answered. */
type LinkStep = keyof typeof linkSteps;

type Measure = (step: LinkStep, carryOut: () => Promise<unknown>) => Promise<void>;

/** Pays one link with 3D, step by step as a browser does. */
const payLink = async (
  dealer: BankDealer,
  { fields, card }: { readonly fields: object; readonly card: string },
  measure: Measure,
): Promise<void> => {
  await forgetWhatAddressDid(dealer);
  let url = '';
  await measure('create', async () => {
    ({ url } = await dealer.newLink(usualLink(fields)));
  });
  let page: payer.PayerPage | undefined;
  const at = (): payer.PayerPage => page ?? unreached();
  await measure('page', async () => {
    page = await payer.openPage(url);
  });
  await measure('quote', async () => {
    page = await payer.quoteFor(at(), card);
  });
  await measure('card posted', async () => {
    page = await payer.payWith(at(), card);
  });
  const callback = payer.callbackOf(await payer.toCallback(at()));
  let form: payer.PageForm | undefined;
  await measure('bank’s callback', async () => {
    form = await payer.finishingForm(callback);
  });
  await measure('finish', async () => {
    url = await finish(form ?? unreached());
  });
  await measure('result page', () => payer.openPage(url));
};

const unreached = (): never => {
  throw new Error('The step before it failed.');
};

/** The usual consumption of each step of a paid link. */
const stepsOfLink = async (
  { consumed }: CountedApp,
  dealer: BankDealer,
  { fields = {}, background }: { readonly fields?: object; readonly background?: Background } = {},
): Promise<ReadonlyMap<LinkStep, Consumption>> => {
  const measured = new Map<LinkStep, Consumption[]>();
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    await payLink(dealer, { fields, card: CARDS[(round + WARM_UP) % CARDS.length] ?? '' }, async (step, carryOut) => {
      // The rows of sub-dealers follow the intent.
      const one = await consumed(carryOut, step === 'card posted' ? background : undefined);
      if (round >= 0) measured.set(step, [...(measured.get(step) ?? []), one]);
    });
  }
  return new Map([...measured].map(([step, all]) => [step, usual(all)]));
};

/** The usual consumption of a call; the next one is prepared outside of what is counted. */
const usualOf = async (
  { consumed }: CountedApp,
  prepare: () => Promise<() => Promise<unknown>>,
  background?: Background,
): Promise<Consumption> => {
  const all: Consumption[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) all.push(await consumed(await prepare(), background));
  return usual(all.slice(WARM_UP));
};

const asked = (ask: () => Promise<Parameters<typeof refuseFailure>[0]>) => async () => async () =>
  refuseFailure(await ask());

/** A dealer whose program is told of approved payments. */
const newNotifiedDealer = async (run: RunSetup, { stack, gateway }: CountedApp): Promise<BankDealer> => {
  const receiver = await startWebhookReceiver({ shop: () => ({ status: 200 }) });
  run.resources.defer(() => receiver.stop());
  const eventTypes = ['payment.approved'] as const;
  const dealer = await newBankDealer({ stack, pos: { gateway }, dealer: { wantedEvents: { webhooks: eventTypes } } });
  const { dealerCode } = dealer.dealer;
  const endpoint = { dealerCode, endpointId: 'shop', version: 1, url: receiver.at('shop'), enabled: true };
  const sealed = await vaultOf(stack).seal(newWebhookSecret(), webhookSecretContext(endpoint, 1));
  await putRows(dealer.store, [endpointItem({ ...endpoint, eventTypes, secrets: [{ version: 1, sealed }] })]);
  return dealer;
};

const newSharingDealer = async ({ stack, gateway }: CountedApp): Promise<BankDealer> => {
  const dealer = await newBankDealer({ stack, pos: { gateway }, dealer: topDealer });
  const { dealerCode } = dealer.dealer;
  const rows = [11, 12].map((id) => subDealerItem(subDealerWith(id, { dealerCode })));
  await putRows(dealer.store, rows);
  return dealer;
};

/** What lives consume. Each pair is a life with an extra, and the same one without it. */
export interface MeasuredLives {
  readonly link: ReadonlyMap<LinkStep, Consumption>;
  readonly direct: Consumption;
  readonly extras: readonly (readonly [name: string, withIt: Consumption, without: Consumption])[];
}

/** Creations of links that a message tells of. */
const newMessagedLink = async (
  { stack, gateway }: CountedApp,
  deliveryMode: 'email' | 'sms',
): Promise<() => Promise<() => Promise<unknown>>> => {
  const messages = ['link.created'] as const;
  const dealer = await newBankDealer({
    stack,
    pos: { gateway },
    definition: { deliveryMode },
    dealer: { wantedEvents: { messages } },
  });
  const to = () =>
    deliveryMode === 'sms'
      ? { GsmNumber: `53${randomInt(10_000_000, 99_999_999)}` }
      : { Email: `${randomUUID()}@example.com` };
  return asked(() => dealer.createLink(usualLink(to())));
};

/** Posts of a mailbox for the receipt of a link that was just paid. A payer is asked for one where no shop waits. */
const newReceipt = async ({ stack, gateway }: CountedApp): Promise<() => Promise<() => Promise<unknown>>> => {
  const dealer = await newBankDealer({ stack, pos: { gateway } });
  let made = 0;
  return async () => {
    await forgetWhatAddressDid(dealer);
    made += 1;
    const { url } = await dealer.newLink({ ...simple, RedirectUrl: undefined, Email: `${randomUUID()}@example.com` });
    const paid = await payer.payThroughBank(await payer.openPage(url), CARDS[made % CARDS.length] ?? '');
    const form = paid.forms.find(({ action }) => new URL(action).pathname.endsWith('/receipt')) ?? unreached();
    return () => payer.postForm(form, { email: `${randomUUID()}@example.com` });
  };
};

/** About so many bytes stay of a paid link, names of attributes and 100 bytes an item included, with its entries in the list. */
export const keptBytesOfLink = async ({ stack, gateway }: CountedApp): Promise<number> => {
  const dealer = await newBankDealer({ stack, pos: { gateway } });
  await payLink(dealer, { fields: {}, card: CARDS[0] }, async (_step, carryOut) => {
    await carryOut();
  });
  const [payment] = await paymentsOf(stack, dealer.dealer.dealerCode);
  const rows = [
    ...(await rowsOf(stack, `PAY#${payment}`)),
    ...(await rowsOf(stack, `DEALER#${dealer.dealer.dealerCode}#PAYMENT#`)),
  ];
  const listed = rows.flatMap(({ pk, sk, listPk, listSk }) =>
    listPk === undefined ? [] : [{ pk, sk, listPk, listSk }],
  );
  return [...rows, ...listed].reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(row)) + 100, 0);
};

export const measureLives = async (
  run: RunSetup,
  app: CountedApp,
  sum: (steps: Iterable<Consumption>) => Consumption,
): Promise<MeasuredLives> => {
  const { stack, gateway } = app;
  const [options, pos] = [{ stack }, { gateway }];
  const plain = await newBankDealer({ ...options, pos });
  const limited = await newBankDealer({ ...options, pos, dealer: limitsOf(1) });
  const cardLimited = await newBankDealer({ ...options, pos, dealer: { ...limitsOf(1), cardLimit: CARD_LIMIT } });
  const sharing = await newSharingDealer(app);
  const told = await newNotifiedDealer(run, app);
  const link = await stepsOfLink(app, plain);
  const wholeLink = sum(link.values());
  const direct = await usualOf(
    app,
    asked(() => payDirectly(plain)),
  );
  const limitedDirect = await usualOf(
    app,
    asked(() => payDirectly(limited)),
  );
  const created = link.get('create') ?? unreached();
  return {
    link,
    direct,
    extras: [
      ['link: limits of day and month', sum((await stepsOfLink(app, limited)).values()), wholeLink],
      [
        'link: two sub-dealers',
        sum((await stepsOfLink(app, sharing, { fields: SPLIT, background: { calls: 1, memoryMb: 256 } })).values()),
        wholeLink,
      ],
      ['link: sent by e-mail', await usualOf(app, await newMessagedLink(app, 'email'), MESSAGED), created],
      ['link: sent by SMS', await usualOf(app, await newMessagedLink(app, 'sms'), MESSAGED), created],
      ['link: receipt by e-mail', await usualOf(app, await newReceipt(app), MESSAGED), NOTHING],
      ['direct: limits of day and month', limitedDirect, direct],
      [
        'direct: limit of a card',
        await usualOf(
          app,
          asked(() => payDirectly(cardLimited)),
        ),
        limitedDirect,
      ],
      [
        'direct: card stored, new customer',
        await usualOf(
          app,
          asked(() => payStoringCard(plain)),
        ),
        direct,
      ],
      [
        'direct: one webhook',
        await usualOf(
          app,
          asked(() => payDirectly(told)),
          TOLD,
        ),
        direct,
      ],
    ],
  };
};
