import { GuichetError } from './guichet-error.ts';

/** A page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
}

/**
 * A list that is fetched while it is read: `for await` yields its items, {@link pages} its pages, and `await`
 * returns the first page. Each page is requested only when it is needed. Every iteration starts from the
 * beginning.
 */
export class List<Item> implements AsyncIterable<Item>, PromiseLike<Page<Item>> {
  readonly #load: (cursor?: string) => Promise<Page<Item>>;

  /** @param load fetches the page at a cursor, or the first one. */
  constructor(load: (cursor?: string) => Promise<Page<Item>>) {
    this.#load = load;
  }

  /**
   * Yields the pages one by one. @throws the errors of any call; GuichetError if a page's next cursor points to
   * itself.
   */
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

  /** Returns up to the given number of items from the beginning. */
  async toArray({ limit }: { readonly limit: number }): Promise<Item[]> {
    const items: Item[] = [];
    if (limit <= 0) return items;
    for await (const item of this) {
      if (items.push(item) >= limit) break;
    }
    return items;
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting a list returns its first page.
  then<Result = Page<Item>, Failure = never>(
    onPage?: ((page: Page<Item>) => Result | PromiseLike<Result>) | null,
    onError?: ((error: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.#load().then(onPage, onError);
  }
}
