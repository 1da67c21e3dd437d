import { contract as createPaymentRequest } from '../../functions/create-payment-request/contract.ts';
import { document as createPaymentRequestDocument } from '../../functions/create-payment-request/docs/examples.ts';
import { contract as getCustomer } from '../../functions/get-customer/contract.ts';
import { document as getCustomerDocument } from '../../functions/get-customer/docs/examples.ts';
import { contract as getSale } from '../../functions/get-sale/contract.ts';
import { document as getSaleDocument } from '../../functions/get-sale/docs/examples.ts';
import { contract as makeDirectPayment } from '../../functions/make-direct-payment/contract.ts';
import { document as makeDirectPaymentDocument } from '../../functions/make-direct-payment/docs/examples.ts';
import { contract as startMobile3D } from '../../functions/start-mobile-3d/contract.ts';
import { document as startMobile3DDocument } from '../../functions/start-mobile-3d/docs/examples.ts';
import type { AnyOperationContract } from '../../shared/http/contract.ts';
import type { OperationDocument } from '../../shared/openapi/operation-document.ts';

/** A dealer's operation with its words, its reasons and fields taken as plain strings. */
export interface DocumentedOperation {
  readonly contract: AnyOperationContract;
  readonly document: OperationDocument<string, string>;
}

/** The operations of the published document, in its order. */
export const documentedOperations: readonly DocumentedOperation[] = [
  { contract: createPaymentRequest, document: createPaymentRequestDocument },
  { contract: startMobile3D, document: startMobile3DDocument },
  { contract: makeDirectPayment, document: makeDirectPaymentDocument },
  { contract: getSale, document: getSaleDocument },
  { contract: getCustomer, document: getCustomerDocument },
];
