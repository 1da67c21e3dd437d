import { randomUUID } from 'node:crypto';
import { readAddress } from '../../shared/domain/payment/payment-name.ts';
import { type Prepare, refuseFailure } from '../support/operation-scene.ts';

type Dealer = Parameters<Prepare>[0]['dealer'];

const leastLink = ({ definition }: Dealer, LinkCode: string) => ({
  LinkCode,
  DealerCustomerTypeId: definition.dealerCustomerTypeId,
  Amount: 27.5,
  Title: 'Bread course',
  MaxPayments: 30,
  ReturnHash: 1,
});

/** A link that was made before, and its name. */
const madeLink = async (dealer: Dealer) => {
  const LinkCode = randomUUID();
  const answer = await dealer.callLink('CreateUserPosLink', leastLink(dealer, LinkCode));
  refuseFailure(answer);
  const { Url } = answer.Data as { readonly Url: string };
  const name = readAddress(new URL(Url).pathname.slice('/link/'.length))?.payment ?? '';
  return { LinkCode, name };
};

/** Makes a link with 30 places. Another one was made before, so that definition and virtual POS are at hand. */
export const newReusableLink: Prepare = async ({ dealer }) => {
  await madeLink(dealer);
  const LinkCode = randomUUID();
  const ask = async () => refuseFailure(await dealer.callLink('CreateUserPosLink', leastLink(dealer, LinkCode)));
  return Object.assign(ask, { names: [LinkCode] });
};

/** An operation about a link that was made before. */
export const aboutReusableLink =
  (operation: string, fields: Readonly<Record<string, unknown>> = {}): Prepare =>
  async ({ dealer }) => {
    const { LinkCode, name } = await madeLink(dealer);
    const ask = async () => refuseFailure(await dealer.callLink(operation, { LinkCode, ...fields }));
    return Object.assign(ask, { names: [LinkCode, name] });
  };

/** The list of the dealer's links. */
export const listedReusableLinks: Prepare = async ({ dealer }) => {
  await madeLink(dealer);
  return async () => refuseFailure(await dealer.callLink('GetUserPosLinkList', {}));
};
