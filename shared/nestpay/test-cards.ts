import { publicTestCards } from './public-test-cards.ts';
import type {
  TestCallback,
  TestCharge,
  TestFollowUpFault,
  TestGarantiBehaviour,
  TestGateAnswer,
  TestRefusal,
  TestTakeBack,
  TestThreeD,
  TestView,
} from './test-card-behaviour.ts';
import { garantiNumberOf } from './test-card-numbers.ts';

/** A card of the embedded bank. Its number passes Luhn and belongs to nobody. */
export interface TestCard {
  readonly id: string;
  readonly number: string;
  /** The number that behaves so at Garanti; absent where that makes no sense there. */
  readonly garantiNumber?: string;
  readonly threeD: TestThreeD;
  readonly charge: TestCharge;
  readonly shown: TestView;
  readonly callback: TestCallback;
  readonly takeBack: TestTakeBack;
  /** Absent: captures, Voids and Credits are answered. */
  readonly followUpFault?: TestFollowUpFault;
  /** Absent: the gateway's own checks accept every good request. */
  readonly refusal?: TestRefusal;
  /** `HPP-1001`: the gate refuses the form by a signed callback without mdStatus. Absent: the gate accepts it. */
  readonly gateError?: string;
  /** Absent: the gate answers a merchant's server with the form that goes on. */
  readonly gate?: TestGateAnswer;
  /** Absent: nothing that Garanti alone does. Other banks approve such a card. */
  readonly garanti?: TestGarantiBehaviour;
}

type Listed = Pick<TestCard, 'id' | 'number'> & Partial<TestCard>;

const followUpFaults: readonly (readonly [TestFollowUpFault, string])[] = [
  ['slow', '4111110000002266'],
  ['time-out-before', '4111110000002274'],
  ['time-out-after', '4111110000002282'],
  ['error-before', '4111110000002290'],
  ['error-after', '4111110000002308'],
  ['truncated', '4111110000002316'],
  ['duplicate', '4111110000002324'],
  ['declined', '4111110000002332'],
];

const gateAnswers: readonly (readonly [TestGateAnswer, string])[] = [
  ['silent', '4111110000002357'],
  ['redirect', '4111110000002365'],
  ['cookie', '4111110000002373'],
  ['script', '4111110000002381'],
  ['latin-5', '4111110000002399'],
  ['echo', '4111110000002407'],
  ['echo-separated', '4111110000002415'],
  ['echo-percent', '4111110000002423'],
  ['echo-base64', '4111110000002431'],
];

const onlyAtGaranti: readonly (readonly [TestGarantiBehaviour, string])[] = [
  ['two-charges', '4000620000003001'],
  ['settlement-error', '4000620000003019'],
  ['other-sum', '4000620000003027'],
  ['latin-5', '4000620000003035'],
  ['refused-0002', '4000620000003043'],
  ['refused-0651', '4000620000003050'],
  ['refused-0752', '4000620000003068'],
  ['steps-refused-0208', '4000620000003076'],
  ['steps-refused-0214', '4000620000003084'],
  ['gate-refuses-unsigned', '4000620000003092'],
  ['moved-boundary', '4000620000003100'],
];

/**
 * The one list of test cards: the embedded bank acts by it, its challenge page shows it, sandbox stages accept no
 * others.
 */
