import type { LookupAddress } from 'node:dns';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer } from 'dns-packet';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addressRecords,
  type NameServer,
  type Question,
  type Reply,
  rcode,
  startNameServer,
} from '../../../../../test-support/name-server.ts';
import { startReceiver } from '../../../../../test-support/receiver.ts';
import { forbidden_addresses, public_addresses } from '../../../../../test-support/special-addresses.ts';
import { type ConnectionWatch, watchConnections } from '../../../../../test-support/watch-connections.ts';
import { makeSender, type Sender } from '../../events/webhooks/delivery/send.ts';
import { makeGuard } from './guard-address.ts';
import type { ResolveOptions } from './resolve-name.ts';

let watch: ConnectionWatch;
let name_server: NameServer;
let answer: (question: Question) => Reply | null;
beforeAll(async () => {
  watch = await watchConnections();
  name_server = await startNameServer((question) => answer(question));
});
afterAll(async () => {
  await name_server.close();
  await watch.close();
});

const senders: Sender[] = [];
afterEach(() => Promise.all(senders.splice(0).map((sender) => sender.close())));
beforeEach(() => watch.forget());

function senderFor(networks: string[] = [], options: ResolveOptions = {}, deadline_ms = 10_000): Sender {
  const resolve = { name_servers: [name_server.place], ...options };
  const sender = makeSender({ networks, deadline_ms, resolve });
  senders.push(sender);
  return sender;
}

const send = (sender: Sender, host = 'shop.example') =>
  sender.send(`http://${host}:${watch.port}/hook`, {}, '{}');

function look(host: string, networks: string[] = []): Promise<string | LookupAddress[]> {
  const { lookup } = makeGuard(networks, { name_servers: [name_server.place] });
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, found) => (error ? reject(error) : resolve(found)));
  });
}

/** Makes a name server's reply that resolves every name to these addresses. */
const at =
  (...addresses: string[]) =>
  (question: Question): Reply => ({ answers: addressRecords(question, addresses, 0) });

const not_public = 'shop.example is not a public address';

async function expectRefused(): Promise<void> {
  expect(await send(senderFor())).toMatchObject({ status_code: null, error: not_public });
  expect(watch.arrived).toEqual([]);
  expect(watch.attempts).toEqual([]);
}

describe('a name', () => {
  it.each(public_addresses)('is resolved when its address is %s', async (address) => {
    answer = at(address);
    expect(await look('shop.example')).toEqual([{ address, family: address.includes(':') ? 6 : 4 }]);
  });

  it.each(forbidden_addresses)('is refused when its address is %s: %s', async (address) => {
    answer = at(address);
    await expectRefused();
  });

  it.each([
    [['8.8.8.8', '10.0.0.1']],
    [['127.0.0.1', '8.8.8.8']],
    [['8.8.8.8', '1.1.1.1', '9.9.9.9', '127.0.0.1']],
    [['8.8.8.8', '::1']],
    [['127.0.0.1', '2606:4700:4700::1111']],
    [['2606:4700:4700::1111', 'fe80::1']],
    [['2606:4700:4700::1111', '::ffff:8.8.8.8']],
    [['2606:4700:4700::1111', '64:ff9b::808:808']],
    [['10.0.0.1', '64:ff9b::a00:1']],
    [['8.8.8.8', '64:ff9b:1::808:808']],
    [['8.8.8.8', '169.254.169.254']],
    [['8.8.8.8', '0.0.0.0']],
    // More addresses than are ever used.
    [[...Array.from({ length: 20 }, (_, index) => `9.9.9.${index}`), '10.0.0.1']],
  ])('is refused when one of its addresses is not public: %j', async (addresses) => {
    answer = at(...addresses);
    await expectRefused();
  });

  it('is resolved to its IPv4 addresses if the name server adds addresses for NAT64', async () => {
    answer = at('8.8.8.8', '1.1.1.1', '64:ff9b::808:808', '64:ff9b::101:101');
    expect(await look('shop.example')).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '1.1.1.1', family: 4 },
    ]);
  });

  it('is resolved to at most eight addresses', async () => {
    answer = at(...Array.from({ length: 20 }, (_, index) => `9.9.9.${index}`));
    expect(await look('shop.example')).toHaveLength(8);
  });

  it('is resolved to its IPv4 addresses first', async () => {
    answer = at('2606:4700:4700::1111', '8.8.8.8', '1.1.1.1');
    expect(await look('shop.example')).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '1.1.1.1', family: 4 },
      { address: '2606:4700:4700::1111', family: 6 },
    ]);
  });

  it.each<[what: string, records: Answer[]]>([
    [
      'a private address',
      [
        { type: 'CNAME', name: 'shop.example', data: 'db.inside.example' },
        { type: 'A', name: 'db.inside.example', data: '10.0.0.5' },
      ],
    ],
    [
      'loopback through several',
      [
        { type: 'CNAME', name: 'shop.example', data: 'a.example' },
        { type: 'CNAME', name: 'a.example', data: 'b.example' },
        { type: 'CNAME', name: 'b.example', data: 'localhost' },
        { type: 'A', name: 'localhost', data: '127.0.0.1' },
      ],
    ],
    [
      'metadata',
      [
        { type: 'CNAME', name: 'shop.example', ttl: 0, data: 'metadata.google.internal' },
        { type: 'A', name: 'metadata.google.internal', ttl: 0, data: '169.254.169.254' },
      ],
    ],
  ])('is refused as an alias of %s', async (_, records) => {
    answer = ({ type }) => ({ answers: records.filter((record) => record.type !== 'A' || type === 'A') });
    await expectRefused();
  });

  it('is refused if the complete response, over TCP, contains a forbidden address', async () => {
    answer = (question) =>
      question.transport === 'udp'
        ? { answers: addressRecords(question, ['8.8.8.8']), truncated: true }
        : at('8.8.8.8', '127.0.0.1')(question);
    await expectRefused();
  });

  it.each(['localhost', 'shop.localhost', 'LOCALHOST.', 'db', 'db.internal', 'nas.local', 'nas.home.arpa'])(
    'is refused without a query: %s',
    async (host) => {
      const before = name_server.questions.length;
      await expect(look(host)).rejects.toMatchObject({ code: 'forbidden_address' });
      expect(name_server.questions).toHaveLength(before);
    },
  );

  it.each(['127.0.0.1', '::1', '::ffff:8.8.8.8', '10.0.0.1'])(
    'is refused if it is the address %s',
    async (host) => {
      await expect(look(host)).rejects.toMatchObject({ code: 'forbidden_address' });
    },
  );
});

