const MAX_EXAMPLES = 3;

/** An answer that nobody should get, with a code that says which kind. */
export class WrongAnswer extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

interface ErrorsOfCode {
  count: number;
  readonly examples: string[];
}

/** What a run saw: the times of what succeeded, and the errors. */
export class Records {
  readonly times = new Map<string, number[]>();
  readonly errors = new Map<string, ErrorsOfCode>();

  /** Milliseconds that a step or a whole arrival took. */
  took(name: string, ms: number): void {
    const times = this.times.get(name) ?? [];
    times.push(ms);
    this.times.set(name, times);
  }

  failed(name: string, error: unknown): void {
    const code = error instanceof WrongAnswer ? error.code : error instanceof Error ? error.name : 'Unknown';
    const key = `${name}: ${code}`;
    const known = this.errors.get(key) ?? { count: 0, examples: [] };
    known.count += 1;
    if (known.examples.length < MAX_EXAMPLES)
      known.examples.push(error instanceof Error ? error.message : String(error));
    this.errors.set(key, known);
  }
}

/** A payment of the run. `told` is false while nobody has said what became of it. */
export interface RunPayment {
  readonly code: string;
  readonly amount: number;
  told: boolean;
  refundAsked: boolean;
}

/** A payment as the list of payments shows it. */
export interface ListedPayment {
  readonly OtherTrxCode: string;
  readonly Amount: number;
  readonly PaymentStatus: number;
}

/** Paid, voided or refunded in full: money was taken once. */
const PAID = 2;
const CHARGED = new Set([PAID, 3, 4]);

/** What is lost, charged twice, or charged with another amount: reported paid and listed must be the same payments. */
export const violationsOf = (paid: readonly RunPayment[], listed: readonly ListedPayment[]): readonly string[] => {
  const charged = listed.filter(({ PaymentStatus }) => CHARGED.has(PaymentStatus));
  const byCode = Map.groupBy(charged, ({ OtherTrxCode }) => OtherTrxCode);
  const known = new Map(paid.map((payment) => [payment.code, payment]));
  const ofPaid = paid.flatMap(({ code, amount, told, refundAsked }) => {
    const [first, ...others] = byCode.get(code) ?? [];
    if (first === undefined) return told ? [`${code} was reported paid and is not in the list of payments.`] : [];
    if (others.length > 0) return [`${code} was charged ${others.length + 1} times.`];
    if (first.PaymentStatus !== PAID && !refundAsked) return [`${code} was given back, and nobody asked for that.`];
    return first.Amount === amount ? [] : [`${code} was charged ${first.Amount} in place of ${amount}.`];
  });
  const unknown = [...byCode.keys()].filter((code) => !known.has(code));
  return [...ofPaid, ...unknown.map((code) => `${code} was charged, and the run never began it.`)];
};