const listed: readonly Listed[] = [
  { id: 'approved', number: '4111111111111111' },
  { id: 'approved-mastercard', number: '5555555555554444' },
  { id: 'frictionless', number: '4111110000000013', threeD: 'frictionless' },
  { id: 'american-express', number: '371449635398431', threeD: 'none' },
  { id: 'troy', number: '9792030394440796', threeD: 'none' },
  // Numbers that banks and client libraries print in their own samples: a sample sent to a sandbox is approved.
  { id: 'sample-2', number: '4546711234567894' },
  { id: 'sample-3', number: '4531444531442283' },
  { id: 'sample-4', number: '5571135571135575' },
  { id: 'sample-5', number: '4355084355084358' },
  { id: 'sample-6', number: '5456165456165454' },
  { id: 'sample-7', number: '4022774022774026' },
  { id: 'sample-8', number: '4508034508034509' },
  { id: 'sample-9', number: '5406675406675403' },
  { id: 'sample-10', number: '5528790000000008' },
  { id: 'sample-11', number: '4012888888881881' },
  // Declined: one card for each code of the table, and one for a code outside it (009, after 3D 024).
  { id: 'general-error', number: '4111110000000021', threeD: 'frictionless', charge: { declined: '06' } },
  { id: 'insufficient-funds', number: '4111110000000039', threeD: 'frictionless', charge: { declined: '51' } },
  { id: 'over-limit', number: '4111110000000047', threeD: 'frictionless', charge: { declined: '61' } },
  { id: 'too-many-uses', number: '4111110000000054', threeD: 'frictionless', charge: { declined: '65' } },
  { id: 'bad-number', number: '4111110000000062', threeD: 'frictionless', charge: { declined: '14' } },
  { id: 'do-not-honour', number: '4111110000000070', threeD: 'frictionless', charge: { declined: '05' } },
  { id: 'not-permitted', number: '4111110000000088', threeD: 'frictionless', charge: { declined: '57' } },
  { id: 'expired', number: '4111110000000096', threeD: 'frictionless', charge: { declined: '54' } },
  { id: 'expired-picked-up', number: '4111110000000104', threeD: 'frictionless', charge: { declined: '33' } },
  { id: 'invalid-transaction', number: '4111110000000112', threeD: 'frictionless', charge: { declined: '12' } },
  { id: 'invalid-amount', number: '4111110000000120', threeD: 'frictionless', charge: { declined: '13' } },
  { id: 'format-error', number: '4111110000000138', threeD: 'frictionless', charge: { declined: '30' } },
  { id: 'unlisted-decline', number: '4111110000000146', threeD: 'frictionless', charge: { declined: '93' } },
  { id: 'call-the-bank', number: '4111110000000153', threeD: 'frictionless', charge: { declined: '01' } },
  { id: 'call-the-bank-special', number: '4111110000000161', threeD: 'frictionless', charge: { declined: '02' } },
  { id: 'security-violation', number: '4111110000000179', threeD: 'frictionless', charge: { declined: '63' } },
  { id: 'no-such-issuer', number: '4111110000000187', threeD: 'frictionless', charge: { declined: '15' } },
  { id: 'no-credit-account', number: '4111110000000195', threeD: 'frictionless', charge: { declined: '39' } },
  { id: 'no-cheque-account', number: '4111110000000203', threeD: 'frictionless', charge: { declined: '52' } },
  { id: 'no-savings-account', number: '4111110000000211', threeD: 'frictionless', charge: { declined: '53' } },
  { id: 'no-account', number: '4111110000000229', threeD: 'frictionless', charge: { declined: '78' } },
  { id: 'wrong-cvc', number: '4111110000000237', threeD: 'frictionless', charge: { declined: '82' } },
  { id: 'issuer-unavailable', number: '4111110000000245', threeD: 'frictionless', charge: { declined: '91' } },
  {
    id: 'issuer-unknown',
    number: '4111110000000252',
    threeD: 'frictionless',
    charge: { declined: '92' },
    shown: 'reversed',
  },
  {
    id: 'reversal-fails',
    number: '4111110000002027',
    threeD: 'frictionless',
    charge: { declined: '92' },
    shown: 'reversal-fails',
  },
  {
    id: 'declined-and-charged',
    number: '4111110000002449',
    threeD: 'frictionless',
    charge: { declined: '05' },
    shown: 'charged-with-decline-code',
  },
  { id: 'system-failure', number: '4111110000000260', threeD: 'frictionless', charge: { declined: '96' } },
  { id: 'stolen', number: '4111110000000278', threeD: 'frictionless', charge: { declined: '43' } },
  { id: 'lost', number: '4111110000000286', threeD: 'frictionless', charge: { declined: '41' } },
  { id: 'restricted', number: '4111110000000294', threeD: 'frictionless', charge: { declined: '36' } },
  { id: 'restricted-by-issuer', number: '4111110000000302', threeD: 'frictionless', charge: { declined: '62' } },
  { id: 'late-answer', number: '4111110000000310', threeD: 'frictionless', charge: { declined: '68' } },
  { id: 'invalid-merchant', number: '4111110000000328', threeD: 'frictionless', charge: { declined: '03' } },
  { id: 'terminal-not-permitted', number: '4111110000000336', threeD: 'frictionless', charge: { declined: '58' } },
  { id: 'suspected-forgery', number: '4111110000000344', threeD: 'frictionless', charge: { declined: '34' } },
  { id: 'suspected-fraud', number: '4111110000000351', threeD: 'frictionless', charge: { declined: '59' } },
  // Declined with codes of the table that the cards above do not cause.
  { id: 'expired-by-date', number: '4111110000002035', threeD: 'frictionless', charge: { declined: '80' } },
  { id: 'pick-up', number: '4111110000002043', threeD: 'frictionless', charge: { declined: '04' } },
  { id: 'pick-up-special', number: '4111110000002050', threeD: 'frictionless', charge: { declined: '07' } },
  { id: 'pick-up-by-call', number: '4111110000002068', threeD: 'frictionless', charge: { declined: '37' } },
  { id: 'black-list', number: '4111110000002076', threeD: 'frictionless', charge: { declined: 'YK' } },
  // Refused by the gateway's own checks: the issuer was never asked.
  {
    id: 'refused-number',
    number: '4111110000002084',
    threeD: 'frictionless',
    refusal: { code: 'CORE-2012', of: 'every charge' },
  },
  {
    id: 'refused-past-expiry',
    number: '4111110000002092',
    threeD: 'frictionless',
    refusal: { code: 'CORE-2010', of: 'every charge' },
  },
  {
    id: 'refused-expiry',
    number: '4111110000002100',
    threeD: 'frictionless',
    refusal: { code: 'CORE-2011', of: 'every charge' },
  },
  {
    id: 'refused-cvc',
    number: '4111110000002118',
    threeD: 'frictionless',
    refusal: { code: 'CORE-2515', of: 'every charge' },
  },
  {
    id: 'cvc-required',
    number: '4111110000002126',
    threeD: 'frictionless',
    refusal: { code: 'CORE-2208', of: 'no CVC' },
  },
  {
    id: 'no-installments',
    number: '4111110000002134',
    threeD: 'frictionless',
    refusal: { code: 'CORE-2204', of: 'installments' },
  },
  {
    id: 'not-in-installment-table',
    number: '4111110000002142',
    threeD: 'frictionless',
    refusal: { code: 'CORE-2603', of: 'installments' },
  },
  {
    id: 'lira-only',
    number: '4111110000002159',
    threeD: 'frictionless',
    refusal: { code: 'CORE-2105', of: 'foreign currency' },
  },
  // 3D that does not pass.
  { id: 'gate-refuses-number', number: '4111110000002167', gateError: 'HPP-1001' },
  { id: 'gate-refuses', number: '4111110000002175', gateError: 'HPP-1999' },
  { id: '3d-failed', number: '4111110000000369', threeD: { mdStatus: '0' } },
  { id: '3d-not-enrolled', number: '4111110000000377', threeD: { mdStatus: '2' } },
  { id: '3d-issuer-not-enrolled', number: '4111110000000385', threeD: { mdStatus: '3' } },
  { id: '3d-attempted', number: '4111110000000393', threeD: { mdStatus: '4' } },
  { id: '3d-unavailable', number: '4111110000000401', threeD: { mdStatus: '5' } },
  { id: '3d-error', number: '4111110000000419', threeD: { mdStatus: '6' } },
  { id: '3d-system-error', number: '4111110000000427', threeD: { mdStatus: '7' } },
  { id: '3d-unknown-card', number: '4111110000000435', threeD: { mdStatus: '8' } },
  { id: '3d-merchant-refused', number: '4111110000000443', threeD: { mdStatus: '9' } },
  { id: '3d-abandoned', number: '4111110000000450', threeD: 'abandoned' },
  // Callbacks that must change nothing, or nothing more than the first did.
  { id: 'callback-twice', number: '4111110000000468', callback: 'twice' },
  { id: 'callback-wrong-hash', number: '4111110000000476', callback: 'wrong-hash' },
  { id: 'callback-wrong-amount', number: '4111110000000484', callback: 'wrong-amount' },
  { id: 'callback-wrong-order', number: '4111110000000492', callback: 'wrong-order' },
  { id: 'callback-repeated-field', number: '4111110000000500', callback: 'repeated-field' },
  // Answers that prove nothing, and answers that never come.
  {
    id: 'time-out-before-charge',
    number: '4111110000000518',
    threeD: 'frictionless',
    charge: 'time-out-before-charge',
  },
  { id: 'time-out-after-charge', number: '4111110000000526', threeD: 'frictionless', charge: 'time-out-after-charge' },
  { id: 'error-before-charge', number: '4111110000000534', threeD: 'frictionless', charge: 'error-before-charge' },
  { id: 'error-after-charge', number: '4111110000000542', threeD: 'frictionless', charge: 'error-after-charge' },
  { id: 'approved-with-99', number: '4111110000000559', threeD: 'frictionless', charge: 'approved-with-99' },
  { id: 'error-with-00', number: '4111110000000567', threeD: 'frictionless', charge: 'error-with-00' },
  { id: 'declined-with-99', number: '4111110000000575', threeD: 'frictionless', charge: 'declined-with-99' },
  { id: 'other-order', number: '4111110000000583', threeD: 'frictionless', charge: 'other-order' },
  { id: 'other-amount', number: '4111110000000591', threeD: 'frictionless', charge: 'other-amount' },
  { id: 'truncated', number: '4111110000000609', threeD: 'frictionless', charge: 'truncated' },
  { id: 'entity-bomb', number: '4111110000000617', threeD: 'frictionless', charge: 'entity-bomb' },
  { id: 'oversize', number: '4111110000000625', threeD: 'frictionless', charge: 'oversize' },
  { id: 'redirect', number: '4111110000000633', threeD: 'frictionless', charge: 'redirect' },
  // Charged, and shown by inquiries in the ways of different banks.
  { id: 'shown-authorised', number: '4111110000002183', threeD: 'frictionless', shown: 'authorised' },
  { id: 'shown-settled', number: '4111110000002191', threeD: 'frictionless', shown: 'settled' },
  { id: 'settled-at-once', number: '4111110000002209', threeD: 'frictionless', shown: 'settled-at-once' },
  {
    id: 'pending-then-charged',
    number: '4111110000002217',
    threeD: 'frictionless',
    charge: 'error-after-charge',
    shown: 'pending-then-charged',
  },
  {
    id: 'pending-then-reversed',
    number: '4111110000002225',
    threeD: 'frictionless',
    charge: 'error-after-charge',
    shown: 'pending-then-reversed',
  },
  {
    id: 'time-out-shown-authorised',
    number: '4111110000002233',
    threeD: 'frictionless',
    charge: 'time-out-after-charge',
    shown: 'authorised',
  },
  {
    id: 'time-out-settled-at-once',
    number: '4111110000002241',
    threeD: 'frictionless',
    charge: 'time-out-after-charge',
    shown: 'settled-at-once',
  },
  // Charged, and hard to reverse.
  { id: 'void-refused', number: '4111110000000641', threeD: 'frictionless', takeBack: 'void-refused' },
  {
    id: 'void-and-credit-refused',
    number: '4111110000000658',
    threeD: 'frictionless',
    takeBack: 'void-and-credit-refused',
  },
  { id: 'void-unclear', number: '4111110000002001', threeD: 'frictionless', takeBack: 'void-unclear' },
  {
    id: 'void-refused-credit-unclear',
    number: '4111110000002019',
    threeD: 'frictionless',
    takeBack: 'void-refused-credit-unclear',
  },
  {
    id: 'void-refused-first-credit-declined',
    number: '4111110000002258',
    threeD: 'frictionless',
    takeBack: 'void-refused-first-credit-declined',
  },
  {
    id: 'capture-void-takes-hold',
    number: '4111110000002340',
    threeD: 'frictionless',
    takeBack: 'capture-void-takes-hold',
  },
  { id: 'credit-twice', number: '4111110000002456', threeD: 'frictionless', takeBack: 'credit-twice' },
  // Charged, and the first capture, Void and Credit meet a fault.
  ...followUpFaults.map(([followUpFault, number]): Listed => {
    return { id: `follow-up-${followUpFault}`, number, threeD: 'frictionless', followUpFault };
  }),
  // Stored cards whose 3D the service starts at the gate: the gate's answer cannot be passed on, or only with care.
  ...gateAnswers.map(([gate, number]): Listed => ({ id: `gate-${gate}`, number, gate })),
  // What Garanti alone can do.
  ...onlyAtGaranti.map(([garanti, number]): Listed => {
    return { id: `garanti-${garanti}`, number, garantiNumber: number, threeD: 'frictionless', garanti };
  }),
  ...publicTestCards.map(({ number }) => ({ id: `public-${number.slice(0, 6)}`, number })),
];

const atGaranti = (number: string): Pick<TestCard, 'garantiNumber'> => {
  const garantiNumber = garantiNumberOf(number);
  return garantiNumber === undefined ? {} : { garantiNumber };
};

export const testCards: readonly TestCard[] = listed.map((card) => ({
  ...atGaranti(card.number),
  threeD: 'challenge',
  charge: 'approved',
  shown: 'captured',
  callback: 'once',
  takeBack: 'possible',
  ...card,
}));

const byNumber: ReadonlyMap<string, TestCard> = new Map(
  testCards.flatMap((card) =>
    [card.number, card.garantiNumber ?? card.number].map((number) => [number, card] as const),
  ),
);
const byId: ReadonlyMap<string, TestCard> = new Map(testCards.map((card) => [card.id, card]));

/** A card by its number at any bank. */
export const findTestCard = (number: string): TestCard | undefined => byNumber.get(number);

/** The card with an id of the list. Throws on any other id: only our own code names them. */
export const testCard = (id: string): TestCard => {
  const card = byId.get(id);
  if (card === undefined) throw new RangeError('no such test card');
  return card;
};
