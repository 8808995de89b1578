import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressRecords, type NameServer, startNameServer } from '../../../../../test-support/name-server.ts';
import { forbidden_addresses } from '../../../../../test-support/special-addresses.ts';
import { type ConnectionWatch, watchConnections } from '../../../../../test-support/watch-connections.ts';
import { makeSender, type Sender } from '../../events/webhooks/delivery/send.ts';

// Every case sends a real request. A server on all addresses of this machine records the requests that arrive, and
// attempts to reach any other address are recorded too.
let watch: ConnectionWatch;
let name_server: NameServer;
let sender: Sender;
beforeAll(async () => {
  watch = await watchConnections();
  // A query that should not have been made resolves to this machine.
  name_server = await startNameServer((question) => ({
    answers: addressRecords(question, ['127.0.0.1', '::1']),
  }));
  sender = makeSender({ networks: [], resolve: { name_servers: [name_server.place] } });
});
afterAll(async () => {
  await sender.close();
  await name_server.close();
  await watch.close();
});
beforeEach(() => watch.forget());

async function expectNoConnection(url: string): Promise<void> {
  const result = await sender.send(url, {}, '{}');
  expect(result).toMatchObject({ status_code: null, error: expect.any(String) });
  expect(watch.arrived).toEqual([]);
  expect(watch.attempts).toEqual([]);
}

type Parts = readonly [number, number, number, number];

const hex = (number: number): string => number.toString(16);
const octal = (number: number): string => `0${number.toString(8)}`;
const numberOf = ([a, b, c, d]: Parts): number => ((a * 256 + b) * 256 + c) * 256 + d;
const high = ([a, b]: Parts): string => hex(a * 256 + b);
const low = ([, , c, d]: Parts): string => hex(c * 256 + d);
const inFullWidth = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
const inCircles = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(digit === '0' ? 0x24ea : 0x245f + Number(digit)));
const inPercent = (text: string): string =>
  text.replace(/[\d.]/g, (sign) => `%${hex(sign.codePointAt(0) ?? 0)}`);

const spellings: readonly [what: string, spell: (parts: Parts) => string][] = [
  ['dotted', (parts) => parts.join('.')],
  ['a trailing dot', (parts) => `${parts.join('.')}.`],
  ['hexadecimal parts', (parts) => parts.map((part) => `0x${hex(part)}`).join('.')],
  ['hexadecimal parts with zeros', (parts) => parts.map((part) => `0X0000${hex(part)}`).join('.')],
  ['octal parts', (parts) => parts.map(octal).join('.')],
  ['octal parts with zeros', (parts) => parts.map((part) => `0000${octal(part)}`).join('.')],
  ['mixed parts', ([a, b, c, d]) => `0x${hex(a)}.${octal(b)}.${c}.${d}`],
  ['three parts', ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`],
  ['two parts', ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`],
  ['one number', (parts) => `${numberOf(parts)}`],
  ['one hexadecimal number', (parts) => `0x${hex(numberOf(parts))}`],
  ['one octal number', (parts) => octal(numberOf(parts))],
  ['one number and a dot', (parts) => `${numberOf(parts)}.`],
  ['full-width digits', (parts) => inFullWidth(parts.join('.'))],
  ['circled digits', (parts) => inCircles(parts.join('.'))],
  ['ideographic full stops', (parts) => parts.join('。')],
  ['half-width full stops', (parts) => parts.join('｡')],
  ['percent encoding', (parts) => inPercent(parts.join('.'))],
  ['a soft hyphen', (parts) => `\u00ad${parts.join('.')}`],
  ['mapped', (parts) => `[::ffff:${parts.join('.')}]`],
  ['mapped in hexadecimal', (parts) => `[::ffff:${high(parts)}:${low(parts)}]`],
  ['mapped and written out', (parts) => `[0:0:0:0:0:FFFF:${high(parts)}:${low(parts)}]`],
  ['compatible', (parts) => `[::${parts.join('.')}]`],
  ['SIIT', (parts) => `[::ffff:0:${parts.join('.')}]`],
  ['NAT64', (parts) => `[64:ff9b::${parts.join('.')}]`],
  ['6to4', (parts) => `[2002:${high(parts)}:${low(parts)}::1]`],
  ['Teredo’s server', (parts) => `[2001:0:${high(parts)}:${low(parts)}::1]`],
  ['ISATAP', (parts) => `[fe80::5efe:${parts.join('.')}]`],
];

