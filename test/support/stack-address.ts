/** Where a running app is reached by a test. */
export interface StackAddress {
  readonly baseUrl: string;
  /** The stand-ins for KMS and Lambda. */
  readonly endpoint: string;
  readonly engineEndpoint: string;
  readonly tableName: string;
  readonly dataDir: string;
}
