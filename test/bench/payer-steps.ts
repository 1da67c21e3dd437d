import type { HttpResponse } from '../../shared/http/envelope.ts';
import { type BankDealer, newBankDealer, simple } from '../support/bank-merchants.ts';
import { callbackOf, formFor, openPage, type PageForm, payWith, toCallback, typedCard } from '../support/payer.ts';
import type { StackAddress } from '../support/stack-address.ts';
import type { SampleRequest } from './scene.ts';

/** One step of a payer's way, which a link can take once: every request of it is made anew. */
export interface PayerStep {
  readonly name: '3D start' | '3D finish';
  readonly functionName: string;
  readonly prepare: () => Promise<SampleRequest>;
  /** Refuses every answer but the one that leads on. */
  readonly check: (answer: HttpResponse) => void;
}

const CARD = 'approved';

const posted = ({ action, fields }: PageForm, typed: Readonly<Record<string, string>> = {}): SampleRequest => {
  const body = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value]));
  for (const [name, value] of Object.entries(typed)) body.set(name, value);
  return {
    method: 'POST',
    path: new URL(action).pathname,
    body: body.toString(),
    contentType: 'application/x-www-form-urlencoded',
  };
};

const formOfNewLink = async ({ newLink }: BankDealer): Promise<PageForm> => {
  const { url } = await newLink(simple);
  return formFor(await openPage(url), 'pay');
};

const callbackOfNewLink = async ({ newLink }: BankDealer): Promise<PageForm> => {
  const { url } = await newLink(simple);
  return callbackOf(await toCallback(await payWith(await openPage(url), CARD)));
};

const refuse = ({ statusCode, headers }: HttpResponse, isRight: boolean): void => {
  if (!isRight) throw new Error(`The answer is ${statusCode}, to ${headers.location ?? 'nowhere'}.`);
};

/** The two steps in which a link is paid, of a dealer of their own at the embedded bank. */
export async function payerSteps(stack: StackAddress): Promise<readonly PayerStep[]> {
  const dealer = await newBankDealer({ stack });
  return [
    {
      name: '3D start',
      functionName: 'start-payment',
      prepare: async () => posted(await formOfNewLink(dealer), typedCard(CARD)),
      check: (answer) => refuse(answer, answer.statusCode === 200 && answer.body.includes('/fim/est3Dgate')),
    },
    {
      name: '3D finish',
      functionName: 'complete-3d',
      prepare: async () => posted(await callbackOfNewLink(dealer)),
      check: (answer) =>
        refuse(answer, answer.statusCode === 303 && (answer.headers.location ?? '').includes('/result/')),
    },
  ];
}
