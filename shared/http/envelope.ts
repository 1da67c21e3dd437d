/** The common answer of every operation (dealer interface 7.1). */
export interface Envelope {
  readonly Data: unknown;
  readonly ResultCode: string;
  readonly ResultMessage: string;
  readonly Exception: null;
}

/** A response as the HTTP API takes it from a function (payload format 2.0). */
export interface HttpResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isBase64Encoded?: boolean;
  /** Each a `Set-Cookie`, as the gateway takes them. */
  readonly cookies?: readonly string[];
}

const SUCCESS_CODE = 'Success';

const respond = (envelope: Envelope, statusCode: number, headers: Readonly<Record<string, string>>): HttpResponse => ({
  statusCode,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  },
  body: JSON.stringify(envelope),
});

/** `Success` with its data; the message stays empty (decisions: answers). */
export const successResponse = (data: unknown, headers: Readonly<Record<string, string>> = {}): HttpResponse =>
  respond({ Data: data, ResultCode: SUCCESS_CODE, ResultMessage: '', Exception: null }, 200, headers);

/** A failure: `Data` null, a code, one sentence. The status is 200 except for unknown paths, methods and huge bodies. */
export const failureResponse = (
  failure: { readonly code: string; readonly sentence: string; readonly statusCode?: number },
  headers: Readonly<Record<string, string>> = {},
): HttpResponse =>
  respond(
    { Data: null, ResultCode: failure.code, ResultMessage: failure.sentence, Exception: null },
    failure.statusCode ?? 200,
    headers,
  );
