/** Returns every distinct order of the items, some of which may be equal. */
export function ordersOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return [...new Set(items)].flatMap((first) => {
    const rest = items.toSpliced(items.indexOf(first), 1);
    return ordersOf(rest).map((order) => [first, ...order]);
  });
}
