import { describe, expect, test } from 'vitest';
import { mayCallAt, readOutgoingAddress } from '../../../../shared/domain/outgoing/outgoing-address.ts';

const production = { ownAddresses: ['https://pay.example.com'], loopback: false };
const sandbox = { ownAddresses: ['http://127.0.0.1:3000'], loopback: true };

const target = (text: string, rules = production) => {
  const read = readOutgoingAddress(text, rules);
  if ('problem' in read) throw new Error(read.problem);
  return read;
};

describe('Addresses that others typed in (rule 41)', () => {
  test.each([
    ['https://hooks.example.com/in?key=1#part', 'https://hooks.example.com/in?key=1'],
    ['https://HOOKS.example.com:443/', 'https://hooks.example.com/'],
    ['https://hooks.example.com.:8443/in', 'https://hooks.example.com.:8443/in'],
    ['https://8.8.8.8/in', 'https://8.8.8.8/in'],
    ['https://[2a00:1450::1]:1024/in', 'https://[2a00:1450::1]:1024/in'],
  ])('%s is called as %s', (text, href) => {
    expect(target(text).href).toBe(href);
  });

  test.each([
    ['', 'not-an-address'],
    ['hooks.example.com', 'not-an-address'],
    ['http://hooks.example.com/', 'not-https'],
    ['ftp://hooks.example.com/', 'not-https'],
    ['file:///etc/passwd', 'not-an-address'],
    ['https://user@hooks.example.com/', 'credentials'],
    ['https://:word@hooks.example.com/', 'credentials'],
    ['https://hooks.example.com:25/', 'port'],
    ['https://hooks.example.com:1023/', 'port'],
    ['https://pay.example.com/anything', 'own-host'],
    ['https://PAY.example.com.:8443/', 'own-host'],
    ['https://localhost/', 'not-public'],
    ['https://intranet/', 'not-public'],
    ['https://127.0.0.1/', 'not-public'],
    ['https://127.1/', 'not-public'],
    ['https://2130706433/', 'not-public'],
    ['https://0x7f.0.0.1/', 'not-public'],
    ['https://[::1]/', 'not-public'],
    ['https://[::ffff:10.0.0.1]/', 'not-public'],
    ['https://169.254.169.254/latest/meta-data', 'not-public'],
    ['http://127.0.0.1:9999/', 'not-https'],
    [`https://hooks.example.com/${'x'.repeat(1000)}`, 'too-long'],
    [`https://hooks.example.com/${'ş'.repeat(300)}`, 'too-long'],
  ])('%s is refused: %s', (text, problem) => {
    expect(readOutgoingAddress(text, production)).toEqual({ problem });
  });

  test.each([
    ['http://127.0.0.1:9999/in', true],
    ['https://127.0.0.1:9999/in', true],
    ['http://localhost:80/in', true],
    ['http://[::1]:9999/in', true],
    ['https://hooks.example.com/', false],
  ])('a sandbox that allows loopback calls %s', (text, loopback) => {
    expect(target(text, sandbox).loopback).toBe(loopback);
  });

  test.each([
    ['http://127.0.0.1:3000/in', 'own-host'],
    ['http://localhost:3000/in', 'own-host'],
    ['http://hooks.example.com/', 'not-https'],
    ['https://10.0.0.1/', 'not-public'],
  ])('a sandbox that allows loopback refuses %s', (text, problem) => {
    expect(readOutgoingAddress(text, sandbox)).toEqual({ problem });
  });
});

describe('Where a name may lead (rule 41)', () => {
  const named = target('https://hooks.example.com/');
  const here = target('http://localhost:9999/', sandbox);
  test.each([
    ['public addresses', named, ['8.8.8.8', '2a00:1450::1'], true],
    ['no address', named, [], false],
    ['one private address among public ones', named, ['8.8.8.8', '10.0.0.1'], false],
    ['the machine itself', named, ['127.0.0.1'], false],
    ['the machine itself, by its own name', here, ['127.0.0.1', '::1'], true],
    ['another machine, by the name of this one', here, ['8.8.8.8'], false],
  ])('%s', (_title, to, addresses, may) => {
    expect(mayCallAt(to, addresses)).toBe(may);
  });
});
