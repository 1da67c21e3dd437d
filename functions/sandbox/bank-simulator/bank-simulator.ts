import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { FormField } from '../../../shared/domain/form-field.ts';
import type { Language } from '../../../shared/domain/language.ts';
import type { GatewayKind } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import type { HttpResponse } from '../../../shared/http/envelope.ts';
import { postedBytes, postedForm } from '../../../shared/http/posted-form.ts';
import { foldName } from '../../../shared/nestpay/hash-input.ts';
import { framesOf } from '../../../shared/observability/frames.ts';
import { errorNameOf } from '../../../shared/observability/log.ts';
import { chooseLanguage } from '../../../shared/pages/language.ts';
import type { BankChallenge } from '../../../shared/ports/bank-ledger.ts';
import {
  abandonedPage,
  type BankFrame,
  callbackPage,
  challengePage,
  refusedPage,
  unknownChallengePage,
} from './bank-pages.ts';
import type { Callback } from './callback.ts';
import { decide } from './challenge.ts';
import { contract } from './contract.ts';
import type { BankSimulatorDependencies } from './dependencies.ts';
import { callbackOf as garantiCallback } from './garanti/callback.ts';
import { enterGate as enterGaranti } from './garanti/gate.ts';
import { gvpsApi } from './garanti/gvps-api.ts';
import type { EnteredGate } from './gates.ts';
import { callbackOf as nestPayCallback } from './nestpay/callback.ts';
import { enterGate as enterNestPay } from './nestpay/gate.ts';
import { paymentApi } from './nestpay/payment-api.ts';
import { answerServer, cameAsWritten, isServerStart } from './server-start.ts';

type Event = APIGatewayProxyEventV2;

/** What the bank does differently on the wire of each kind. */
interface Wire {
  readonly kind: GatewayKind;
  readonly gate: string;
  /** Where its challenge pages are; the reference follows. */
  readonly challenges: string;
  readonly enterGate: (
    deps: BankSimulatorDependencies,
    fields: readonly FormField[],
  ) => Promise<EnteredGate | { readonly refused: string }>;
  readonly callbackOf: (deps: BankSimulatorDependencies, challenge: BankChallenge) => Callback;
}

const nestPayWire: Wire = {
  kind: 'nestpay',
  gate: '/fim/est3Dgate',
  challenges: '/fim/challenge/',
  enterGate: enterNestPay,
  callbackOf: nestPayCallback,
};
const garantiWire: Wire = {
  kind: 'garanti',
  gate: '/servlet/gt3dengine',
  challenges: '/servlet/challenge/',
  enterGate: enterGaranti,
  callbackOf: garantiCallback,
};

const kindOf = ({ kind = 'nestpay' }: BankChallenge): GatewayKind => kind;

const pathOf = ({ challenges }: Wire, reference: string, language: Language): string =>
  `${challenges}${reference}?lang=${language}`;

const seeOther = (location: string): HttpResponse => ({
  statusCode: 303,
  headers: { location, 'cache-control': 'no-store' },
  body: '',
});

const textOf = ({ body = '', isBase64Encoded }: Event): string =>
  isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;

const atGate = async (
  deps: BankSimulatorDependencies,
  event: Event,
  { wire, frame }: { readonly wire: Wire; readonly frame: BankFrame },
): Promise<HttpResponse> => {
  const fields = postedForm(event) ?? [];
  const entered = await wire.enterGate(deps, fields);
  if ('refused' in entered) return refusedPage(entered.refused, frame);
  const asked = fields.find(([name]) => foldName(name) === foldName('lang'))?.[1];
  const language = chooseLanguage(asked, event.headers['accept-language']);
  const challengePath = pathOf(wire, entered.challenge.reference, language);
  if (!isServerStart(event.headers)) return seeOther(challengePath);
  return answerServer(deps, { ...entered, challengePath, callbackOf: (one) => wire.callbackOf(deps, one) });
};

const show = (
  deps: BankSimulatorDependencies,
  challenge: BankChallenge,
  { wire, frame }: { readonly wire: Wire; readonly frame: BankFrame },
): HttpResponse => {
  if (challenge.state === 'open') {
    return challengePage(challenge, pathOf(wire, challenge.reference, frame.language), frame);
  }
  return challenge.state === 'abandoned' ? abandonedPage(frame) : callbackPage(wire.callbackOf(deps, challenge), frame);
};

const atChallenge = async (
  deps: BankSimulatorDependencies,
  event: Event,
  { wire, frame }: { readonly wire: Wire; readonly frame: BankFrame },
): Promise<HttpResponse> => {
  const challenge = await deps.ledger.findChallenge(event.pathParameters?.reference ?? '');
  if (challenge === undefined || kindOf(challenge) !== wire.kind) return unknownChallengePage(frame);
  if (event.requestContext.http.method !== 'POST') return show(deps, challenge, { wire, frame });
  if (!cameAsWritten(challenge, postedBytes(event))) return refusedPage('MerchantName', frame);
  await decide(deps, challenge, postedForm(event) ?? []);
  return seeOther(pathOf(wire, challenge.reference, frame.language));
};

const route = (deps: BankSimulatorDependencies, event: Event): Promise<HttpResponse> => {
  const { rawPath } = event;
  if (rawPath === '/fim/api') return paymentApi(deps)(textOf(event));
  if (rawPath === '/VPServlet') return gvpsApi(deps)(textOf(event));
  const language = chooseLanguage(event.queryStringParameters?.lang, event.headers['accept-language']);
  const frame = { language, serviceName: deps.serviceName };
  const wire = rawPath.startsWith('/servlet/') ? garantiWire : nestPayWire;
  return rawPath === wire.gate ? atGate(deps, event, { wire, frame }) : atChallenge(deps, event, { wire, frame });
};

/** The embedded bank, over the events of an HTTP API. An unexpected failure is an HTTP 500 without content. */
export const bankSimulator =
  (deps: BankSimulatorDependencies) =>
  async (event: Event): Promise<HttpResponse> => {
    const correlationId = event.requestContext.requestId;
    try {
      const response = await route(deps, event);
      deps.log.info('answered', { correlationId, operation: contract.name, statusCode: response.statusCode });
      return response;
    } catch (error) {
      deps.log.error('unexpected error', { correlationId, errorName: errorNameOf(error), frames: framesOf(error) });
      return { statusCode: 500, headers: {}, body: '' };
    }
  };
