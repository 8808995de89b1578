import { describe, expect, it } from 'vitest';
import { describeFailOver, describeLoss } from './judge-durability.ts';

const safe = {
  fsync: 'on',
  synchronous_commit: 'on',
  synchronous_standby_names: '',
  standbys: 0,
  asynchronous: 0,
  hidden: 0,
};

describe('the possible loss after a crash', () => {
  it.each([
    [{}, undefined],
    [{ synchronous_commit: 'remote_apply' }, undefined],
    [{ fsync: 'off' }, /^fsync is off .* Set fsync = on\.$/],
    [{ synchronous_commit: 'off' }, /^synchronous_commit is off/],
    [{ synchronous_commit: 'local' }, /^synchronous_commit is local/],
    [{ synchronous_commit: 'remote_write' }, /^synchronous_commit is remote_write/],
  ])('is described for the settings %j', (settings, expected) => {
    const said = describeLoss({ ...safe, ...settings });
    if (expected === undefined) expect(said).toBeUndefined();
    else expect(said).toMatch(expected);
  });
});

describe('the possible loss after a failover', () => {
  it.each([
    [{}, undefined],
    [{ standbys: 1, synchronous_standby_names: 'FIRST 1 (b)' }, undefined],
    [{ standbys: 1 }, /^1 standby follows asynchronously, which is a way to pay twice/],
    [
      { standbys: 2, asynchronous: 1, synchronous_standby_names: 'b' },
      /^1 standby .* or never fail over to it\.$/,
    ],
    [{ standbys: 2 }, /^2 standbys follow asynchronously/],
    [{ hidden: 1 }, /^1 follower .* Grant it pg_read_all_stats/],
    [{ hidden: 1, synchronous_standby_names: 'FIRST 1 (b)' }, undefined],
  ])('is described for the standbys %j', (settings, expected) => {
    const said = describeFailOver({ ...safe, ...settings });
    if (expected === undefined) expect(said).toBeUndefined();
    else expect(said).toMatch(expected);
  });
});
