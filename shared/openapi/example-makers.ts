import { type Channel, channels, type OperationName } from '../domain/dealer/dealer.ts';
import type { ExampleFields, ExampleSetUp, RefusalExample, SuccessExample } from './operation-document.ts';
import type { PipelineReason } from './pipeline-steps.ts';

interface RefusalWords {
  readonly summary: string;
  readonly message: string;
  /** Name of the example, if it is not the name of the reason. */
  readonly name?: string;
  readonly setUp?: ExampleSetUp;
}

/**
 * Makes refusals of an operation. Each sends the operation's least request with changes, and has the name of its
 * reason.
 */
export const refusalsOf =
  <Reason extends string>(least: ExampleFields, scene: ExampleSetUp = {}) =>
  (
    reason: Reason,
    { summary, message, name = reason, setUp = scene }: RefusalWords,
    changes: ExampleFields = {},
  ): RefusalExample<Reason> => ({ name, summary, request: { ...least, ...changes }, reason, message, setUp });

/**
 * Makes successes of an operation. Each sends the operation's least request with changes; `more` holds what else
 * differs.
 */
export const successesOf =
  (least: ExampleFields, answer: Pick<SuccessExample, 'data' | 'generated' | 'setUp'>) =>
  (name: string, summary: string, changes: ExampleFields, more: Partial<SuccessExample> = {}): SuccessExample => ({
    name,
    summary,
    request: { ...least, ...changes },
    ...answer,
    ...more,
  });

/** The refusals that every operation shares, for a request that is otherwise good. */
export const pipelineExamples = (
  request: ExampleFields,
  { operation, channel }: { readonly operation: OperationName; readonly channel?: Channel },
): readonly RefusalExample<PipelineReason>[] => {
  const refused = refusalsOf<PipelineReason>(request);
  const every = [
    {
      ...refused('MalformedRequest', {
        name: 'wrongCheckKey',
        summary: 'CheckKey is wrong',
        message: 'CheckKey is not the SHA-256, in hexadecimal, of DealerCode + MK + Username + PD + Password.',
      }),
      authentication: 'wrong CheckKey',
    },
    {
      ...refused('InvalidAccount', {
        name: 'wrongPassword',
        summary: 'The password is wrong',
        message: 'DealerCode, Username or Password is not known.',
      }),
      authentication: 'wrong password',
    },
    {
      ...refused('InvalidAccount', {
        name: 'emptyPassword',
        summary: 'The password is empty',
        message: 'DealerCode, Username and Password must not be empty.',
      }),
      authentication: 'empty password',
    },
    refused('IpAddressNotAllowed', {
      name: 'otherAddress',
      summary: 'The dealer may call from other addresses only',
      message: 'This dealer may not call from this IP address.',
      setUp: { dealer: { allowedAddresses: ['192.0.2.0/24'] } },
    }),
    refused('NoAllowedToUseThisWebService', {
      name: 'barredOperation',
      summary: 'The dealer is barred from this operation',
      message: 'This dealer may not use this operation.',
      setUp: { dealer: { barredOperations: [operation] } },
    }),
  ] as const;
  if (channel === undefined) return every;
  const otherChannel = refused('ChannelPermissionNotAvailable', {
    name: 'otherChannel',
    summary: 'The dealer has other payment channels only',
    message: 'This dealer has no permission for this payment channel.',
    setUp: { dealer: { channels: channels.filter((other) => other !== channel) } },
  });
  return [...every, otherChannel];
};

/** The answer when the service itself fails. */
export const unexpectedExample = (request: ExampleFields): RefusalExample<never> => ({
  name: 'unexpected',
  summary: 'The service failed',
  request,
  reason: 'EX',
  message:
    'The service failed unexpectedly. Please repeat the request later and quote correlation id Jx3dHg6OliAEJ2w=.',
  fault: 'the store does not answer',
});
