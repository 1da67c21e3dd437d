import type { PipelineReason as AnyPipelineReason } from '../domain/refusal-reasons.ts';
import type { RefusalStep } from './operation-document.ts';

/** The pipeline's reasons that its own steps list; the operation's steps list those of a broken field. */
export type PipelineReason = Exclude<AnyPipelineReason, 'InvalidRequest'>;

interface PipelineWords {
  /** The name of the authentication block. */
  readonly block: string;
  /** When ChannelPermissionNotAvailable is answered; absent where a later step tells. */
  readonly channel?: string;
  readonly barred?: string;
}

/** The first steps of the order of refusals, the same for every operation (decisions: order of refusals). */
export const pipelineSteps = ({
  block,
  channel,
  barred = 'The dealer may not use this operation.',
}: PipelineWords): readonly RefusalStep<PipelineReason>[] => [
  {
    step: 'Body and CheckKey',
    conditions: {
      MalformedRequest: `The body is not one JSON object (UTF-8 or UTF-16 little endian) or a form that stands for one, \`${block}\` or its CheckKey is missing, or CheckKey is wrong. A missing request block gets this code too, behind the steps up to the channel.`,
    },
  },
  {
    step: 'Account',
    conditions: {
      InvalidAccount: 'DealerCode, Username or Password is empty or unknown, or the dealer is switched off.',
    },
  },
  { step: 'IP address', conditions: { IpAddressNotAllowed: 'The dealer may call from other addresses only.' } },
  {
    step: 'Operation and channel',
    conditions: {
      NoAllowedToUseThisWebService: barred,
      ...(channel === undefined ? {} : { ChannelPermissionNotAvailable: channel }),
    },
  },
];

/**
 * The answers to a known OtherTrxCode: the one step that all operations with such codes share beside the pipeline's.
 */
export const KNOWN_CODE =
  'OtherTrxCode names a different request of this dealer already. The same request is answered here with its first answer, whatever the steps below would say by now.';
