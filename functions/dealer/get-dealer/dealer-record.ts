import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { Firm } from '../../../shared/domain/dealer/firm.ts';
import type { SubDealer } from '../../../shared/domain/dealer/sub-dealer.ts';
import { SINGLE_PAYMENT } from '../../../shared/domain/money/asked-terms.ts';
import { type Rate, toWireRate } from '../../../shared/domain/money/rate.ts';
import type { VirtualPos } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { wholeNumberIn } from '../../../shared/http/values.ts';

/** The rate of a count that is not to be had. */
const NO_RATE = -1;
const MOST_INSTALLMENTS = 12;

type Rates = Readonly<Record<string, Rate>>;
type RateName = 'CommissionRate' | `CommissionRate${number}`;

/** CommissionRate, CommissionRate2 to CommissionRate12. `takes` says which counts are to be had at all. */
const rateMembers = (rates: Rates, takes: (count: number) => boolean): Readonly<Record<RateName, number>> => {
  const counts = Array.from({ length: MOST_INSTALLMENTS }, (_, index) => index + 1);
  const members = counts.map((count): readonly [RateName, number] => {
    const rate = takes(count) ? rates[String(count)] : undefined;
    const name = count === SINGLE_PAYMENT ? 'CommissionRate' : (`CommissionRate${count}` as const);
    return [name, rate === undefined ? NO_RATE : toWireRate(rate)];
  });
  return Object.fromEntries(members) as Record<RateName, number>;
};

/** Shops look for the GroupName of a card among these, and offer the counts that stand beside it. */
const commissionEntry = (bank: string, rates: Readonly<Record<RateName, number>>, group = '') => ({
  Bank: bank,
  GroupName: group,
  ...rates,
});

const firmMembers = (firm: Firm = {}) => ({
  Title: firm.title ?? '',
  ContactName: firm.contactName ?? '',
  PhoneNumber: firm.phoneNumber ?? '',
  Email: firm.email ?? '',
  IdentityNumber: firm.identityNumber ?? '',
  WebSiteURL: firm.webSite ?? '',
  NaceCode: firm.naceCode ?? '',
});

/** DealerType. */
const DEALER = 1;
const SUB_DEALER = 2;

/**
 * The dealer who called: its firm, and what the service takes of its payments, by virtual POS. Shops show payers a row for
 * each entry, so what the service takes of payments with sub-dealers is none of them.
 */
export const dealerMembers = (
  dealer: Dealer,
  { username, ofDealer }: { readonly username: string; readonly ofDealer: readonly VirtualPos[] },
) => {
  const { dealerCode, name, installmentCounts, firm } = dealer;
  const mayUse = (count: number): boolean => count === SINGLE_PAYMENT || installmentCounts.includes(count);
  const byBank = ofDealer
    .filter(({ enabled }) => enabled)
    .map((pos) => {
      const takes = (count: number): boolean =>
        mayUse(count) && (count === SINGLE_PAYMENT || pos.installmentCounts.includes(count));
      return commissionEntry(pos.bankName, rateMembers(pos.rates, takes), pos.group);
    });
  return {
    // A dealer is named by a text. Where that is a number, it is the id as well.
    DealerId: wholeNumberIn(dealerCode) ?? 0,
    DealerCode: dealerCode,
    UserName: username,
    DealerName: name,
    DealerType: DEALER,
    ...firmMembers(firm),
    CommissionList: byBank,
  };
};

/** A sub-dealer: its firm, and its commission where scenario 1 applies. It has no user of the interface. */
export const subDealerMembers = ({ subDealerId, name, rates, firm }: SubDealer) => ({
  DealerId: subDealerId,
  DealerCode: String(subDealerId),
  UserName: '',
  DealerName: name,
  DealerType: SUB_DEALER,
  ...firmMembers(firm),
  CommissionList:
    Object.keys(rates).length === 0
      ? []
      : [
          commissionEntry(
            '',
            rateMembers(rates, () => true),
          ),
        ],
});