describe('a name whose addresses change', () => {
  it('is resolved once for each connection, which goes to that address', async () => {
    const sender = senderFor(['127.0.0.2']);
    answer = at('127.0.0.2');
    const before = name_server.questions.length;
    expect(await send(sender, 'once.example')).toMatchObject({ status_code: 200 });
    expect(name_server.questions.slice(before).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['A', 'AAAA']),
    );
    expect(name_server.questions).toHaveLength(before + 2);
    expect(watch.arrived).toEqual(['127.0.0.2']);
  });

  it.each<[what: string, later: string[]]>([
    ['another address of this machine', ['127.0.0.1']],
    ['both addresses at once', ['127.0.0.2', '127.0.0.1']],
    ['the IPv6 address', ['::1']],
    ['the metadata address', ['169.254.169.254']],
  ])('is refused as soon as it resolves to %s', async (_, later) => {
    const sender = senderFor(['127.0.0.2']);
    answer = (question) => at(...(question.before === 0 ? ['127.0.0.2'] : later))(question);
    const host = `rebound-${later.length}-${later[0]?.replaceAll(/\W/g, '-')}.example`;
    expect(await send(sender, host)).toMatchObject({ status_code: 200 });
    for (let turn = 0; turn < 5; turn++) {
      expect(await send(sender, host)).toMatchObject({ error: `${host} is not a public address` });
    }
    expect(watch.arrived).toEqual(['127.0.0.2']);
  });

  it('is refused every other time when it alternates between an allowed and a forbidden address', async () => {
    const sender = senderFor(['127.0.0.2']);
    answer = (question) => at(question.before % 2 === 0 ? '127.0.0.2' : '127.0.0.1')(question);
    const codes: (number | null)[] = [];
    for (let turn = 0; turn < 6; turn++) codes.push((await send(sender, 'flips.example')).status_code);
    expect(codes).toEqual([200, null, 200, null, 200, null]);
    expect(watch.arrived).toEqual(['127.0.0.2', '127.0.0.2', '127.0.0.2']);
  });

  it('is reached at its second address when the first does not respond', async () => {
    const receiver = await startReceiver();
    answer = at('127.0.0.2', '127.0.0.1');
    const url = receiver.url.replace('127.0.0.1', 'two.example');
    expect(await senderFor(['127.0.0.0/8']).send(url, {}, '{}')).toMatchObject({ status_code: 200 });
    expect(watch.attempts).toEqual(['127.0.0.2', '127.0.0.1']);
    await receiver.close();
  });
});

