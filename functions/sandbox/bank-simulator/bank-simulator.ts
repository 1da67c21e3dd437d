import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Language } from '../../../shared/domain/language.ts';
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
import { decide } from './challenge.ts';
import { contract } from './contract.ts';
import type { BankSimulatorDependencies } from './dependencies.ts';
import { callbackOf } from './nestpay/callback.ts';
import { enterGate } from './nestpay/gate.ts';
import { paymentApi } from './nestpay/payment-api.ts';
import { answerServer, cameAsWritten, isServerStart } from './server-start.ts';

type Event = APIGatewayProxyEventV2;

const pathOf = (reference: string, language: Language): string => `/fim/challenge/${reference}?lang=${language}`;

const seeOther = (reference: string, language: Language): HttpResponse => ({
  statusCode: 303,
  headers: { location: pathOf(reference, language), 'cache-control': 'no-store' },
  body: '',
});

const textOf = ({ body = '', isBase64Encoded }: Event): string =>
  isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;

const show = (deps: BankSimulatorDependencies, challenge: BankChallenge, frame: BankFrame): HttpResponse => {
  if (challenge.state === 'open') return challengePage(challenge, frame);
  return challenge.state === 'abandoned' ? abandonedPage(frame) : callbackPage(callbackOf(deps, challenge), frame);
};

const atGate = async (deps: BankSimulatorDependencies, event: Event, frame: BankFrame): Promise<HttpResponse> => {
  const fields = postedForm(event) ?? [];
  const entered = await enterGate(deps, fields);
  if ('refused' in entered) return refusedPage(entered.refused, frame);
  const asked = fields.find(([name]) => foldName(name) === foldName('lang'))?.[1];
  const { challenge } = entered;
  const language = chooseLanguage(asked, event.headers['accept-language']);
  if (!isServerStart(event.headers)) return seeOther(challenge.reference, language);
  return answerServer(deps, { ...entered, challengePath: pathOf(challenge.reference, language) });
};

const atChallenge = async (deps: BankSimulatorDependencies, event: Event, frame: BankFrame): Promise<HttpResponse> => {
  const challenge = await deps.ledger.findChallenge(event.pathParameters?.reference ?? '');
  if (challenge === undefined) return unknownChallengePage(frame);
  if (event.requestContext.http.method !== 'POST') return show(deps, challenge, frame);
  if (!cameAsWritten(challenge, postedBytes(event))) return refusedPage('MerchantName', frame);
  await decide(deps, challenge, postedForm(event) ?? []);
  return seeOther(challenge.reference, frame.language);
};

const route = (deps: BankSimulatorDependencies, event: Event): Promise<HttpResponse> => {
  const language = chooseLanguage(event.queryStringParameters?.lang, event.headers['accept-language']);
  const frame = { language, serviceName: deps.serviceName };
  if (event.rawPath === '/fim/api') return paymentApi(deps)(textOf(event));
  return event.rawPath === '/fim/est3Dgate' ? atGate(deps, event, frame) : atChallenge(deps, event, frame);
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
