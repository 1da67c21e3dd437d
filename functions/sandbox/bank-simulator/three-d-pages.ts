import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Language } from '../../../shared/domain/language.ts';
import type { GatewayKind } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import type { HttpResponse } from '../../../shared/http/envelope.ts';
import { postedBytes, postedForm } from '../../../shared/http/posted-form.ts';
import { foldName } from '../../../shared/nestpay/hash-input.ts';
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
import type { BankSimulatorDependencies } from './dependencies.ts';
import { answerServer, cameAsWritten, isServerStart } from './server-start.ts';
import type { Wire } from './wire.ts';

type Event = APIGatewayProxyEventV2;

const kindOf = ({ kind = 'nestpay' }: BankChallenge): GatewayKind => kind;

const pathOf = ({ challenges }: Wire, reference: string, language: Language): string =>
  `${challenges}${reference}?lang=${language}`;

const seeOther = (location: string): HttpResponse => ({
  statusCode: 303,
  headers: { location, 'cache-control': 'no-store' },
  body: '',
});

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

/** A call of the payer's browser, or of a merchant's server in its place: the gate, and the pages of a challenge. */
export const threeDPages = (deps: BankSimulatorDependencies, event: Event, wire: Wire): Promise<HttpResponse> => {
  const language = chooseLanguage(event.queryStringParameters?.lang, event.headers['accept-language']);
  const frame = { language, serviceName: deps.serviceName };
  return event.rawPath === wire.gate ? atGate(deps, event, { wire, frame }) : atChallenge(deps, event, { wire, frame });
};
