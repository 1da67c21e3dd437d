// What the package exports.
export type { Answer, CodeOf, DataOf, FieldsOf, NoAnswer, OperationName } from './answer.ts';
export { checkKey, type DealerAccount } from './check-key.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export type { BankCode, ResultReport, WebhookData, WebhookType } from './contract.ts';
export { decimal, decimalOfMinor, minorOfDecimal } from './decimal.ts';
export type { Transport } from './transport.ts';
export { type ResultVerdict, verifyResult } from './verify-result.ts';
export { verifyWebhook, type Webhook, type WebhookHeaders, type WebhookVerdict } from './verify-webhook.ts';
export type { Decimal } from './wire-types.ts';
