import type { Sample, SampleCall, SignedAccount } from '../../../infra/local/front/request-view.ts';
import { fillIn } from '../../../infra/local/front/snippets.ts';

interface Envelope {
  readonly ResultCode: string;
  readonly ResultMessage: string;
}

/** The body of a sample's call as the front page sends it. */
export const sampleBody = (
  call: SampleCall,
  account: SignedAccount | undefined,
  { code, answers = [] }: { readonly code: string; readonly answers?: readonly unknown[] },
): string =>
  JSON.stringify(fillIn({ [call.authenticationBlock]: account, [call.requestBlock]: call.request }, code, answers));

export const postSample = async (address: string, body: string): Promise<Envelope> =>
  (await (await fetch(address, { method: 'POST', body })).json()) as Envelope;

/** Sends what a sample builds on. Answers a function that sends the sample itself, and tells whether it must be sent again. */
export const prepareSample = async (baseUrl: string, sample: Sample, account: SignedAccount) => {
  const code = `sample-${crypto.randomUUID().slice(0, 12)}`;
  const answers: Envelope[] = [];
  for (const call of sample.before) {
    answers.push(await postSample(`${baseUrl}${call.path}`, sampleBody(call, account, { code, answers })));
  }
  const body = sampleBody(sample, account, { code, answers });
  return async () => {
    const { ResultCode, ResultMessage } = await postSample(`${baseUrl}${sample.path}`, body);
    const waits = sample.waitsWhile !== undefined && ResultCode.endsWith(sample.waitsWhile);
    const isRight = sample.mayAnswer !== undefined && ResultCode.endsWith(sample.mayAnswer);
    const { operation } = sample;
    return isRight
      ? { operation, ResultCode: 'Success', ResultMessage: '', waits }
      : { operation, ResultCode, ResultMessage, waits };
  };
};
