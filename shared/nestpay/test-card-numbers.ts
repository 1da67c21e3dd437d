/*
 * The numbers of the test cards, for functions that only ask whether a card is one. What the embedded bank does with each
 * stands in `test-cards.ts`, which these functions need not load; a test compares the two lists.
 */

/** The first digits of the cards that the embedded bank made up. */
const MADE_UP = '4111110000';

/** Their other digits; each takes part in 3D Secure. */
const madeUp: readonly string[] = [
  '000013',
  '000021',
  '000039',
  '000047',
  '000054',
  '000062',
  '000070',
  '000088',
  '000096',
  '000104',
  '000112',
  '000120',
  '000138',
  '000146',
  '000153',
  '000161',
  '000179',
  '000187',
  '000195',
  '000203',
  '000211',
  '000229',
  '000237',
  '000245',
  '000252',
  '002027',
  '000260',
  '000278',
  '000286',
  '000294',
  '000302',
  '000310',
  '000328',
  '000336',
  '000344',
  '000351',
  '002035',
  '002043',
  '002050',
  '002068',
  '002076',
  '002084',
  '002092',
  '002100',
  '002118',
  '002126',
  '002134',
  '002142',
  '002159',
  '002167',
  '002175',
  '000369',
  '000377',
  '000385',
  '000393',
  '000401',
  '000419',
  '000427',
  '000435',
  '000443',
  '000450',
  '000468',
  '000476',
  '000484',
  '000492',
  '000500',
  '000518',
  '000526',
  '000534',
  '000542',
  '000559',
  '000567',
  '000575',
  '000583',
  '000591',
  '000609',
  '000617',
  '000625',
  '000633',
  '002183',
  '002191',
  '002209',
  '002217',
  '002225',
  '002233',
  '002241',
  '000641',
  '000658',
  '002001',
  '002019',
  '002258',
  '002340',
  '002266',
  '002274',
  '002282',
  '002290',
  '002308',
  '002316',
  '002324',
  '002332',
  '002357',
  '002365',
  '002373',
  '002381',
  '002399',
  '002407',
  '002415',
  '002423',
  '002431',
  '002449',
  '002456',
];

/** The first digits of the made-up cards of Garanti, whose embedded bank plays the same behaviours. */
const AT_GARANTI = '4000620000';

/** What only NestPay's wire can show: refusals with its error codes, its states of an order, an amount in its answer. */
const notAtGaranti: ReadonlySet<string> = new Set([
  '002027',
  '002076',
  '002084',
  '002092',
  '002100',
  '002118',
  '002126',
  '002134',
  '002142',
  '002159',
  '000591',
  '002183',
  '002217',
  '002225',
  '002233',
]);

/** Other digits of the cards that Garanti alone has. */
const atGarantiAlone: readonly string[] = [
  '003001',
  '003019',
  '003027',
  '003035',
  '003043',
  '003050',
  '003068',
  '003076',
  '003084',
  '003092',
  '003100',
];

/** The digits of Garanti's cards add up to two less by Luhn, so their check digit is larger by two. */
const withGarantisCheckDigit = (digits: string): string =>
  `${AT_GARANTI}${digits.slice(0, -1)}${(Number(digits.at(-1)) + 2) % 10}`;

/** The number of the card at Garanti that behaves as this one does; undefined where that makes no sense there. */
export const garantiNumberOf = (number: string): string | undefined => {
  if (number === '4111111111111111') return `${AT_GARANTI}000007`;
  const digits = number.slice(MADE_UP.length);
  return number.startsWith(MADE_UP) && !notAtGaranti.has(digits) ? withGarantisCheckDigit(digits) : undefined;
};

/** Numbers that banks, client libraries and the interface print; each takes part in 3D Secure. */
const printed: readonly string[] = [
  '4111111111111111',
  '5555555555554444',
  '4546711234567894',
  '4531444531442283',
  '5571135571135575',
  '4355084355084358',
  '5456165456165454',
  '4022774022774026',
  '4508034508034509',
  '5406675406675403',
  '5528790000000008',
  '4012888888881881',
  '5127541122223332',
  '4531441122223338',
  '4230021122223332',
  '5126181122223338',
  '4258461122223337',
  '5482021122223334',
  '4715091122223339',
  '5120171122223335',
  '4234951122223336',
  '4022771122223334',
  '5269111122223332',
  '5269551122223339',
  '4155141122223339',
  '5100051122223333',
  '4137291122223335',
  '5101511122223335',
  '4397481122223337',
  '5406681122223338',
  '4183441122223339',
  '5125951122223335',
  '4691801122223339',
  '5313891122223335',
  '4349131122223337',
  '5100101122223336',
  '4024591122223334',
  '4347271122223333',
  '5185991122223338',
  '4007421122223335',
  '5313251122223332',
  '4029401122223331',
  '5353551122223336',
  '4462121122223339',
  '5136621122223331',
  '4162831122223336',
  '9792061122223337',
  '6549971122223339',
];

/** Cards of brands without 3D Secure. */
const withoutThreeD: readonly string[] = ['371449635398431', '9792030394440796'];

const numbersElsewhere: readonly string[] = [
  ...madeUp.map((digits) => `${MADE_UP}${digits}`),
  ...printed,
  ...withoutThreeD,
];

/** Every test card at Garanti. */
export const numbersAtGaranti: readonly string[] = [
  ...numbersElsewhere.map(garantiNumberOf).filter((number) => number !== undefined),
  ...atGarantiAlone.map((digits) => `${AT_GARANTI}${digits}`),
];

/** Every test card at every bank. */
export const numbersOfTestCards: readonly string[] = [...numbersElsewhere, ...numbersAtGaranti];

const known: ReadonlySet<string> = new Set(numbersOfTestCards);

/** True for a card of the list. A sandbox stage refuses every other card before the bank is called (rule 22). */
export const isTestCard = (number: string): boolean => known.has(number);

/**
 * True for a test card that the embedded bank authenticates. Real banks decide by brand, which this list does not know.
 */
export const testCardAuthenticates = (number: string): boolean => !withoutThreeD.includes(number);

/** The numbers that a stage takes: a sandbox takes test cards alone (rule 22). */
export const cardsOfStage =
  ({ sandbox }: { readonly sandbox: boolean }) =>
  (number: string): boolean =>
    !sandbox || isTestCard(number);

/**
 * The test card that stands for cards which no virtual POS takes: clients try that refusal with it. It is not in the
 * list, so a sandbox neither stores nor charges it.
 */
export const CARD_WITHOUT_VIRTUAL_POS = '4000300011112220';

/** The numbers that a virtual POS may take: in a sandbox all but the test card above. */
export const posCardsOfStage =
  ({ sandbox }: { readonly sandbox: boolean }) =>
  (number: string): boolean =>
    !sandbox || number !== CARD_WITHOUT_VIRTUAL_POS;
