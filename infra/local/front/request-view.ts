// What the runner hands to its front page. It stands apart and imports nothing, because the page's script reads it too.

/** One reason for a refusal: what was compared, in which step, and how to mend it. */
export interface ReasonView {
  readonly step: string;
  readonly condition: string;
  readonly advice: string;
}

/** A field that a refusal is about: what was sent, masked, and what the documents say of it. */
export interface FieldInQuestion {
  readonly name: string;
  /** Absent: it was not given. */
  readonly sent?: unknown;
  readonly says: string;
}

/** Why a request was refused, and how to mend it. It holds no secret of the request. */
export interface Explanation {
  /** Everything that this code is answered for, in the order in which it is checked. */
  readonly reasons: readonly ReasonView[];
  /** What was found by looking at this very request. */
  readonly findings: readonly string[];
  /** The exact text that CheckKey is the hash of, with the password masked. */
  readonly hashed?: string;
  readonly fields: readonly FieldInQuestion[];
}

/** One request as the log keeps it (rule 49): nothing in it is a secret. */
export interface RecordedRequest {
  readonly id: number;
  readonly atMs: number;
  readonly method: string;
  /** The path of the route, without the secrets of a payer's address. */
  readonly path: string;
  readonly operation?: string;
  readonly status: number;
  /** ResultCode of an envelope. */
  readonly code?: string;
  readonly message?: string;
  readonly durationMs: number;
  readonly request?: unknown;
  readonly answer?: unknown;
  readonly explanation?: Explanation;
}

/** One call of a sample. Its texts hold places (`{{code}}`) that `fillIn` fills. */
export interface SampleCall {
  readonly operation: string;
  readonly path: string;
  readonly authenticationBlock: string;
  readonly requestBlock: string;
  readonly request: Readonly<Record<string, unknown>>;
}

/** A request that succeeds as it is, with the calls that it builds on. */
export interface Sample extends SampleCall {
  readonly before: readonly SampleCall[];
  /** The end of the code that is answered until something that happens by itself has happened. */
  readonly waitsWhile?: string;
  /** The end of a code that is right as well: the demo dealer has nothing of the kind before the service has worked a night. */
  readonly mayAnswer?: string;
}

/** An operation with its sample and its words. */
export interface OperationView extends Sample {
  readonly title: string;
  readonly description: string;
  /** Heading that it stands under: its tag in the published document. */
  readonly group: string;
}

/** The members of an authentication block. */
export interface SignedAccount {
  readonly DealerCode: string;
  readonly Username: string;
  readonly Password: string;
  readonly CheckKey: string;
}

/** What the page shows that does not change while it is open. */
export interface PageState {
  readonly accounts: readonly SignedAccount[];
  readonly cards: readonly { readonly number: string; readonly does: string }[];
  readonly operations: readonly OperationView[];
}

/** Who may sit at the desk of the demo dealer; undefined until the start has made them. */
export interface DeskView {
  readonly people: readonly {
    readonly role: string;
    readonly email: string;
    readonly password: string;
    readonly hasCode: boolean;
  }[];
  /** The manager's one-time code, and for how long it is good. */
  readonly code: { readonly digits: string; readonly goodForMs: number };
}

/** A try to charge. */
export interface AttemptView {
  readonly state: string;
  readonly told: string;
  readonly maskedCard: string;
  readonly total: number;
  readonly currency: string;
  readonly installments: number;
  readonly bankCode?: string | undefined;
}

/** A link or payment as it stands now. Amounts are minor units. */
export interface ShownPayment {
  readonly id: string;
  readonly kind: string;
  readonly dealerCode: string;
  readonly paymentId: number;
  readonly otherTrxCode?: string | undefined;
  readonly createdAtMs: number;
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
  /** State of the link; absent for a payment without one. */
  readonly link?: string | undefined;
  readonly attempts: readonly AttemptView[];
  readonly steps: readonly { readonly kind: string; readonly state: string; readonly amount: number }[];
}

/** An event on its way to somebody: a webhook, a notice, a message. */
export interface DeliveryView {
  readonly id: string;
  readonly event: string;
  readonly dealerCode: string;
  readonly channel: string;
  readonly state: string;
  readonly tries: number;
  readonly atMs: number;
  readonly detail?: string | undefined;
}

/** Everything so far, as a page gets it when it begins to follow. */
export interface Everything {
  /** Differs in each run of the service. */
  readonly run: string;
  readonly requests: readonly RecordedRequest[];
  readonly payments: readonly ShownPayment[];
  readonly deliveries: readonly DeliveryView[];
}
