import { expect, it } from 'vitest';
import { readOpenedHost } from './opened-hosts.ts';

it.each<[string, string, number | null]>([
  ['gateway.example', 'gateway.example', null],
  ['Gateway.Example.', 'gateway.example', null],
  ['gateway:8443', 'gateway', 8443],
  ['localhost:4100', 'localhost', 4100],
  ['10.20.3.4', '10.20.3.4', null],
  ['10.20.3.4:8443', '10.20.3.4', 8443],
  ['10.20.0.0/16', '10.20.0.0/16', null],
  ['fd12::1', 'fd12::1', null],
  ['fd12::/48', 'fd12::/48', null],
  ['[fd12::1]', 'fd12::1', null],
  ['[fd12::1]:8443', 'fd12::1', 8443],
])('the entry %s opens %s, port %s', (text, host, port) => {
  expect(readOpenedHost(text)).toEqual({ host, port });
});

it.each([
  '',
  '*',
  '*.example',
  'https://gateway.example',
  'gateway.example/pay',
  'user@gateway.example',
  'gateway.example:0',
  'gateway.example:65536',
  'gateway.example:https',
  '10.20.0.0/16:8443',
  '0.0.0.0/0',
  '::/0',
  // URL parsers read these numbers as addresses.
  '127.1',
  '2130706433',
  '0x7f000001',
  '①②⑦.⓪.⓪.①',
  '10.20.3.4\\@b',
])('the entry %j is invalid', (text) => {
  expect(readOpenedHost(text)).toBeUndefined();
});
