import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether going back in the browser leads to the previous page of the list. */
    readonly came_from_page?: boolean;
  }
}

/** The filters of a list, as in the page's URL; unset ones are absent. */
export type Search<Name extends string> = { readonly [Key in Name]?: string };

/** Makes a route's `validateSearch`: keeps the named strings of a URL and drops everything else. */
export function searchOf<Name extends string>(
  names: readonly Name[],
): (search: Readonly<Record<string, unknown>>) => Search<Name | 'cursor'> {
  return (search) =>
    Object.fromEntries(
      // Dropped filters are set to undefined: an omitted filter would keep its value from the current URL.
      [...names, 'cursor'].map((name) => [name, textOf(search[name])]),
    ) as Search<Name | 'cursor'>;
}

export interface Filtering<Name extends string> {
  readonly search: Search<Name | 'cursor'>;
  readonly is_set: boolean;
  /** Sets filters (undefined removes one) and returns to the first page. */
  readonly set: (change: Search<Name> | Readonly<Record<Name, undefined>>) => void;
  readonly clear: () => void;
  readonly goTo: (cursor: string | undefined) => void;
  /** The state of one filter, for its input field. */
  readonly of: (name: Name) => {
    readonly field: string;
    readonly value: string | undefined;
    readonly onChange: (value: string | undefined) => void;
  };
}

/**
 * The filters in the page's URL, and the functions to change them. Each change updates the URL, so that it can be
 * shared.
 */
export function useFiltering<Name extends string>(): Filtering<Name> {
  const all = useSearch({ strict: false });
  const search = all as Search<Name | 'cursor'>;
  const navigate = useNavigate();
  const go = useCallback(
    (change: (search: object) => object, replace: boolean, state = {}): void =>
      void navigate({ to: '.', search: ((old: object) => change(old)) as never, replace, state }),
    [navigate],
  );
  const { cursor: _, ...filters } = search as Readonly<Record<string, string | undefined>>;
  const set = useCallback(
    // The back button must not step through every letter that was typed.
    (change: object) => go((old) => ({ ...old, cursor: undefined, ...change }), true),
    [go],
  );
  return {
    search,
    is_set: Object.values(filters).some((value) => value !== undefined),
    set,
    of: (name) => ({ field: name, value: search[name], onChange: (value) => set({ [name]: value }) }),
    clear: useCallback(() => go(() => ({}), false), [go]),
    goTo: useCallback(
      (next) => go((old) => ({ ...old, cursor: next }), false, { came_from_page: next !== undefined }),
      [go],
    ),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Parses a URL's values as strings: the router's own parser converts `true` and long numbers. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Formats values as the query of a URL; undefined values are dropped. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const set = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`;
}
