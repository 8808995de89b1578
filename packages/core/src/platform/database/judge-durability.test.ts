import { describe, expect, it } from 'vitest';
import { describeFailOver, describeLoss } from './judge-durability.ts';

const safe = { fsync: 'on', synchronous_commit: 'on', synchronous_standby_names: '', standbys: 0 };

describe('what a crash can lose', () => {
  it.each([
    [{}, undefined],
    [{ synchronous_commit: 'remote_apply' }, undefined],
    [{ fsync: 'off' }, /^fsync is off .* Set fsync = on\.$/],
    [{ synchronous_commit: 'off' }, /^synchronous_commit is off/],
    [{ synchronous_commit: 'local' }, /^synchronous_commit is local/],
    [{ synchronous_commit: 'remote_write' }, /^synchronous_commit is remote_write/],
  ])('with %j', (settings, expected) => {
    const said = describeLoss({ ...safe, ...settings });
    if (expected === undefined) expect(said).toBeUndefined();
    else expect(said).toMatch(expected);
  });
});

describe('what a fail-over can lose', () => {
  it.each([
    [{}, undefined],
    [{ standbys: 1, synchronous_standby_names: 'FIRST 1 (b)' }, undefined],
    [{ standbys: 1 }, /^1 standby follows asynchronously/],
    [{ standbys: 2 }, /^2 standbys follow asynchronously/],
  ])('with %j', (settings, expected) => {
    const said = describeFailOver({ ...safe, ...settings });
    if (expected === undefined) expect(said).toBeUndefined();
    else expect(said).toMatch(expected);
  });
});