describe.each<[Parts, string]>([
  [[127, 0, 0, 1], 'loopback'],
  [[10, 0, 0, 1], 'private'],
  [[169, 254, 169, 254], 'metadata'],
  [[192, 168, 1, 1], 'private'],
  [[100, 100, 100, 200], 'a cloud’s metadata'],
])('the address %j (%s)', (parts) => {
  it.each(spellings)('is not reached in this spelling: %s', async (_, spell) => {
    await expectNoConnection(`http://${spell(parts)}:${watch.port}/hook`);
  });
});

describe('an address that is not public', () => {
  it.each(forbidden_addresses)('is not reached: %s, %s', async (address) => {
    const host = address.includes(':') ? `[${address}]` : address;
    await expectNoConnection(`http://${host}:${watch.port}/hook`);
    await expectNoConnection(`https://${host}:${watch.port}/hook`);
  });
});

describe('a name', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'shop.localhost',
    'a.b.localhost.',
    'local%68ost',
    'localhost%2e',
    'ｌｏｃａｌｈｏｓｔ',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'local\u00adhost',
    '127.0.0.1.localhost',
    'localhost.localdomain',
    'ip6-localhost',
    'ip6-loopback',
    'broadcasthost',
    'metadata',
    'metadata.google.internal',
    'metadata.google.internal.',
    'instance-data',
    'instance-data.ec2.internal',
    'host.docker.internal',
    'gateway.docker.internal',
    'host.containers.internal',
    'kubernetes',
    'kubernetes.default.svc',
    'kubernetes.default.svc.cluster.local',
    'consul.service.consul',
    'db',
    'postgres',
    'router.local',
    'nas.home.arpa',
    '127.0.0.1.nip.example',
    '7f000001.rebind.example',
    'localtest.example',
    'xn--shop-.example',
    'a_b.example',
    `${'a'.repeat(63)}.example`,
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(130)}example`,
  ])('that resolves to this machine is not reached: %s', async (host) => {
    await expectNoConnection(`http://${host}:${watch.port}/hook`);
    await expectNoConnection(`https://${host}:${watch.port}/hook`);
  });

  it('that can only exist in a private network is not even queried', async () => {
    const before = name_server.questions.length;
    for (const host of [
      'db',
      'localhost',
      'shop.localhost',
      'db.internal',
      'router.local',
      'nas.home.arpa',
    ]) {
      const result = await sender.send(`http://${host}:${watch.port}/hook`, {}, '{}');
      expect(result.error).toBe(`${host} is not a public address`);
    }
    expect(name_server.questions.slice(before)).toEqual([]);
  });
});

