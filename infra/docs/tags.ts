import { subjectOfFunction } from '../functions/function-folders.ts';
import { documentedOperations } from './operations.ts';

/** A group of operations in the published document: those of one subject, the folder under functions/ that they stand in. */
interface Tag {
  readonly subject: string;
  readonly name: string;
  readonly description: string;
}

const tags: readonly Tag[] = [
  {
    subject: 'link',
    name: 'Payment links',
    description: 'Links that a payer opens: create, read, cancel and send them.',
  },
  {
    subject: 'reusable-link',
    name: 'Reusable links',
    description:
      'Addresses that many payers open, with a fixed amount or one that each payer chooses; and what became of payment requests.',
  },
  {
    subject: 'direct-payment',
    name: 'Direct payments',
    description: 'Charges of one card without 3D Secure.',
  },
  {
    subject: 'three-d-payment',
    name: '3D payments',
    description:
      'Payments of one card with 3D Secure, on a page of this service, in a frame of the shop or on a phone.',
  },
  {
    subject: 'payment',
    name: 'After the charge',
    description: 'Capture, void, refund, the pool, and changes of texts and shares.',
  },
  {
    subject: 'payment-list',
    name: 'Payment lists',
    description: 'What became of payments: one payment in detail, lists of payments and of transactions.',
  },
  {
    subject: 'price-inquiry',
    name: 'Price inquiries',
    description: 'The bank of a card, and what a card pays.',
  },
  { subject: 'customer', name: 'Customers', description: 'Customers of a dealer.' },
  { subject: 'card', name: 'Stored cards', description: 'The stored cards of customers.' },
  {
    subject: 'sale',
    name: 'Recurring sales',
    description:
      'Sales that charge a stored card on the days of a schedule: products, schedules, sales and payment plans.',
  },
  { subject: 'dealer', name: 'Dealers', description: 'The dealer and its sub-dealers.' },
  { subject: 'statement', name: 'Statements', description: 'What a dealer and its sub-dealers are paid out.' },
];

const subjects: ReadonlyMap<string, string | undefined> = new Map(
  documentedOperations.flatMap(({ contract }) =>
    contract.routes.map(({ path }) => [path, subjectOfFunction(contract.name)] as const),
  ),
);

/** The tag of the operation at a path: that of its subject. Throws on a path that no operation has, and where no tag takes it. */
export const tagOf = (path: string): string => {
  const found = tags.find(({ subject }) => subject === subjects.get(path));
  if (found === undefined) throw new Error(`No tag takes ${path}: add one for its subject to infra/docs/tags.ts.`);
  return found.name;
};

/** The tags that the paths use, in their order. */
export const tagsOf = (paths: readonly string[]): readonly Pick<Tag, 'name' | 'description'>[] => {
  const used = new Set(paths.map(tagOf));
  return tags.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description }));
};