describe('a failed resolution', () => {
  const timeout_ms = 150;
  it.each<[what: string, reply: (question: Question) => Reply | null, error: RegExp]>([
    ['no such name', () => ({ rcode: rcode.NXDOMAIN }), /^ENOTFOUND: shop.example has no address$/],
    ['no address', () => ({}), /^ENOTFOUND: shop.example has no address$/],
    [
      'another kind of record',
      () => ({ answers: [{ type: 'TXT', name: 'shop.example', data: 'hello' }] }),
      /^ENOTFOUND: /,
    ],
    [
      'a name that leads nowhere',
      () => ({ answers: [{ type: 'CNAME', name: 'shop.example', data: 'nowhere.example' }] }),
      /^ENOTFOUND: /,
    ],
    [
      'a name that leads to itself',
      () => ({ answers: [{ type: 'CNAME', name: 'shop.example', data: 'shop.example' }] }),
      /^E[A-Z]+: /,
    ],
    ['a server failure', () => ({ rcode: rcode.SERVFAIL }), /^ESERVFAIL: the name servers could not resolve/],
    ['a refusal', () => ({ rcode: rcode.REFUSED }), /^EREFUSED: /],
    ['a format error', () => ({ rcode: rcode.FORMERR }), /^EFORMERR: /],
    ['silence', () => null, /^ETIMEOUT: no name server responded about shop.example in time$/],
    ['silence about IPv6', ({ type }) => (type === 'A' ? {} : null), /^ETIMEOUT: /],
    ['the response to another query', (q) => ({ ...at('8.8.8.8')(q), wrong_id: true }), /^ETIMEOUT: /],
    [
      'a truncated response',
      ({ transport }) => (transport === 'udp' ? { truncated: true } : null),
      /^ETIMEOUT: /,
    ],
    ['a malformed response', () => ({ raw: Buffer.from('not an answer at all') }), /^E[A-Z]+: /],
    ['an empty packet', () => ({ raw: Buffer.alloc(0) }), /^E[A-Z]+: /],
  ])('is reported with its cause: %s', async (_, reply, error) => {
    answer = reply;
    // This timeout is shorter than the resolver's own.
    const result = await send(senderFor([], { timeout_ms }, 3_000));
    expect(result).toMatchObject({ status_code: null, error: expect.stringMatching(error) });
    expect(watch.attempts).toEqual([]);
  });

  it('of one address family does not prevent a request to the other', async () => {
    answer = (question) => (question.type === 'A' ? at('127.0.0.1')(question) : { rcode: rcode.SERVFAIL });
    expect(await send(senderFor(['127.0.0.1']))).toMatchObject({ status_code: 200 });
  });

  it('ends at the deadline', async () => {
    answer = () => null;
    const result = await send(senderFor([], {}, 200));
    expect(result).toMatchObject({ status_code: null, error: 'no complete response within 0.2 s' });
  });

  it('is reported when there is no name server', async () => {
    const closed = await startNameServer(() => null);
    await closed.close();
    const result = await send(senderFor([], { name_servers: [closed.place], timeout_ms: 5_000 }));
    expect(result.error).toMatch(/^E(CONNREFUSED|TIMEOUT): /);
  });

  it('does not delay other queries', async () => {
    answer = (question) => (question.name.startsWith('dead') ? null : at('127.0.0.1')(question));
    const sender = senderFor(['127.0.0.1']);
    let ended = 0;
    const dead = Array.from({ length: 100 }, async (_, index) => {
      await send(sender, `dead-${index}.example`);
      ended++;
    });
    // File reads share the four threads of the system's resolver.
    expect(await send(sender, 'alive.example')).toMatchObject({ status_code: 200 });
    await readFile(import.meta.filename);
    expect(ended).toBe(0);
    await sender.close();
    await Promise.all(dead);
  });
});

describe('names in the hosts file', () => {
  let folder: string;
  let hosts_file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guichet-hosts-'));
    hosts_file = join(folder, 'hosts');
    await writeFile(
      hosts_file,
      '# names\n127.0.0.2 inside.example Other.Example # a comment\n10.0.0.9\tforbidden.example\nnonsense x.example\n',
    );
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(['inside.example', 'other.example', 'INSIDE.example.'])(
    'take precedence over name servers where networks are open: %s',
    async (host) => {
      answer = at('8.8.8.8');
      expect(await send(senderFor(['127.0.0.2'], { hosts_file }), host)).toMatchObject({ status_code: 200 });
      expect(watch.arrived).toEqual(['127.0.0.2']);
    },
  );

  it('are checked like any other name', async () => {
    const result = await send(senderFor(['127.0.0.2'], { hosts_file }), 'forbidden.example');
    expect(result.error).toBe('forbidden.example is not a public address');
  });

  it('are not used where no network is open', async () => {
    answer = () => ({ rcode: rcode.NXDOMAIN });
    const result = await send(senderFor([], { hosts_file }), 'inside.example');
    expect(result.error).toBe('ENOTFOUND: inside.example has no address');
  });

  it.each(['x.example', 'side.example'])('do not match other names: %s', async (host) => {
    answer = () => ({ rcode: rcode.NXDOMAIN });
    const result = await send(senderFor(['127.0.0.2'], { hosts_file }), host);
    expect(result.error).toBe(`ENOTFOUND: ${host} has no address`);
  });

  it('are optional', async () => {
    answer = at('127.0.0.1');
    const sender = senderFor(['127.0.0.1'], { hosts_file: join(folder, 'none') });
    expect(await send(sender)).toMatchObject({ status_code: 200 });
  });
});
