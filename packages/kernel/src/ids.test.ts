import { describe, expect, it, vi } from 'vitest';
import {
  type IdKind,
  isMerchantId,
  lowestIdAt,
  makeId,
  makeIdAt,
  makeIdWithout,
  makeMerchantId,
  makeToken,
  timeOfId,
} from './ids.ts';

describe('makeId', () => {
  it.each<[IdKind, string]>([
    ['api_key', 'key'],
    ['session', 'cs'],
    ['payment', 'pay'],
    ['attempt', 'att'],
    ['ledger_transaction', 'ltx'],
    ['event', 'evt'],
    ['webhook_endpoint', 'whe'],
    ['delivery', 'dlv'],
  ])('makes the id of a %s from %s_ and a ULID', (kind, prefix) => {
    // Crockford's alphabet; 7 is the largest first character of 128 bits.
    expect(makeId(kind)).toMatch(new RegExp(`^${prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`));
  });

  it('never makes the same id twice, and makes ids that sort in the order of creation', () => {
    const ids = Array.from({ length: 100_000 }, () => makeId('payment'));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
  });

  it('makes ids that sort in the order of creation after a clock is set back slightly, and follows a clock that is set back further', () => {
    const now_ms = Date.now();
    const at = vi.spyOn(Date, 'now');
    const madeAt = (seconds: number) => {
      at.mockReturnValue(now_ms + seconds * 1000);
      return makeId('payment');
    };
    const [first, second] = [madeAt(3_600), madeAt(3_595)];
    expect(first < second).toBe(true);
    expect(timeOfId(second)).toEqual(timeOfId(first));
    expect(timeOfId(madeAt(0))).toEqual(new Date(now_ms));
  });

  it('uses the time of another clock, and makes ids that sort in the order of creation even at the same moment', () => {
    const at = new Date('2020-01-01T00:00:00.000Z');
    const ids = [1, 2, 3].map(() => makeIdAt('ledger_transaction', at));
    expect(ids.toSorted()).toEqual(ids);
    expect(ids.map((id) => timeOfId(id))).toEqual([at, at, at]);
  });

  it('includes the time of creation', () => {
    const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    const before_ms = Date.now();
    const time = makeId('event').slice(4, 14);
    const made_ms = [...time].reduce((sum, digit) => sum * 32 + alphabet.indexOf(digit), 0);
    expect(made_ms).toBeGreaterThanOrEqual(before_ms);
    expect(made_ms).toBeLessThanOrEqual(Date.now());
  });
});

describe('makeMerchantId', () => {
  it('makes ids of ten characters that sort by their second, after those of earlier versions', () => {
    const at = vi.spyOn(Date, 'now');
    const madeAt = (time: string) => {
      at.mockReturnValue(Date.parse(time));
      return makeMerchantId();
    };
    const times = [
      '2026-11-27T19:00:00Z',
      '2026-11-27T19:00:01Z',
      '2038-01-19T03:14:08Z',
      '3000-01-01T00:00:00Z',
    ];
    const ids = times.map(madeAt);
    expect(ids.map((id) => id.slice(0, -3))).toEqual([
      'mer_1NGKMSG',
      'mer_1NGKMSH',
      'mer_2000000',
      'mer_Y8NXK00',
    ]);
    expect(['mer_01KB3FMZZZZZZZZZZZZZZZZZZZ', ...ids].toSorted().slice(1)).toEqual(ids);
    expect(ids.filter((id) => !isMerchantId(id))).toEqual([]);
  });

  it('draws three characters at random', () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-27T19:00:00Z'));
    const ends = Array.from({ length: 5000 }, () => makeMerchantId().slice(-3));
    expect(new Set(ends).size).toBeGreaterThan(4000);
    expect(new Set(ends.join('')).size).toBe(32);
  });
});

describe('isMerchantId', () => {
  it.each([
    ['mer_1NGKMSG07Z', true],
    ['mer_01KB3FM4Q8ZZZZZZZZZZZZZZZZ', true],
    ['mer_1NGKMSG07', false],
    ['mer_1NGKMSG07ZZ', false],
    ['mer_1NGKMSG07I', false],
    ['mer_81KB3FM4Q8ZZZZZZZZZZZZZZZZ', false],
    ['pay_1NGKMSG07Z', false],
    ["mer_1NGKMSG07Z' or true --", false],
  ])('of %j is %j', (text, answer) => {
    expect(isMerchantId(text)).toBe(answer);
  });
});

describe('makeIdWithout', () => {
  // A time within a period of a few hours in which the time of every id begins with 01CMD.
  const now = timeOfId('cac_01CMDZZZZZ0000000000000000');

  it('makes ids without the refused letters, even while the time contains them', () => {
    // The beginning of today's usual ids is refused as well.
    const refused = new RegExp(`cmd|${makeId('connector_account').slice(0, 8)}`, 'i');
    for (let draw = 0; draw < 1000; draw++) {
      const id = makeIdWithout('connector_account', refused, now);
      expect(id).toMatch(/^cac_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
      expect(id).not.toMatch(refused);
      expect(now.getTime() - timeOfId(id).getTime()).toBeLessThan(2 * 86_400_000);
    }
  });
});

describe('makeToken', () => {
  it('makes a token of 256 bits that needs no escaping in a URL', () => {
    const tokens = Array.from({ length: 1000 }, makeToken);
    expect(tokens.filter((token) => !/^[A-Za-z0-9_-]{43}$/.test(token))).toEqual([]);
    expect(tokens.filter((token) => Buffer.from(token, 'base64url').length !== 32)).toEqual([]);
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  it('makes tokens that begin with any of the characters except a hyphen', () => {
    const firsts = new Set(Array.from({ length: 5000 }, () => makeToken().charAt(0)));
    expect(firsts.size).toBe(63);
    expect(firsts).not.toContain('-');
  });
});

describe('lowestIdAt', () => {
  it('sorts before every id made from then on, and after every id made earlier', () => {
    const before = new Date();
    const id = makeId('event');
    expect(lowestIdAt('event', before) <= id).toBe(true);
    expect(lowestIdAt('event', new Date(Date.now() + 1)) > id).toBe(true);
    expect(lowestIdAt('event', before)).toMatch(/^evt_[0-7][0-9A-HJKMNP-TV-Z]{9}0{16}$/);
  });

  it('is the lowest of all for a time before ids existed', () => {
    expect(lowestIdAt('delivery', new Date(-1))).toBe(`dlv_${'0'.repeat(26)}`);
  });
});
