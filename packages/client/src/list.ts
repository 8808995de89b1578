import { GuichetError } from './guichet-error.ts';

/** A part of a list, as the service gives it. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins; null after the last. */
  readonly next_cursor: string | null;
}

/**
 * A list that is fetched as it is read: `for await` gives its items, {@link pages} its pages, `await` its first page.
 * Nothing is asked for before, and no page is asked for before it is needed. Each reading begins anew.
 */
export class List<Item> implements AsyncIterable<Item>, PromiseLike<Page<Item>> {
  readonly #load: (cursor?: string) => Promise<Page<Item>>;

  /** @param load fetches the page that begins at a cursor, or the first one. */
  constructor(load: (cursor?: string) => Promise<Page<Item>>) {
    this.#load = load;
  }

  /** The pages one by one. @throws what calls throw; GuichetError when a page names itself as the next. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let cursor: string | undefined;
    for (;;) {
      const page: Page<Item> = await this.#load(cursor);
      yield page;
      if (page.next_cursor === null) return;
      if (page.next_cursor === cursor)
        throw new GuichetError('The list never ends: a page names itself as the next.');
      cursor = page.next_cursor;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.items;
  }

  /** The first items, at most so many. */
  async toArray({ limit }: { readonly limit: number }): Promise<Item[]> {
    const items: Item[] = [];
    if (limit <= 0) return items;
    for await (const item of this) {
      if (items.push(item) >= limit) break;
    }
    return items;
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting a list is what gives its first page.
  then<Result = Page<Item>, Failure = never>(
    onPage?: ((page: Page<Item>) => Result | PromiseLike<Result>) | null,
    onError?: ((error: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.#load().then(onPage, onError);
  }
}
