import type * as z from 'zod/mini';
import type { Channel, OperationName } from '../domain/dealer/dealer.ts';
import type { PipelineReason, RefusalReason } from '../domain/refusal-reasons.ts';

/** A route of the HTTP API. `{name}` in a path is a variable segment, as API Gateway writes it. */
export interface Route {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly path: string;
}

/** What the deployment needs to know of a function that answers HTTP. `name` is its folder. */
export interface HttpContract {
  readonly name: string;
  readonly routes: readonly Route[];
}

/** A route of a dealer's operation. One contract may serve two operations that differ in their path alone. */
export interface OperationRoute extends Route {
  /** The operation that is called at this route, where it is not the contract's own. */
  readonly operation?: OperationName;
}

/** Result codes of an operation: one for each reason of the pipeline and of the operation, and none for any other. */
export type CodesOf<Reason extends RefusalReason> = Readonly<Record<PipelineReason | Reason, string>>;

/**
 * The contract of one dealer operation: its names on the wire, the reader of its request block, and the one total map
 * from reasons of refusal to result codes. It imports no SDK and reads no environment.
 */
export interface OperationContract<Request extends z.ZodMiniType, Reason extends RefusalReason> extends HttpContract {
  readonly operation: OperationName;
  readonly routes: readonly OperationRoute[];
  /** The permission that a dealer needs; lookups need none. */
  readonly channel?: Channel;
  /** Accepted names of the authentication block, the documented one first (dealer interface 2.1). */
  readonly authenticationBlocks: readonly string[];
  readonly requestBlock: string;
  /** Other names of the request block that some clients write. */
  readonly furtherRequestBlocks?: readonly string[];
  /** The block may be left out: an operation without a field that is needed. */
  readonly requestBlockOptional?: true;
  readonly request: Request;
  readonly codes: CodesOf<Reason>;
  /**
   * The answer when the time of the invocation is over. An operation that moves money sets it: by then it cannot say
   * what became of the payment. Without it the answer is an unexpected error.
   */
  readonly late?: { readonly reason: NoInfer<Reason>; readonly sentence: string };
}

/** The contract of any operation, its reasons taken as plain texts. */
export interface AnyOperationContract extends Omit<OperationContract<z.ZodMiniType, never>, 'codes' | 'late'> {
  readonly codes: Readonly<Record<string, string>>;
  readonly late?: { readonly reason: string; readonly sentence: string };
}

/**
 * The operation that the matched route (`POST /path`) belongs to. A contract may serve several, and dealers are barred
 * from operations by name.
 */
export const operationAt = (
  { routes, operation }: { readonly routes: readonly OperationRoute[]; readonly operation: OperationName },
  routeKey: string,
): OperationName => routes.find(({ method, path }) => `${method} ${path}` === routeKey)?.operation ?? operation;

/** The code of an unexpected error, the same for every operation (decisions: answers). */
export const UNEXPECTED_ERROR_CODE = 'EX';
/** Codes of answers outside the operations: an unknown path (404) and a wrong method (405). */
export const UNKNOWN_PATH_CODE = 'UnknownPath';
export const METHOD_NOT_ALLOWED_CODE = 'MethodNotAllowed';

export const defineOperation = <Request extends z.ZodMiniType, Reason extends RefusalReason>(
  contract: OperationContract<Request, Reason>,
): OperationContract<Request, Reason> => contract;
