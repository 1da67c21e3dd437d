import { reusableLinkStates } from '../../../../shared/domain/reusable-link/reusable-link.ts';
import { objectOf, whole } from '../../../../shared/openapi/answer-members.ts';
import {
  pipelineExamples,
  refusalsOf,
  successesOf,
  unexpectedExample,
} from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import { pipelineSteps } from '../../../../shared/openapi/pipeline-steps.ts';
import {
  afterMakingLinks,
  leastRecord,
  madeLink,
  reusableLinkSchemas,
} from '../../../../shared/openapi/reusable-link-words.ts';
import type { contract } from '../contract.ts';

const least = {};
const listed = (entries: readonly object[]) => ({
  UserPosLinkListCount: entries.length,
  UserPosLinkList: entries,
  BeforeUserPosLinkId: 0,
});
const success = successesOf(least, { data: listed([]), setUp: {} });
const refused = refusalsOf<'InvalidRequest'>(least, {});

/** The words and examples of the list of reusable links (decisions: reusable links). */
export const document: DocumentOf<typeof contract> = {
  title: 'List reusable links',
  description:
    'Lists reusable links of the dealer, the newest first, at most 100 in one answer. A new one may be listed a moment later. An operation of our own, which the dealer interface does not have.',
  fields: {
    State: {
      schema: { type: 'string', enum: reusableLinkStates },
      description: 'Lists links in this state alone. One answer looks at 1,000 links, and may be short for that.',
    },
    BeforeUserPosLinkId: {
      description: 'The list goes on behind this link: the value of the same name in the answer before.',
    },
  },
  data: objectOf({
    UserPosLinkListCount: whole('Number of entries in UserPosLinkList.'),
    UserPosLinkList: {
      type: 'array',
      maxItems: 100,
      items: objectOf(reusableLinkSchemas),
      description: 'Newest first, without counts.',
    },
    BeforeUserPosLinkId: whole('With which BeforeUserPosLinkId the list goes on; 0 where it has ended.'),
  }),
  order: [
    ...pipelineSteps({
      block: 'DealerAuthentication',
      channel: 'The dealer has no permission for the channel; reading links needs none.',
    }),
    {
      step: 'Shape and required fields',
      conditions: { InvalidRequest: 'State is none, or BeforeUserPosLinkId is the id of no link of this dealer.' },
    },
  ],
  examples: [
    success(
      'one',
      'A dealer with one link',
      {},
      { setUp: afterMakingLinks(madeLink()), data: listed([leastRecord]), generated: ['UserPosLinkList'] },
    ),
    success('none', 'No link is used up', { State: 'used-up' }, { setUp: afterMakingLinks(madeLink()) }),
    ...pipelineExamples(least, { operation: 'GetUserPosLinkList' }),
    refused(
      'InvalidRequest',
      {
        name: 'unknownState',
        summary: 'A state that no link has',
        message: 'State must be one of active, inactive, used-up, expired.',
      },
      { State: 'open' },
    ),
    refused(
      'InvalidRequest',
      {
        name: 'unknownPlace',
        summary: 'A link that is not there',
        message: 'BeforeUserPosLinkId is the id of no link in this list.',
      },
      { BeforeUserPosLinkId: 99 },
    ),
    unexpectedExample(least),
  ],
};
