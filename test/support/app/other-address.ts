import { type RequestOptions, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { PageForm } from '../payment/payer.ts';
import { apiEvent } from './api-event.ts';
import type { StackAddress } from './stack-address.ts';

/** The answer to a payer at another address than this test's own. */
export interface PlainAnswer {
  readonly status: number;
  readonly markup: string;
  /** The target of a redirect that was not followed. */
  readonly location: string | undefined;
  readonly retryAfter: string | undefined;
}

const bodyOf = ({ fields }: Pick<PageForm, 'fields'>, typed: Readonly<Record<string, string>>): string => {
  const body = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, typed[name] ?? value]));
  for (const [name, value] of Object.entries(typed)) if (!body.has(name)) body.append(name, value);
  return body.toString();
};

const FORM = 'application/x-www-form-urlencoded';

const ask = (address: string, options: RequestOptions, body = ''): Promise<PlainAnswer> =>
  new Promise((resolve, reject) => {
    const asking = request(address, options, (response) => {
      const { statusCode: status = 0, headers } = response;
      text(response).then(
        (markup) => resolve({ status, markup, location: headers.location, retryAfter: headers['retry-after'] }),
        reject,
      );
    });
    asking.once('error', reject);
    asking.end(body);
  });

/** Posts a form over HTTP from another loopback address of this machine, and follows redirects to the page. */
export const postFrom = async (
  localAddress: string,
  form: Pick<PageForm, 'action' | 'fields'>,
  typed: Readonly<Record<string, string>> = {},
): Promise<PlainAnswer> => {
  const headers = { 'content-type': FORM, 'accept-language': 'en' };
  const answer = await ask(form.action, { method: 'POST', localAddress, headers }, bodyOf(form, typed));
  return answer.location === undefined
    ? answer
    : ask(new URL(answer.location, form.action).href, { localAddress, headers });
};

/** Invokes a page's function with a form, as the gateway does for a caller at any address, IPv6 included. */
export const invokePage =
  ({ endpoint }: StackAddress, functionName: string) =>
  async (
    sourceIp: string,
    form: Pick<PageForm, 'action' | 'fields'>,
    typed: Readonly<Record<string, string>> = {},
  ): Promise<PlainAnswer> => {
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    const lambda = new LambdaClient({ endpoint, region: 'eu-central-1', credentials, maxAttempts: 1 });
    const { pathname } = new URL(form.action);
    const changes = {
      rawPath: pathname,
      pathParameters: { token: pathname.split('/').at(-1) ?? '' },
      headers: { 'content-type': FORM, 'accept-language': 'en' },
      body: Buffer.from(bodyOf(form, typed)).toString('base64'),
      isBase64Encoded: true,
    };
    const Payload = JSON.stringify(apiEvent(changes, sourceIp));
    const answer = await lambda.send(new InvokeCommand({ FunctionName: functionName, Payload }));
    const { statusCode, headers, body } = JSON.parse(answer.Payload?.transformToString() ?? '');
    return {
      status: Number(statusCode),
      markup: String(body),
      location: headers?.location,
      retryAfter: headers?.['retry-after'],
    };
  };
