import { objectOf } from '../../../../shared/openapi/answer-members.ts';
import { successesOf, unexpectedExample } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import {
  afterMakingLinks,
  byCodeOfLink,
  byIdOfLink,
  countsSchema,
  generatedOfLink,
  leastRecord,
  madeLink,
  namedReusableLinkFields,
  namedReusableLinkOrder,
  namedReusableLinkRefusals,
  reusableLinkSchemas,
} from '../../../../shared/openapi/reusable-link-words.ts';
import type { contract } from '../contract.ts';

/** Nobody has opened a link that was just made. */
const Counts = {
  Opened: 0,
  Started: 0,
  Paid: 0,
  GivenBack: 0,
  SumList: [],
  CountedAt: '2026-11-22T14:43:05.1',
  IsWhole: true,
};

const success = successesOf(byCodeOfLink, {
  data: { ...leastRecord, Counts },
  generated: [...generatedOfLink, 'Counts'],
  setUp: afterMakingLinks(madeLink()),
});

/** The words and examples of reading a reusable link (decisions: reusable links). */
export const document: DocumentOf<typeof contract> = {
  title: 'Get a reusable link',
  description:
    'Reads one reusable link: what it asks, its state, its places, and counts of the payment requests made of it. It changes nothing. An operation of our own, which the dealer interface does not have.',
  fields: namedReusableLinkFields,
  anyOfFields: ['LinkCode', 'UserPosLinkId'],
  data: objectOf({ ...reusableLinkSchemas, Counts: countsSchema }),
  order: namedReusableLinkOrder,
  examples: [
    success('byCode', 'A link by its code', {}),
    success('byId', 'A link by its id', { ...byIdOfLink, LinkCode: '' }),
    success(
      'places',
      'A course with 30 chairs, for an amount that payers choose',
      {},
      {
        setUp: afterMakingLinks(
          madeLink({
            Amount: undefined,
            OpenAmount: { Min: 5, Max: 5000, Suggested: [10, 25] },
            MaxPayments: 30,
            Ask: [{ Field: 'FullName', Need: 'required' }],
          }),
        ),
        data: {
          ...leastRecord,
          Amount: 0,
          OpenAmount: { Min: 5, Max: 5000, Suggested: [10, 25] },
          MaxPayments: 30,
          Places: { Free: 30, Held: 0, Paid: 0 },
          AskList: [{ Field: 'FullName', Need: 'required', Label: '' }],
          Counts,
        },
      },
    ),
    ...namedReusableLinkRefusals('GetUserPosLink'),
    unexpectedExample(byCodeOfLink),
  ],
};
