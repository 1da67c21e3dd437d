/** Addresses of the payer's path; each holds one random value that leads to nothing else (rule 30). */
export const linkUrl = (baseUrl: string, token: string): string => `${baseUrl}/pay/${token}`;
export const callbackUrl = (baseUrl: string, reference: string): string => `${baseUrl}/3d/${reference}`;
export const resultUrl = (baseUrl: string, resultReference: string): string => `${baseUrl}/result/${resultReference}`;
