import { PAYMENT_POSITION, STEP_POSITION } from '../../../../shared/ports/operator-payments.ts';
import type { CommandCall } from '../command.ts';
import { optional } from '../fields.ts';
import { day, shaped } from '../kinds.ts';
import { dealerCodeKind, STEPS_PLACE } from './fields-in-common.ts';

/** Where a walk goes on: the dealer, then the place in its charges or, behind them, in its steps. */
const CURSOR = new RegExp(
  `^[A-Za-z0-9._-]{1,32}/(?:|${STEPS_PLACE}|${PAYMENT_POSITION.source.slice(1, -1)}|${STEP_POSITION.source.slice(1, -1)})$`,
);

/** Fields of a command that walks through a day of one dealer or, one after the other, of all. */
export const dealersOfDayFields = {
  dealerCode: optional(dealerCodeKind, 'The dealer; every dealer when absent.'),
  day: optional(day, 'Day in Istanbul; today when absent.'),
  cursor: optional(
    shaped('the "cursor" of an error', 'must be the "cursor" of an error', (text) =>
      CURSOR.test(text) ? text : undefined,
    ),
    'Where to go on.',
  ),
};

/** A place in the walk. `after` is absent at the beginning of a dealer's charges or steps. */
export interface PlaceOfDay {
  readonly dealerCode: string;
  readonly inSteps: boolean;
  readonly after?: string;
}

/** The dealer behind `after` in the order of codes. Throws StoreUnavailable. */
export const nextDealer = async (after: string | undefined, { deps }: CommandCall): Promise<string | undefined> =>
  (await deps.dealerDirectory.page({ after, limit: 1 })).at(0)?.dealerCode;

/** Where a call begins; undefined where there is no dealer. Throws StoreUnavailable. */
export const firstPlace = async (
  {
    dealerCode,
    cursor,
  }: { readonly dealerCode?: string | null | undefined; readonly cursor?: string | null | undefined },
  call: CommandCall,
): Promise<PlaceOfDay | undefined> => {
  const [named, place = ''] = typeof cursor === 'string' ? cursor.split('/') : [dealerCode ?? undefined];
  const dealer = named ?? (await nextDealer(undefined, call));
  if (dealer === undefined) return undefined;
  const inSteps = place === STEPS_PLACE || STEP_POSITION.test(place);
  return { dealerCode: dealer, inSteps, ...(place === '' || place === STEPS_PLACE ? {} : { after: place }) };
};

/** The cursor of a place. */
export const cursorAt = ({ dealerCode, inSteps, after }: PlaceOfDay): string =>
  `${dealerCode}/${after ?? (inSteps ? STEPS_PLACE : '')}`;
