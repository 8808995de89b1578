import { describe, expect, test } from 'vitest';
import { findOperator } from '../catalogue.ts';
import { findPlace, findProvider, places } from './operators.ts';

describe('the table of operators', () => {
  test.each(places)('maps $provider to $operator and back', (place) => {
    expect(findOperator(place.operator)).toBeDefined();
    expect(findPlace(place.operator)).toBe(place);
    expect(findProvider(place.provider)).toBe(place);
  });

  test('lists each operator and each provider code once', () => {
    expect(new Set(places.map(({ operator }) => operator)).size).toBe(places.length);
    expect(new Set(places.map(({ provider }) => provider)).size).toBe(places.length);
    expect(places).toHaveLength(42);
  });

  test('does not include operators that pawaPay does not reach', () => {
    expect(['moov_ci', 'togocel_tg', 'orange_ml', 'sandbox_zz'].map(findPlace)).toEqual(
      Array(4).fill(undefined),
    );
  });
});
