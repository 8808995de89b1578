import { providers } from '@guichet/operators/providers';
import { describe, expect, it } from 'vitest';
import { french_settings } from './setting-words.ts';

describe.each(providers)('$display_name', ({ id, config_schema }) => {
  it('has a French text for each of its settings, and no others', () => {
    const fields = Object.keys(config_schema.properties).sort();
    expect(Object.keys(french_settings[id] ?? {}).sort()).toEqual(fields);
  });
  it('follows French typography', () => {
    for (const text of Object.values(french_settings[id] ?? {})) {
      expect(text).not.toMatch(/'|"|\.\.\.|[^\s\u00a0\u202f][;?»]|[^\s\u00a0\u202fps]:\s/);
    }
  });
});
