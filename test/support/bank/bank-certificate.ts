import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and a self-signed certificate. A test that trusts it names it as an authority. */
export interface TestCertificate {
  readonly key: string;
  readonly certificate: string;
}

const tlv = (tag: number, ...contents: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...contents: readonly Uint8Array[]): Buffer => tlv(0x30, ...contents);
const oid = (...bytes: readonly number[]): Buffer => tlv(0x06, Buffer.from(bytes));
const bits = (content: Uint8Array): Buffer => tlv(0x03, Buffer.from([0]), content);
const octets = (content: Uint8Array): Buffer => tlv(0x04, content);
const time = (text: string): Buffer => tlv(0x18, Buffer.from(text));

const ECDSA_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const TRUE = tlv(0x01, Buffer.from([0xff]));
const NAME = sequence(tlv(0x31, sequence(oid(0x55, 0x04, 0x03), tlv(0x0c, Buffer.from('Test bank')))));

/** A certificate for one IPv4 address, valid for a century. */
export const certificateFor = (address: string): TestCertificate => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const alternative = tlv(0x87, Buffer.from(address.split('.').map(Number)));
  const extensions = sequence(
    sequence(oid(0x55, 0x1d, 0x13), TRUE, octets(sequence(TRUE))),
    sequence(oid(0x55, 0x1d, 0x11), octets(sequence(alternative))),
  );
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    ECDSA_SHA256,
    NAME,
    sequence(time('20200101000000Z'), time('21200101000000Z')),
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, extensions),
  );
  const der = sequence(body, ECDSA_SHA256, bits(sign('sha256', body, privateKey)));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
};
