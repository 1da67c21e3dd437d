import type { Route } from '../../shared/http/contract.ts';
import { cardFunctions } from './card.ts';
import { comparisonFunctions } from './comparison.ts';
import { customerFunctions } from './customer.ts';
import { dealerFunctions } from './dealer.ts';
import { deskFunctions } from './desk.ts';
import { directPaymentFunctions } from './direct-payment.ts';
import type { FunctionDefinition } from './function-definition.ts';
import { linkFunctions } from './link.ts';
import { operatorFunctions } from './operator.ts';
import { outboxFunctions } from './outbox.ts';
import { payerFunctions } from './payer.ts';
import { paymentFunctions } from './payment.ts';
import { paymentListFunctions } from './payment-list.ts';
import { priceInquiryFunctions } from './price-inquiry.ts';
import { reusableLinkFunctions } from './reusable-link.ts';
import { saleFunctions } from './sale.ts';
import { sandboxFunctions } from './sandbox.ts';
import { siteFunctions } from './site.ts';
import { statementFunctions } from './statement.ts';
import { threeDPaymentFunctions } from './three-d-payment.ts';

/** The one list of Lambdas, by subject. Stacks, bundles, roles and the local runner are made from it. */
export const functionDefinitions: readonly FunctionDefinition[] = [
  ...linkFunctions,
  ...reusableLinkFunctions,
  ...payerFunctions,
  ...directPaymentFunctions,
  ...threeDPaymentFunctions,
  ...paymentFunctions,
  ...paymentListFunctions,
  ...priceInquiryFunctions,
  ...dealerFunctions,
  ...statementFunctions,
  ...customerFunctions,
  ...cardFunctions,
  ...saleFunctions,
  ...outboxFunctions,
  ...comparisonFunctions,
  ...operatorFunctions,
  ...deskFunctions,
  ...sandboxFunctions,
  ...siteFunctions,
];

/** The route key as API Gateway writes it: `POST /DealerSale/GetSale`. */
export const routeKeyOf = (route: Route): string => `${route.method} ${route.path}`;

const isOf = (kind: 'production' | 'sandbox', { sandboxOnly }: FunctionDefinition): boolean =>
  kind === 'sandbox' || sandboxOnly !== true;

const isOfEvents = (one: FunctionDefinition): boolean =>
  one.everyMinutes !== undefined ||
  [one.consumesEvents, one.consumesPayments, one.consumesReports, one.isWorker].includes(true);

const isOfDesk = ({ stack }: FunctionDefinition): boolean => stack === 'desk';

/**
 * True of the functions that charge, take a shop's card, or that payers meet: a mistake in them costs money at once. Their
 * callers name an alias, so that a new version can be tried on a part of the calls. Those of the desk have too few calls: a
 * tenth of five minutes would be none.
 */
export const isLive = (definition: FunctionDefinition): boolean =>
  !isOfDesk(definition) && chargesOrMeetsPayers(definition);

const chargesOrMeetsPayers = ({ routes, callsBanks, boxes, sandboxOnly }: FunctionDefinition): boolean =>
  sandboxOnly !== true &&
  routes.length > 0 &&
  (callsBanks === true || boxes !== undefined || routes.some(({ path }) => path.includes('{')));

/** The alias of the version that callers reach, where a function has one. */
export const LIVE_ALIAS = 'live';

/** A function as its callers name it: with the alias where it has one. */
const calledNameOf = (definition: FunctionDefinition): string =>
  isLive(definition) ? `${definition.name}:${LIVE_ALIAS}` : definition.name;

/** The functions of a stage that are called by its API: a production stage has none of the sandbox's (rule 22). */
export const functionsOf = (
  kind: 'production' | 'sandbox',
  definitions: readonly FunctionDefinition[] = functionDefinitions,
): readonly FunctionDefinition[] => definitions.filter((one) => isOf(kind, one) && !isOfEvents(one) && !isOfDesk(one));

/** The functions of the desk, which has an API of its own (rule 55). */
export const functionsOfDesk = (
  definitions: readonly FunctionDefinition[] = functionDefinitions,
): readonly FunctionDefinition[] => definitions.filter(isOfDesk);

/** The functions of a stage that a schedule, the stream or another of them starts. */
export const eventFunctionsOf = (
  kind: 'production' | 'sandbox',
  definitions: readonly FunctionDefinition[] = functionDefinitions,
): readonly FunctionDefinition[] => definitions.filter((one) => isOf(kind, one) && isOfEvents(one));

/** Every route of the API with its function, for the catch-all of any stage: `routes.json` beside its code. It leads to no desk. */
export const routeList = () =>
  functionDefinitions
    .filter((one) => one.routes.length > 0 && !isOfDesk(one))
    .map((one) => ({
      function: calledNameOf(one),
      routes: one.routes.map(routeKeyOf),
      sandboxOnly: one.sandboxOnly === true,
    }));

/** Every route key of a stage's API, the catch-all included. */
export const allRouteKeys = (kind: 'production' | 'sandbox'): string[] => [
  ...functionsOf(kind).flatMap((definition) => definition.routes.map(routeKeyOf)),
  '$default',
];

/** Every route key of the desk's API. */
export const deskRouteKeys = (): string[] => functionsOfDesk().flatMap(({ routes }) => routes.map(routeKeyOf));

/** `get-sale` becomes `GetSale`: construct and logical ids have no hyphens. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|-)([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
