/**
 * Replaces the SDK's whole credential chain in the bundles. The credentials of a Lambda are always in its environment;
 * the other sources of the chain (files, SSO, instance metadata) only cost load time there.
 */
export const defaultProvider =
  (): (() => Promise<{
    accessKeyId: string;
    secretAccessKey: string;
    sessionToken?: string;
  }>) =>
  async () => {
    const {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_SESSION_TOKEN: sessionToken,
    } = process.env;
    if (!accessKeyId || !secretAccessKey) {
      throw new Error('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set: this code runs in Lambda only.');
    }
    return sessionToken ? { accessKeyId, secretAccessKey, sessionToken } : { accessKeyId, secretAccessKey };
  };