describe('an unusual spelling of a URL', () => {
  it.each<[what: string, write: (port: number) => string]>([
    ['credentials', (port) => `http://user:secret@127.0.0.1:${port}/`],
    ['a user name', (port) => `http://user@127.0.0.1:${port}/`],
    ['a public host as the user', (port) => `http://8.8.8.8@127.0.0.1:${port}/`],
    ['a public host and port as the credentials', (port) => `http://8.8.8.8:80@127.0.0.1:${port}/`],
    ['the forbidden host as the credentials', (port) => `http://127.0.0.1:${port}@shop.example/`],
    ['a backslash before another host', (port) => `http://127.0.0.1:${port}\\@8.8.8.8/`],
    ['backslashes', (port) => `http:\\\\127.0.0.1:${port}\\`],
    ['no slashes', (port) => `http:127.0.0.1:${port}/`],
    ['one slash', (port) => `http:/127.0.0.1:${port}/`],
    ['three slashes', (port) => `http:///127.0.0.1:${port}/`],
    ['a line end in the host', (port) => `http://127.0.\n0.1:${port}/`],
    ['a tab in the scheme', (port) => `ht\ttp://127.0.0.1:${port}/`],
    ['spaces around it', (port) => `  http://127.0.0.1:${port}/  `],
    ['a fragment that looks like a host', (port) => `http://127.0.0.1:${port}#@8.8.8.8/`],
    ['a query that looks like a host', (port) => `http://127.0.0.1:${port}?@8.8.8.8/`],
    ['capital letters', (port) => `HTTP://127.0.0.1:${port}/`],
    ['zeros before the port', (port) => `http://127.0.0.1:00${port}/`],
    ['a zone', (port) => `http://[fe80::1%25lo]:${port}/`],
    ['a zone of loopback', (port) => `http://[::1%25lo]:${port}/`],
    ['an IPv4 address in brackets', (port) => `http://[127.0.0.1]:${port}/`],
    ['an address of a future version', (port) => `http://[v1.127.0.0.1]:${port}/`],
    ['five parts', (port) => `http://127.0.0.0.1:${port}/`],
    ['a part that is too large', (port) => `http://127.0.0.256:${port}/`],
    ['a number that is too large', (port) => `http://4294967297:${port}/`],
    ['a negative number', (port) => `http://-2130706433:${port}/`],
    ['a leading dot', (port) => `http://.127.0.0.1:${port}/`],
    ['two dots', (port) => `http://127..0.1:${port}/`],
    ['no host', (port) => `http://:${port}/`],
    ['ftp', (port) => `ftp://127.0.0.1:${port}/`],
    ['ws', (port) => `ws://127.0.0.1:${port}/`],
    ['gopher', (port) => `gopher://127.0.0.1:${port}/_POST`],
    ['a file', () => 'file:///etc/passwd'],
    ['a socket', () => 'unix:/var/run/docker.sock'],
    ['a socket through http', () => 'http+unix://%2Fvar%2Frun%2Fdocker.sock/info'],
    ['data', () => 'data:application/json,{}'],
    ['a script', () => 'javascript:alert(1)'],
    ['a blob', (port) => `blob:http://127.0.0.1:${port}/1`],
    ['about', () => 'about:blank'],
    ['nothing', () => ''],
    ['a path', () => '/hook'],
  ])('opens no connection: %s', async (_, write) => {
    await expectNoConnection(write(watch.port));
  });

  it('never sends credentials, even to an allowed host', async () => {
    const open = makeSender({ networks: ['127.0.0.0/8'] });
    const result = await open.send(`http://user:secret@127.0.0.1:${watch.port}/`, {}, '{}');
    expect(result.error).toBe('the address has a user name or password');
    expect(watch.arrived).toEqual([]);
    await open.close();
  });
});

describe('the connection watch', () => {
  it('records requests that are allowed', async () => {
    const open = makeSender({ networks: ['127.0.0.0/8', '::1'] });
    for (const host of ['127.0.0.1', '127.1', '[::1]', 'localhost']) {
      const result = await open.send(`http://${host}:${watch.port}/hook`, {}, '{}');
      expect(result.status_code).toBe(200);
    }
    expect(watch.arrived).toEqual(['127.0.0.1', '127.0.0.1', '::1', '127.0.0.1']);
    expect(watch.attempts).toEqual(['127.0.0.1', '127.0.0.1', '::1', '127.0.0.1']);
    await open.close();
  });
});

describe('opened networks', () => {
  it.each<[networks: string[], host: string, reached: string | null]>([
    [['127.0.0.2'], '127.0.0.2', '127.0.0.2'],
    [['127.0.0.2'], '127.0.0.1', null],
    [['127.0.0.2'], '127.0.0.3', null],
    [['127.0.0.2'], 'localhost', null],
    [['127.0.0.0/30'], '127.0.0.3', '127.0.0.3'],
    [['127.0.0.0/30'], '127.0.0.4', null],
    [['127.0.0.0/30'], '127.0.0.1', '127.0.0.1'],
    [['127.0.0.0/30'], '0x7f000002', '127.0.0.2'],
    [['127.0.0.0/30'], 'localhost', '127.0.0.1'],
    [['127.0.0.0/30'], 'shop.localhost', '127.0.0.1'],
    [['127.0.0.0/30'], '[::1]', null],
    [['127.0.0.0/30'], '[::ffff:127.0.0.1]', null],
    [['127.0.0.0/30'], '0.0.0.0', null],
    [['127.0.0.0/30'], '[::]', null],
    [['::1'], '[::1]', '::1'],
    [['::1'], 'localhost', '::1'],
    [['::1'], '127.0.0.1', null],
    [['::1'], '[::]', null],
    [['10.0.0.0/8'], '127.0.0.1', null],
    [['10.0.0.0/8', '127.9.0.0/16'], '127.9.1.1', '127.9.1.1'],
  ])('%j: a request to %s reaches %s', async (networks, host, reached) => {
    const partly = makeSender({ networks });
    const { status_code } = await partly.send(`http://${host}:${watch.port}/hook`, {}, '{}');
    expect(status_code).toBe(reached === null ? null : 200);
    expect(watch.arrived).toEqual(reached === null ? [] : [reached]);
    await partly.close();
  });
});
